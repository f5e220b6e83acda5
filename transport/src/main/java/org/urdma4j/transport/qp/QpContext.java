package org.urdma4j.transport.qp;

import org.urdma4j.codec.urdma.VerificationTag;
import org.urdma4j.congestion.RatePacer;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.counter.Counters;
import org.urdma4j.transport.memory.RegionTable;
import org.urdma4j.transport.queue.ReceiveSource;
import org.urdma4j.transport.queue.ReceiveWqe;
import org.urdma4j.transport.queue.SendQueue;
import org.urdma4j.transport.queue.SendWqe;
import org.urdma4j.transport.seal.QpSeal;
import org.urdma4j.transport.shape.ConstantFlow;
import org.urdma4j.transport.wire.PacketSealer;
import org.urdma4j.transport.wire.Route;
import org.urdma4j.transport.wire.Tagging;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WcStatus;

import java.util.function.LongSupplier;

/**
 * What requester, completer and responder of one queue pair share: who it is, what it is attached
 * to, and the attributes that modify sets.
 */
public final class QpContext {
    public final QpType type;
    public final int qpn;
    public final int domain;
    private final boolean signalAll;
    public final EngineConfig config;
    public final RegionTable regions;
    public final Counters counters;
    public final SendQueue sendQueue;
    public final ReceiveSource receiveQueue;

    public final SchedulingDelay schedulingDelay;

    /** Of the standard profile; null until it is asked for. */
    private RatePacer pacer;

    private final CompletionSink sendSink;
    private final CompletionSink receiveSink;
    private final QpListener listener;

    /** Finds further paths to the peer. */
    public final PathFinder pathFinder;

    /** Numbers that nobody can guess. */
    public final LongSupplier nonces;

    /** Index of the own address that the route begins at. */
    public int localGidIndex;

    /** The peer's address that the route ends at; null before the move to RTR. */
    public Gid remoteGid;

    private Route outward;

    /** Whether routers are told that congestion marks are heeded. */
    boolean allowsMarks;

    public Route route;

    /** Seals and opens its packets; null for a queue pair that isn't protected. */
    QpSeal seal;

    /** Tags its packets where they aren't sealed; null unless they are of URDMA. */
    Tagging tagging;

    /** The slots in which its packets leave; null where they leave at any time. */
    ConstantFlow flow;

    /**
     * Bytes of each packet on the wire, framing counted; 0 where they have lengths of their own.
     */
    private int paddedBytes;

    /** Whether nothing was sent because the way there is paused. */
    public boolean held;

    /** Shared with the other queue pairs to the same peer. */
    public PeerShare share = new PeerShare();

    public int destQpn;

    /** What datagrams to this queue pair must name. */
    public int qKey;

    /** What datagrams need of the port; null unless this is a UD queue pair. */
    public final DatagramPort datagrams;

    /** What frames need of the port; null unless this is a RAW_PACKET queue pair. */
    public final FramePort frames;

    public int pKey;
    public int mtu;
    public int accessFlags;
    public long ackTimeoutNs;
    public int retryCount;
    public int rnrRetryCount;

    /** Bits per second on the wire, 0 for no limit. */
    public long rateLimit;

    public int minRnrTimer;
    public int maxReadAtomic;
    public int maxDestReadAtomic;
    private QpState state = QpState.RESET;

    /** What follows from the state, which every packet asks for. */
    private boolean responds;

    private boolean sends;

    /** Returns what paces the standard profile, made when it is first asked for. */
    public RatePacer pacer() {
        if (pacer == null) {
            pacer = new RatePacer();
        }
        return pacer;
    }

    /** What paces the standard profile begins anew. */
    public void forgetPacer() {
        pacer = null;
    }

    /** What the application sees of {@link #state}. */
    private QpState told = QpState.RESET;

    QpContext(
            QpSetup setup,
            EngineConfig config,
            RegionTable regions,
            Counters total,
            SchedulingDelay schedulingDelay,
            PathFinder pathFinder,
            LongSupplier nonces) {
        this.schedulingDelay = schedulingDelay;
        this.pathFinder = pathFinder;
        this.nonces = nonces;
        this.type = setup.type();
        this.datagrams = setup.datagrams();
        if (datagrams != null) {
            mtu = datagrams.mtu();
        }
        this.frames = setup.frames();
        if (frames != null) {
            mtu = frames.longest();
        }
        this.qpn = setup.qpn();
        this.domain = setup.domain();
        this.signalAll = setup.signalAll();
        this.sendQueue = setup.sendQueue();
        this.receiveQueue = setup.receiveQueue();
        this.sendSink = setup.sendSink();
        this.receiveSink = setup.receiveSink();
        this.listener = setup.listener();
        this.config = config;
        this.regions = regions;
        this.counters = new Counters(total);
    }

    public QpState state() {
        return state;
    }

    public void moveTo(QpState next) {
        state = next;
        sends = next == QpState.RTS || next == QpState.SQD;
        responds = sends || next == QpState.RTR || next == QpState.SQE;
        tell(next);
    }

    private void tell(QpState next) {
        if (told != next) {
            told = next;
            listener.onState(next);
        }
    }

    /**
     * A request of a reliable connection that fails ends it; who sees the completion is not to see
     * the state of before.
     */
    private void tellFailure(WcStatus status) {
        if (status != WcStatus.SUCCESS && type == QpType.RC) {
            tell(QpState.ERR);
        }
    }

    public void raise(EventType event) {
        listener.onEvent(event);
    }

    /** The connection can't go on, for another reason than a request. */
    void connectionFailed() {
        listener.onRequestFailed();
    }

    /** The peer doesn't answer any more. */
    void peerVanished() {
        listener.onPeerVanished();
    }

    /** Something threw that must not. */
    void defect(Throwable cause) {
        listener.onDefect(cause);
    }

    /** A completion was lost: no request is to blame for what follows. */
    public void raiseOverrun() {
        if (state != QpState.ERR) {
            raise(EventType.QP_FATAL);
        }
    }

    /** Returns the bytes that a packet takes on the wire beyond BTH to ICRC of the plain one. */
    public int framingBytes() {
        return config.framingBytes() + addedBytes();
    }

    /**
     * Returns by how many bytes packets become longer when they are sealed or tagged, without fill.
     */
    public int addedBytes() {
        if (seal != null) {
            return seal.overhead();
        }
        return tagging == null ? 0 : VerificationTag.LENGTH;
    }

    /** Returns what its packets are sealed or tagged by, null if they leave as they are written. */
    PacketSealer sealer() {
        return seal == null ? tagging : seal;
    }

    /** Has its packets tagged until it is reset, unless they are sealed. */
    public void tagWith(int verificationTag) {
        tagging = new Tagging(verificationTag);
    }

    /** Returns whether all packets are filled to one length. */
    public boolean isPadded() {
        return paddedBytes != 0;
    }

    /**
     * The profile begins: packets take their shape, where they have one.
     *
     * @param longest bytes of its longest packet, from BTH to ICRC
     */
    public void shapeTo(int longest) {
        paddedBytes = 0;
        flow = null;
        if (seal == null || !seal.shape().padded()) {
            return;
        }
        seal.fillTo(longest - TransmitBatch.ICRC_LENGTH);
        paddedBytes = longest + framingBytes();
        if (seal.shape().isConstant()) {
            flow = new ConstantFlow(seal.shape(), longest + seal.overhead(), config.framingBytes());
        }
    }

    /** Returns the slots in which its packets leave; null where they leave at any time. */
    public ConstantFlow flow() {
        return flow;
    }

    /** Returns what a packet takes on the wire whose plain bytes are so many, BTH to ICRC. */
    public long wireBytes(int bytes) {
        return paddedBytes != 0 ? paddedBytes : bytes + (long) framingBytes();
    }

    /** Returns what packets have taken on the wire whose plain bytes are so many together. */
    public long wireBytes(long packets, long bytes) {
        return paddedBytes != 0 ? packets * paddedBytes : bytes + packets * framingBytes();
    }

    /** Returns where packets go now: the route, unless there are several. */
    public Route outward() {
        return outward == null ? route : outward;
    }

    /** Has packets go another way than the route until the next call; null for the route. */
    public void outward(Route way) {
        if (allowsMarks && way != null) {
            way.allowMarks();
        }
        outward = way;
    }

    /** Returns whether its packets are sealed. */
    public boolean isSealed() {
        return seal != null;
    }

    /**
     * The peer is somewhere else now: packets go there.
     *
     * @param source what comes with its packets
     */
    public void move(Route there, Object source) {
        if (allowsMarks) {
            there.allowMarks();
        }
        route = there;
        outward = null;
        remoteGid = pathFinder.gidOf(source);
        listener.onMoved(source);
    }

    /** Returns how many bytes may be in flight now. */
    public long maxInFlightBytes() {
        return share.of(config.maxInFlightBytes());
    }

    public boolean responds() {
        return responds;
    }

    public boolean sends() {
        return sends;
    }

    public void count(Counter counter) {
        counters.increment(counter);
    }

    /**
     * The oldest send request is done with: its slot goes back, and its completion is delivered if
     * it is a visible one.
     *
     * @param opcode as the completion says it
     * @param bytes that were fetched
     * @return false when the completion queue has overrun
     */
    public boolean completeSend(SendWqe wqe, WcStatus status, WcOpcode opcode, long bytes) {
        boolean success = status == WcStatus.SUCCESS;
        tellFailure(status);
        if (status == WcStatus.RETRY_EXC_ERR && type == QpType.RC) {
            listener.onPeerVanished();
        } else if (!success && status != WcStatus.WR_FLUSH_ERR && type == QpType.RC) {
            listener.onRequestFailed();
        }
        if (success && !signalAll && !wqe.has(SendFlags.SIGNALED)) {
            sendQueue.free();
            return true;
        }
        long wrId = wqe.wrId();
        sendQueue.freeWhenPolled();
        return sendSink.complete(
                sendQueue.slots(), wrId, status, opcode, bytes, 0, 0, qpn, 0, !success);
    }

    /** Finds the memory of a receive; returns false if it can't be written. */
    public boolean resolve(ReceiveWqe receive) {
        return receive.sges()
                .resolve(regions, receiveQueue.domain(domain), AccessFlags.LOCAL_WRITE);
    }

    /** Completes every receive of this queue pair as flushed; those of a shared queue stay. */
    public void flushReceives() {
        ReceiveWqe receive = receiveQueue.held();
        while (receive != null) {
            long wrId = receive.wrId();
            receiveQueue.freeWhenPolled();
            completeReceive(wrId, WcStatus.WR_FLUSH_ERR, WcOpcode.RECV, 0, 0, 0, false);
            receive = receiveQueue.held();
        }
    }

    /** Drops every receive of this queue pair, without completions. */
    public void discardReceives() {
        while (receiveQueue.held() != null) {
            receiveQueue.free();
        }
    }

    /** Delivers a completion of the receive side; returns false when the queue has overrun. */
    public boolean completeReceive(
            long wrId,
            WcStatus status,
            WcOpcode opcode,
            long bytes,
            int immediate,
            int flags,
            boolean solicited) {
        tellFailure(status);
        return receiveSink.complete(
                receiveQueue.slots(),
                wrId,
                status,
                opcode,
                bytes,
                immediate,
                flags,
                qpn,
                0,
                solicited || status != WcStatus.SUCCESS);
    }

    /** Delivers the completion of a datagram; returns false when the queue has overrun. */
    public boolean completeDatagram(
            long wrId, long bytes, int immediate, int flags, int sourceQp, boolean solicited) {
        return receiveSink.complete(
                receiveQueue.slots(),
                wrId,
                WcStatus.SUCCESS,
                WcOpcode.RECV,
                bytes,
                immediate,
                flags,
                qpn,
                sourceQp,
                solicited);
    }
}

package org.urdma4j.transport.rc;

import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.memory.Region;
import org.urdma4j.transport.qp.DatagramPort;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.transport.qp.Qp;
import org.urdma4j.transport.qp.QpListener;
import org.urdma4j.transport.qp.QpSetup;
import org.urdma4j.transport.queue.CompletionRing;
import org.urdma4j.transport.queue.PooledReceives;
import org.urdma4j.transport.queue.ReceivePool;
import org.urdma4j.transport.queue.ReceiveQueue;
import org.urdma4j.transport.queue.ReceiveSource;
import org.urdma4j.transport.queue.SendQueue;
import org.urdma4j.transport.queue.Slots;
import org.urdma4j.transport.queue.TakenCompletions;
import org.urdma4j.transport.shard.Doorbell;
import org.urdma4j.transport.shard.Shard;
import org.urdma4j.transport.wire.NetworkHeader;
import org.urdma4j.transport.wire.ReceivedPacket;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrMask;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WorkCompletion;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** One end of a connection under test: a shard with one queue pair and one memory region. */
public final class Host implements QpListener {
    static final int DOMAIN = 1;
    static final int ALL_ACCESS =
            AccessFlags.LOCAL_WRITE
                    | AccessFlags.REMOTE_WRITE
                    | AccessFlags.REMOTE_READ
                    | AccessFlags.REMOTE_ATOMIC;

    final String name;
    public final Shard shard;
    public final SendQueue sendQueue = new SendQueue(1024, 4, 256);
    public final ReceiveQueue receiveQueue = new ReceiveQueue(1024, 4);
    public final CompletionRing sendCompletions = new CompletionRing(4096);
    public final CompletionRing receiveCompletions = new CompletionRing(4096);
    public final List<EventType> events = new ArrayList<>();
    final List<QpState> states = new ArrayList<>();
    public final MemorySegment memory;
    public final Region region;
    public final Qp qp;
    public final Doorbell doorbell;
    public final TransmitBatch batch;
    public final ReceivedPacket received;

    /** The numbers of the receives whose completions were solicited. */
    public final List<Long> solicitedReceives = new ArrayList<>();

    /** How many completions fit in before the completion queues overrun. */
    int completionRoom = Integer.MAX_VALUE;

    public Host(String name, EngineConfig config, long memoryBytes, long seed) {
        this(name, config, Arena.ofAuto().allocate(memoryBytes, 4096), seed, true);
    }

    public Host(
            String name, EngineConfig config, MemorySegment memory, long seed, boolean signalAll) {
        this(name, config, memory, seed, signalAll, PayloadMover.COPYING);
    }

    public Host(
            String name,
            EngineConfig config,
            MemorySegment memory,
            long seed,
            boolean signalAll,
            PayloadMover mover) {
        this(name, QpType.RC, null, null, config, memory, seed, signalAll, mover);
    }

    /** A host whose queue pair shares its receives with others. */
    public Host(String name, ReceivePool pool) {
        this(
                name,
                QpType.RC,
                null,
                new PooledReceives(pool),
                EngineConfig.DEFAULT,
                Arena.ofAuto().allocate(1 << 16, 4096),
                1,
                true,
                PayloadMover.COPYING);
    }

    /** A host of unsignaled requests whose queue pair is of another type than RC. */
    public Host(String name, QpType type, long seed) {
        this(name, type, seed, Solo.MTU);
    }

    /** The same, with the most payload of a datagram. */
    public Host(String name, QpType type, long seed, int datagramMtu) {
        this(name, type, seed, datagramMtu, new PlainHeader());
    }

    /** The same, with the network header of datagrams. */
    public Host(String name, QpType type, long seed, int datagramMtu, NetworkHeader header) {
        this(
                name,
                type,
                new DatagramPort(datagramMtu, header),
                null,
                EngineConfig.DEFAULT,
                Arena.ofAuto().allocate(1 << 16, 4096),
                seed,
                false,
                PayloadMover.COPYING);
    }

    private Host(
            String name,
            QpType type,
            DatagramPort datagrams,
            ReceiveSource shared,
            EngineConfig config,
            MemorySegment memory,
            long seed,
            boolean signalAll,
            PayloadMover mover) {
        this.name = name;
        this.shard = new Shard(config, new Random(seed));
        this.memory = memory;
        this.region = shard.regions().register(memory, memory.address(), ALL_ACCESS, DOMAIN);
        this.batch = new TransmitBatch(65000, 16, mover);
        this.received = new ReceivedPacket(mover);
        QpSetup setup =
                new QpSetup(
                        type,
                        shard.freshQpn(),
                        DOMAIN,
                        signalAll,
                        sendQueue,
                        shared == null ? receiveQueue : shared,
                        (slots, id, status, opcode, bytes, immediate, flags, qpn, source, _) ->
                                complete(
                                        sendCompletions,
                                        slots,
                                        id,
                                        status,
                                        opcode,
                                        bytes,
                                        immediate,
                                        flags,
                                        qpn,
                                        source),
                        this::completeReceive,
                        type == QpType.UD ? datagrams : null,
                        null,
                        this);
        this.qp = shard.createQp(setup);
        this.doorbell = shard.doorbell(qp);
    }

    /** Keeps a completion, if there is room, and not the slot of its request. */
    private boolean complete(
            CompletionRing ring,
            Slots slots,
            long wrId,
            WcStatus status,
            WcOpcode opcode,
            long bytes,
            int immediate,
            int flags,
            int qpn,
            int source) {
        if (slots != null) {
            slots.release();
        }
        return --completionRoom >= 0
                && ring.add(null, wrId, status, opcode, bytes, immediate, flags, qpn, source);
    }

    private boolean completeReceive(
            Slots slots,
            long wrId,
            WcStatus status,
            WcOpcode opcode,
            long bytes,
            int immediate,
            int flags,
            int qpn,
            int source,
            boolean solicited) {
        if (solicited) {
            solicitedReceives.add(wrId);
        }
        return complete(
                receiveCompletions,
                slots,
                wrId,
                status,
                opcode,
                bytes,
                immediate,
                flags,
                qpn,
                source);
    }

    @Override
    public void onState(QpState state) {
        states.add(state);
    }

    @Override
    public void onEvent(EventType event) {
        events.add(event);
    }

    /** Takes the queue pair from RESET to RTS. */
    public void connect(Host peer, QpAttr attr) {
        connect(peer.qp.qpn(), peer, attr);
    }

    /**
     * Takes the queue pair from RESET to RTS, towards a peer whose packets come from {@code peer}.
     */
    public void connect(int destQpn, Object peer, QpAttr attr) {
        listen(destQpn, peer, attr);
        int rts =
                QpAttrMask.STATE
                        | QpAttrMask.SQ_PSN
                        | QpAttrMask.TIMEOUT
                        | QpAttrMask.RETRY_CNT
                        | QpAttrMask.RNR_RETRY
                        | QpAttrMask.MAX_QP_RD_ATOMIC
                        | QpAttrMask.RATE_LIMIT;
        qp.modify(attr.qpState(QpState.RTS), rts, null, 0);
    }

    /** Takes the queue pair from RESET to RTR. */
    public void listen(int destQpn, Object peer, QpAttr attr) {
        attr.destQpNum(destQpn);
        int init = QpAttrMask.STATE | QpAttrMask.PKEY_INDEX | QpAttrMask.ACCESS_FLAGS;
        qp.modify(attr.qpState(QpState.INIT), init, null, 0xffff);
        int rtr =
                QpAttrMask.STATE
                        | QpAttrMask.AV
                        | QpAttrMask.PATH_MTU
                        | QpAttrMask.DEST_QPN
                        | QpAttrMask.RQ_PSN
                        | QpAttrMask.MAX_DEST_RD_ATOMIC
                        | QpAttrMask.MIN_RNR_TIMER
                        | (attr.mask() & QpAttrMask.URDMA_TUNING);
        qp.modify(attr.qpState(QpState.RTR), rtr, peer::equals, 0);
    }

    public boolean post(SendWr wr) {
        boolean posted = sendQueue.post(wr);
        doorbell.ring();
        return posted;
    }

    public boolean post(RecvWr wr) {
        boolean posted = receiveQueue.post(wr);
        if (receiveQueue.wanted()) {
            doorbell.ring();
        }
        return posted;
    }

    List<WorkCompletion> sent() {
        return TakenCompletions.of(sendCompletions);
    }

    public List<WorkCompletion> received() {
        return TakenCompletions.of(receiveCompletions);
    }

    public long count(Counter counter) {
        return qp.counters().get(counter);
    }

    @Override
    public String toString() {
        return name;
    }
}

package org.urdma4j.transport.urdma;

import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.memory.MappedFile;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.memory.Region;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.transport.qp.Qp;
import org.urdma4j.transport.qp.QpListener;
import org.urdma4j.transport.qp.QpSetup;
import org.urdma4j.transport.queue.CompletionRing;
import org.urdma4j.transport.queue.ReceiveQueue;
import org.urdma4j.transport.queue.ReceiveSource;
import org.urdma4j.transport.queue.SendQueue;
import org.urdma4j.transport.queue.Slots;
import org.urdma4j.transport.queue.TakenCompletions;
import org.urdma4j.transport.shard.Doorbell;
import org.urdma4j.transport.shard.Shard;
import org.urdma4j.transport.wire.ReceivedPacket;
import org.urdma4j.transport.wire.Route;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.CongestionControlType;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrMask;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.UrdmaTuning;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** One end of an URDMA connection under test: a shard with one queue pair and one region. */
final class Host implements QpListener {
    static final int DOMAIN = 1;
    static final int PAYLOAD = 256;
    static final int SQ_PSN = 0x1000;
    static final int RESPONSE_PSN = 0x5000;
    static final int RNR_TIMER = 14;
    static final int MEMORY = 1 << 20;
    static final int ALL_ACCESS =
            AccessFlags.LOCAL_WRITE
                    | AccessFlags.REMOTE_WRITE
                    | AccessFlags.REMOTE_READ
                    | AccessFlags.REMOTE_ATOMIC;

    /** Packets of 256 bytes, a report at the latest after 64 of them or 1 ms. */
    static final UrdmaOffer OFFER =
            UrdmaOffer.builder().payloadBytes(PAYLOAD).verificationTag(RESPONSE_PSN).build();

    /** Everything that is ready goes at once. */
    static final UrdmaTuning UNPACED =
            UrdmaTuning.builder().congestionControl(CongestionControlType.FIXED).build();

    final String name;
    final Arena arena = Arena.ofShared();
    final MappedFile file;
    public final MemorySegment memory;
    public final Shard shard;
    public final Region region;
    public final SendQueue sendQueue = new SendQueue(1024, 4, 256);
    public final ReceiveQueue receiveQueue = new ReceiveQueue(1024, 4);
    public final CompletionRing sendCompletions = new CompletionRing(4096);
    public final CompletionRing receiveCompletions = new CompletionRing(4096);
    public final List<EventType> events = new ArrayList<>();
    final List<Long> solicited = new ArrayList<>();
    public final Qp qp;
    public final Doorbell doorbell;
    public final TransmitBatch batch = new TransmitBatch(65000, 16, PayloadMover.COPYING);
    public final ReceivedPacket received = new ReceivedPacket(PayloadMover.COPYING);

    /** What this host's clock reads beyond the time of the test. */
    long clockNs;

    public Host(String name) {
        this(name, EngineConfig.DEFAULT);
    }

    public Host(String name, EngineConfig config) {
        this(name, config, null);
    }

    /** A host whose queue pair shares its receives with others, unless {@code shared} is null. */
    public Host(String name, EngineConfig config, ReceiveSource shared) {
        this(name, config, shared, false);
    }

    /** A host whose memory is a file if that is {@code mapped}. */
    public Host(String name, EngineConfig config, ReceiveSource shared, boolean mapped) {
        this.name = name;
        file = mapped ? MappedFile.create(arena, MEMORY) : null;
        memory = mapped ? file.memory() : arena.allocate(MEMORY, 4096);
        shard = new Shard(config, new Random(name.hashCode()));
        region = shard.regions().register(memory, memory.address(), ALL_ACCESS, DOMAIN);
        QpSetup setup =
                new QpSetup(
                        shard.freshQpn(),
                        DOMAIN,
                        true,
                        sendQueue,
                        shared == null ? receiveQueue : shared,
                        (slots, id, status, opcode, bytes, imm, flags, qpn, src, _) -> {
                            slots.release();
                            return sendCompletions.add(
                                    null, id, status, opcode, bytes, imm, flags, qpn, src);
                        },
                        this::completeReceive,
                        this);
        qp = shard.createQp(setup);
        doorbell = shard.doorbell(qp);
    }

    private boolean completeReceive(
            Slots slots,
            long id,
            WcStatus status,
            WcOpcode opcode,
            long bytes,
            int immediate,
            int flags,
            int qpn,
            int src,
            boolean sol) {
        if (sol) {
            solicited.add(id);
        }
        if (slots != null) {
            slots.release();
        }
        return receiveCompletions.add(null, id, status, opcode, bytes, immediate, flags, qpn, src);
    }

    @Override
    public void onState(QpState state) {
        // asked for with qp.state()
    }

    @Override
    public void onEvent(EventType event) {
        events.add(event);
    }

    /** Returns attributes for both ends, which a test may change before it connects. */
    static QpAttr attr() {
        return new QpAttr()
                .rqPsn(SQ_PSN)
                .sqPsn(SQ_PSN)
                .pathMtu(Mtu.MTU_256)
                .qpAccessFlags(ALL_ACCESS)
                .timeout(14)
                .retryCnt(7)
                .rnrRetry(7)
                .maxRdAtomic(4)
                .maxDestRdAtomic(4)
                .minRnrTimer(RNR_TIMER)
                .urdmaOffer(OFFER)
                .urdmaPeerOffer(OFFER)
                .urdmaTuning(UNPACED);
    }

    /** Takes the queue pair from RESET to RTS, towards packets that come from {@code peer}. */
    public void connect(int destQpn, Object peer, QpAttr attr) {
        listen(destQpn, peer, attr);
        send(attr);
    }

    /** Takes the queue pair from RESET to RTR. */
    public void listen(int destQpn, Object peer, QpAttr attr) {
        attr.destQpNum(destQpn);
        toRtr(qp, attr, peer::equals);
    }

    /** Takes a queue pair from RESET to RTR. */
    static void toRtr(Qp qp, QpAttr attr, Route route) {
        int init = QpAttrMask.STATE | QpAttrMask.PKEY_INDEX | QpAttrMask.ACCESS_FLAGS;
        qp.modify(attr.qpState(QpState.INIT), init, null, 0xffff);
        int rtr =
                QpAttrMask.STATE
                        | QpAttrMask.AV
                        | QpAttrMask.PATH_MTU
                        | QpAttrMask.DEST_QPN
                        | QpAttrMask.RQ_PSN
                        | QpAttrMask.MAX_DEST_RD_ATOMIC
                        | QpAttrMask.MIN_RNR_TIMER;
        rtr |= attr.urdmaOffer() == null ? 0 : QpAttrMask.URDMA_OFFER;
        rtr |= attr.urdmaPeerOffer() == null ? 0 : QpAttrMask.URDMA_PEER_OFFER;
        rtr |= attr.urdmaTuning() == null ? 0 : QpAttrMask.URDMA_TUNING;
        qp.modify(attr.qpState(QpState.RTR), rtr, route, 0);
    }

    /** Takes the queue pair from RTR to RTS. */
    void send(QpAttr attr) {
        toRts(qp, attr);
    }

    /** Takes a queue pair from RTR to RTS. */
    static void toRts(Qp qp, QpAttr attr) {
        int rts =
                QpAttrMask.STATE
                        | QpAttrMask.SQ_PSN
                        | QpAttrMask.TIMEOUT
                        | QpAttrMask.RETRY_CNT
                        | QpAttrMask.RNR_RETRY
                        | QpAttrMask.MAX_QP_RD_ATOMIC;
        qp.modify(attr.qpState(QpState.RTS), rts, null, 0);
    }

    /** Moves to another state, as an application would, without other attributes. */
    void move(QpState state) {
        qp.modify(new QpAttr().qpState(state), QpAttrMask.STATE, null, 0);
        shard.markReady(qp);
    }

    /** Returns a request of {@code bytes} bytes of our memory from {@code at} on. */
    SendWr request(long id, WrOpcode opcode, long at, long bytes) {
        return new SendWr()
                .wrId(id)
                .opcode(opcode)
                .sendFlags(SendFlags.SIGNALED)
                .addSge(address(at), bytes, region.lkey());
    }

    public void post(SendWr wr) {
        if (!sendQueue.post(wr)) {
            throw new AssertionError("send queue is full");
        }
        doorbell.ring();
    }

    /** Posts a receive of {@code bytes} bytes of our memory from {@code at} on. */
    void receive(long id, long at, long bytes) {
        if (!receiveQueue.post(new RecvWr().wrId(id).addSge(address(at), bytes, region.lkey()))) {
            throw new AssertionError("receive queue is full");
        }
        if (receiveQueue.wanted()) {
            doorbell.ring();
        }
    }

    long address(long at) {
        return region.address() + at;
    }

    /** Fills part of our memory with bytes that tell where they stand. */
    void fill(long at, long bytes) {
        for (long i = at; i < at + bytes; i++) {
            memory.set(ValueLayout.JAVA_BYTE, i, pattern(i - at));
        }
    }

    static byte pattern(long index) {
        return (byte) (index * 31 + (index >>> 8) * 7 + 1);
    }

    /**
     * Returns how many bytes from {@code at} on are those of {@link #fill}, {@code most} at best.
     */
    long filled(long at, long most) {
        long n = 0;
        while (n < most && memory.get(ValueLayout.JAVA_BYTE, at + n) == pattern(n)) {
            n++;
        }
        return n;
    }

    long word(long at) {
        return memory.get(ValueLayout.JAVA_LONG, at);
    }

    void word(long at, long value) {
        memory.set(ValueLayout.JAVA_LONG, at, value);
    }

    /** Returns what has completed on the send side, as {@code wrId STATUS}. */
    List<String> sent() {
        return TakenCompletions.of(sendCompletions).stream().map(Host::brief).toList();
    }

    /** Returns what has completed on the receive side, as {@code wrId STATUS}. */
    public List<String> received() {
        return TakenCompletions.of(receiveCompletions).stream().map(Host::brief).toList();
    }

    private static String brief(WorkCompletion completion) {
        return completion.wrId() + " " + completion.status();
    }

    List<WorkCompletion> receiveCompletions() {
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

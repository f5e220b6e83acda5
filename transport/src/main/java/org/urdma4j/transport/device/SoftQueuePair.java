package org.urdma4j.transport.device;

import org.urdma4j.transport.counter.Counters;
import org.urdma4j.transport.jfr.Flight;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.port.RawPackets;
import org.urdma4j.transport.qp.DatagramPort;
import org.urdma4j.transport.qp.PathStatistics;
import org.urdma4j.transport.qp.Qp;
import org.urdma4j.transport.qp.QpListener;
import org.urdma4j.transport.qp.QpSetup;
import org.urdma4j.transport.qp.RailStatistics;
import org.urdma4j.transport.seal.QpSeal;
import org.urdma4j.transport.shard.Doorbell;
import org.urdma4j.transport.shard.Shard;
import org.urdma4j.transport.stat.Statistics;
import org.urdma4j.verbs.AsyncEvent;
import org.urdma4j.verbs.Ece;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.Flow;
import org.urdma4j.verbs.FlowAttr;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.MemoryWindow;
import org.urdma4j.verbs.MwBind;
import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.ProtectionDomain;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpInitAttr;
import org.urdma4j.verbs.QpProtection;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.QpStatistics;
import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.WrOpcode;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** A queue pair: checks posts, rings the doorbell, and modifies the engine's queue pair. */
final class SoftQueuePair extends Resource implements QueuePair, QpListener {
    private static final System.Logger LOG = System.getLogger(SoftQueuePair.class.getName());

    private final SoftProtectionDomain domain;
    private final SoftContext context;
    private final NetworkPort loop;
    private final QpInitAttr init;
    private final SendSide sends;
    private final ReceiveSide receives;
    private Qp qp;

    /** What is steered here; null unless it is of type RAW_PACKET. */
    private RawPackets.Steering frames;

    private Doorbell doorbell;
    private QpAttributes attributes;
    private volatile QpState state = QpState.RESET;
    private volatile Ece ece = SoftEce.ALL;

    private SoftQueuePair(
            SoftProtectionDomain domain,
            NetworkPort loop,
            QpInitAttr init,
            SoftCompletionQueue sendCq,
            SoftCompletionQueue receiveCq,
            SoftSharedReceiveQueue srq) {
        super(
                srq == null
                        ? new Resource[] {domain, sendCq, receiveCq}
                        : new Resource[] {domain, sendCq, receiveCq, srq});
        this.domain = domain;
        this.context = domain.context();
        this.loop = loop;
        this.init = init;
        sends = new SendSide(domain, init);
        receives = new ReceiveSide(init.cap(), srq);
    }

    /**
     * Creates one.
     *
     * @param peerQpn number of the queue pair that it will be connected to, 0 if it isn't known
     */
    static SoftQueuePair create(SoftProtectionDomain domain, QpInitAttr init, int peerQpn) {
        QpChecks.type(domain.context(), init.qpType());
        QpChecks.protectable(domain.context(), init.qpType());
        SoftSharedReceiveQueue srq = QpChecks.sharedQueue(domain.context(), init);
        QpChecks.cap(init.cap(), srq != null);
        SoftCompletionQueue sendCq = domain.context().own(init.sendCq(), "send");
        SoftCompletionQueue receiveCq = domain.context().own(init.recvCq(), "receive");
        NetworkPort loop = loop(domain.context().loops(), init.qpType(), srq, peerQpn);
        SoftQueuePair result = new SoftQueuePair(domain, loop, init, sendCq, receiveCq, srq);
        return loop.call(() -> result.register(sendCq, receiveCq));
    }

    /** Returns the event loop of a new queue pair: datagrams and frames are with the first. */
    private static NetworkPort loop(
            Loops loops, QpType type, SoftSharedReceiveQueue srq, int peerQpn) {
        boolean connected = type == QpType.RC || type == QpType.UC;
        if (!connected) {
            if (srq != null && loops.count() > 1) {
                throw new VerbsException(
                        Errno.EOPNOTSUPP,
                        "datagrams are with the first of several event loops, and a shared receive"
                                + " queue may be with another: use one event loop");
            }
            return loops.first();
        }
        return srq == null ? loops.towards(peerQpn) : srq.loop();
    }

    private SoftQueuePair register(SoftCompletionQueue sendCq, SoftCompletionQueue receiveCq) {
        if (shard().qpCount() >= DeviceLimits.MAX_QP / context.loops().count()) {
            throw new VerbsException(
                    Errno.ENOMEM, "the device has no queue pair left; close some first");
        }
        RawPackets rawPackets =
                init.qpType() == QpType.RAW_PACKET ? context.port().rawPackets().get() : null;
        QpSetup setup =
                new QpSetup(
                        init.qpType(),
                        shard().freshQpn(),
                        domain.id(),
                        init.sqSigAll(),
                        sends.queue(),
                        receives.source(),
                        sendCq.sink(loop),
                        receiveCq.sink(loop),
                        datagrams(),
                        rawPackets == null ? null : rawPackets.port(),
                        this);
        qp = shard().createQp(setup);
        frames = rawPackets == null ? null : rawPackets.steerTo(qp);
        doorbell = shard().doorbell(qp);
        attributes = new QpAttributes(context, loop, init.qpType(), init.cap());
        return this;
    }

    private Shard shard() {
        return loop.shard();
    }

    private void onLoop(Runnable task) {
        loop.call(() -> {
            task.run();
            return null;
        });
    }

    private DatagramPort datagrams() {
        if (init.qpType() != QpType.UD) {
            return null;
        }
        return new DatagramPort(loop.activeMtu().bytes(), loop.networkHeader());
    }

    @Override
    public int qpNum() {
        return qp.qpn();
    }

    @Override
    public QpType qpType() {
        return init.qpType();
    }

    @Override
    public QpState state() {
        return state;
    }

    @Override
    public Optional<QpProtection> protection() {
        checkOpen();
        return loop.call(() -> Optional.ofNullable(qp.sealing().seal()).map(QpSeal::describe));
    }

    @Override
    public QpStatistics statistics() {
        checkOpen();
        return loop.call(() -> Statistics.of(qp));
    }

    @Override
    public ProtectionDomain protectionDomain() {
        return domain;
    }

    @Override
    public QpInitAttr initAttr() {
        return init;
    }

    @Override
    public void modify(QpAttr attr, int mask) {
        checkOpen();
        onLoop(() -> {
            QpChecks.connectable(context, qp, attr, mask);
            QpChecks.fitting(context, qp, attr, mask);
            attributes.modify(qp, attr, mask);
            shard().markReady(qp);
        });
    }

    @Override
    public QpAttr query(int mask) {
        checkOpen();
        QpAttr all = loop.call(() -> attributes.query(qp));
        return new QpAttr().copyFrom(all, mask);
    }

    @Override
    public PostStatus postSend(SendWr wr) {
        return ringIfPosted(takeSend(wr));
    }

    private PostStatus takeSend(SendWr wr) {
        checkOpen();
        return sends.take(wr, state, qpNum());
    }

    @Override
    public Ece queryEce() {
        checkOpen();
        return ece;
    }

    @Override
    public Ece setEce(Ece peer) {
        checkOpen();
        boolean early = state == QpState.RESET || state == QpState.INIT;
        Invalid.unless(early, "ECE is set before the move to RTR, not in " + state);
        Invalid.unless(peer.compMask() == 0, "ECE extensions (comp_mask) are not known");
        ece = SoftEce.common(peer);
        return ece;
    }

    /**
     * {@inheritDoc}
     *
     * <p>Nothing is promised: URDMA places packets as they come, and the JVM may copy the bytes of
     * one in any order.
     */
    @Override
    public int queryDataInOrder(WrOpcode op) {
        checkOpen();
        Objects.requireNonNull(op, "op");
        return 0;
    }

    @Override
    public PostStatus bindMw(MemoryWindow mw, MwBind bind) {
        checkOpen();
        return ringIfPosted(sends.bind(mw, bind, state));
    }

    @Override
    public int postSend(SendWr[] wrs, int from, int to) {
        Objects.checkFromToIndex(from, to, wrs.length);
        int next = from;
        try {
            while (next < to && takeSend(wrs[next]) == PostStatus.OK) {
                next++;
            }
        } finally {
            if (next > from) { // also where one of them is refused by an exception
                ring();
            }
        }
        return next - from;
    }

    @Override
    public PostStatus postRecv(RecvWr wr) {
        PostStatus status = takeReceive(wr);
        if (status == PostStatus.OK) {
            ringIfWanted();
        }
        return status;
    }

    private PostStatus takeReceive(RecvWr wr) {
        checkOpen();
        return receives.take(wr, state);
    }

    @Override
    public int postRecv(RecvWr[] wrs, int from, int to) {
        Objects.checkFromToIndex(from, to, wrs.length);
        int next = from;
        try {
            while (next < to && takeReceive(wrs[next]) == PostStatus.OK) {
                next++;
            }
        } finally {
            if (next > from) {
                ringIfWanted();
            }
        }
        return next - from;
    }

    /** Most receives are posted long before the event loop looks for them. */
    private void ringIfWanted() {
        if (receives.wanted()) {
            ring();
        }
    }

    @Override
    public Flow createFlow(FlowAttr attr) {
        checkOpen();
        return SoftFlow.create(this, frames, attr);
    }

    @Override
    public void attachMulticast(Gid group) {
        checkOpen();
        checkGroup(group);
        onLoop(() -> shard().attach(qp, group));
    }

    @Override
    public void detachMulticast(Gid group) {
        checkOpen();
        checkGroup(group);
        boolean was = loop.call(() -> shard().detach(qp, group));
        Invalid.unless(was, "%s isn't attached to %s".formatted(describe(), group));
    }

    private void checkGroup(Gid group) {
        Invalid.unless(
                init.qpType() == QpType.UD,
                "queue pairs of type UD alone are attached to groups, not %s"
                        .formatted(init.qpType()));
        Invalid.unless(
                group.isMulticast(),
                "%s is no multicast address: 224.0.0.0/4 and ff00::/8 are".formatted(group));
    }

    private PostStatus ringIfPosted(PostStatus status) {
        if (status == PostStatus.OK) {
            ring();
        }
        return status;
    }

    private void ring() {
        if (doorbell.ring()) {
            loop.wake();
        }
    }

    @Override
    public void onState(QpState next) {
        if (next == QpState.RESET) {
            ece = SoftEce.ALL;
        }
        if (next != state) {
            Flight.state(loop.description(), qp.qpn(), state, next);
        }
        state = next;
    }

    @Override
    public void onRequestFailed() {
        context.requestFailed(this);
    }

    @Override
    public void onMoved(Object source) {
        context.moved(this, source);
    }

    @Override
    public void onPeerVanished() {
        context.peerVanished(this);
    }

    @Override
    public void onEvent(EventType event) {
        context.raise(new AsyncEvent(event, this));
    }

    @Override
    public void onDefect(Throwable cause) {
        LOG.log(System.Logger.Level.ERROR, describe() + " has ended by a defect", cause);
    }

    SoftContext context() {
        return context;
    }

    /** Returns the event loop that it belongs to. */
    NetworkPort loop() {
        return loop;
    }

    /** Returns what it has counted; may be called from any thread. */
    Counters counters() {
        return qp.counters();
    }

    /** Returns what it knows of its path; waits for the event loop. */
    PathStatistics path() {
        checkOpen();
        return loop.call(qp::path);
    }

    /** Returns what it knows of its rails; waits for the event loop. */
    List<RailStatistics> rails() {
        checkOpen();
        return loop.call(qp::rails);
    }

    @Override
    String describe() {
        return "QueuePair 0x%06x".formatted(qp == null ? 0 : qp.qpn());
    }

    @Override
    int closingOrder() {
        return 0; // it must not find its memory or its completion queues gone
    }

    @Override
    void release() {
        try {
            onLoop(() -> {
                if (frames != null) {
                    frames.close();
                }
                shard().destroyQp(qp);
            });
        } finally {
            context.forgetEvents(this);
        }
    }
}

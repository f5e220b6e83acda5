package org.urdma4j.bench.sim;

import org.urdma4j.simulation.host.SimulatedHost;
import org.urdma4j.simulation.time.VirtualTime;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.ProtectionDomain;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrs;
import org.urdma4j.verbs.QpCap;
import org.urdma4j.verbs.QpEndpoint;
import org.urdma4j.verbs.QpInitAttr;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

/**
 * WRITEs from one host to another: as many as keep the transport busy, or one at a time. Every
 * message in flight goes to memory of its own, so that none has to wait for one before it.
 */
final class Flow {
    private static final int ACCESS = AccessFlags.LOCAL_WRITE | AccessFlags.REMOTE_WRITE;
    private static final long BULK_MESSAGE = 64L << 20;
    private static final int MAX_DEPTH = 4096;

    /**
     * Bandwidth-delay products that are posted at any time: messages complete in order, and at 5 %
     * loss some packet of four of them is still on its third way.
     */
    private static final int POSTED_BDP = 16;

    private final SimOptions options;
    private final SimulatedHost from;
    private final SimulatedHost to;
    private final VirtualTime time;
    private final long messageBytes;
    private final int depth;
    private final WorkCompletion[] polled = WorkCompletion.array(16);
    private final MessageTimes times = new MessageTimes();
    private final SendWr request = new SendWr();
    private CompletionQueue completions;
    private QueuePair qp;
    private MemoryRegion source;
    private MemoryRegion target;
    private long posted;
    private long completed;
    private long postedAtNs;
    private String failure = "";

    Flow(SimOptions options, SimulatedHost from, SimulatedHost to, VirtualTime time) {
        this.options = options;
        this.from = from;
        this.to = to;
        this.time = time;
        this.messageBytes = options.oneAtATime() ? options.messageBytes() : BULK_MESSAGE;
        this.depth = options.oneAtATime() ? 1 : bulkDepth(options);
    }

    private static int bulkDepth(SimOptions options) {
        long bdp = SimOptions.bdpBytes(options.rateBps(), options.rttNs());
        return (int) Math.min(MAX_DEPTH, POSTED_BDP * bdp / BULK_MESSAGE + 4);
    }

    /** Connects and posts; from then on the flow keeps itself going. */
    void start() {
        SoftContext sender = from.open();
        ProtectionDomain domain = sender.allocPd();
        completions = sender.createCq(2 * depth);
        qp = createQp(domain, completions);
        source = domain.regMr(VirtualMemory.of(depth * messageBytes), ACCESS);
        SoftContext receiver = to.open();
        ProtectionDomain remote = receiver.allocPd();
        QueuePair peer = createQp(remote, receiver.createCq(2 * depth));
        target = remote.regMr(VirtualMemory.of(depth * messageBytes), ACCESS);
        connect(peer);
        from.application(this::onTurn);
        for (int i = 0; i < depth; i++) {
            post();
        }
    }

    private QueuePair createQp(ProtectionDomain domain, CompletionQueue cq) {
        return domain.createQp(
                QpInitAttr.builder().cq(cq).cap(new QpCap(depth, 1, 1, 1, 0)).build());
    }

    private void connect(QueuePair peer) {
        QpEndpoint here = new QpEndpoint(qp.qpNum(), 0, from.gid());
        QpEndpoint there = new QpEndpoint(peer.qpNum(), 0, to.gid());
        QpAttr attr = new QpAttr().pathMtu(options.mtu()).qpAccessFlags(ACCESS);
        options.profile().configure(attr, options);
        QpAttrs.connect(qp, here, there, attr);
        QpAttrs.connect(peer, there, here, attr);
    }

    private void onTurn() {
        for (int n = completions.poll(polled); n > 0; n = completions.poll(polled)) {
            for (int i = 0; i < n; i++) {
                onCompletion(polled[i]);
            }
        }
    }

    private void onCompletion(WorkCompletion completion) {
        if (!failure.isEmpty()) {
            return;
        }
        if (!completion.isSuccess()) {
            failure = completion.status() + " after %.3f s".formatted(time.nowNs() / 1e9);
            return;
        }
        completed++;
        if (options.oneAtATime()) {
            times.add(time.nowNs() - postedAtNs);
        }
        if (options.messages() == 0 || posted < options.messages()) {
            post();
        }
    }

    private void post() {
        long offset = posted % depth * messageBytes;
        request.wrId(posted)
                .opcode(WrOpcode.RDMA_WRITE)
                .sendFlags(SendFlags.SIGNALED)
                .rdma(target.addr() + offset, target.rkey())
                .clearSges()
                .addSge(source.sge(offset, messageBytes));
        PostStatus status = qp.postSend(request);
        if (status != PostStatus.OK) {
            throw new IllegalStateException("posting failed: " + status);
        }
        posted++;
        postedAtNs = time.nowNs();
    }

    /** Returns whether nothing more will come of it. */
    boolean isOver() {
        return !failure.isEmpty() || (options.messages() > 0 && completed == options.messages());
    }

    /** Returns how many messages have completed. */
    long completed() {
        return completed;
    }

    /** Returns the payload bytes that are in place at the receiver. */
    long placedBytes() {
        return EngineCount.PLACED_BYTES.of(to.counters());
    }

    /** Returns how long each message took, if they go one at a time. */
    MessageTimes times() {
        return times;
    }

    /** Returns why it ended, empty if it didn't. */
    String failure() {
        return failure;
    }

    long sent(EngineCount count) {
        return count.of(from.counters());
    }

    long received(EngineCount count) {
        return count.of(to.counters());
    }
}

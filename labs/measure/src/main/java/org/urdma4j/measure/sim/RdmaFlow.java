package org.urdma4j.measure.sim;

import org.HdrHistogram.Histogram;
import org.urdma4j.measure.spec.Operation;
import org.urdma4j.simulation.host.SimulatedHost;
import org.urdma4j.simulation.time.VirtualTime;
import org.urdma4j.transport.device.PathQuery;
import org.urdma4j.transport.device.QpCounters;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.transport.qp.RailStatistics;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.ProtectionDomain;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrs;
import org.urdma4j.verbs.QpCap;
import org.urdma4j.verbs.QpEndpoint;
import org.urdma4j.verbs.QpInitAttr;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

import java.util.List;

/**
 * Data from one host to another: as many messages as keep the transport busy, or one at a time.
 * Every message in flight goes to memory of its own, so that none has to wait for one before it.
 * WRITEs and SENDs are posted by the host that has the data, READs by the other.
 */
final class RdmaFlow implements Flow {
    private static final int ACCESS =
            AccessFlags.LOCAL_WRITE | AccessFlags.REMOTE_WRITE | AccessFlags.REMOTE_READ;
    private static final int MAX_DEPTH = 4096;

    /** READs outstanding: the most that the device has, as bench takes. */
    private static final int READS = 128;

    /**
     * Bandwidth-delay products that are posted at any time: messages complete in order, and at 5 %
     * loss some packet of four of them is still on its third way.
     */
    private static final int POSTED_BDP = 16;

    private final SimOptions options;
    private final Operation operation;
    private final SimulatedHost from;
    private final SimulatedHost to;
    private final VirtualTime time;
    private final OpenHosts hosts;
    private final long messageBytes;
    private final int depth;
    private final int receives;
    private final WorkCompletion[] polled = WorkCompletion.array(16);
    private final Histogram times = new Histogram(Summary.DIGITS);
    private final SendWr request = new SendWr();
    private final RecvWr receive = new RecvWr();
    private CompletionQueue completions;
    private CompletionQueue arrivals;
    private QueuePair qp;
    private QueuePair peer;
    private MemoryRegion source;
    private MemoryRegion target;
    private long posted;
    private long completed;
    private long received;
    private long postedAtNs;
    private String failure = "";

    RdmaFlow(
            SimOptions options,
            SimulatedHost from,
            SimulatedHost to,
            VirtualTime time,
            OpenHosts hosts) {
        this.hosts = hosts;
        this.options = options;
        this.operation = options.bulk().operation();
        this.from = from;
        this.to = to;
        this.time = time;
        this.messageBytes =
                options.oneAtATime() ? options.messageBytes() : options.bulk().messageBytes();
        this.depth = options.oneAtATime() ? 1 : bulkDepth(options);
        this.receives = operation.consumesReceive() ? 2 * depth : 0;
    }

    private static int bulkDepth(SimOptions options) {
        if (options.bulk().depth() > 0) {
            return options.bulk().depth();
        }
        long bdp = SimOptions.bdpBytes(options.rateBps(), options.rttNs());
        return (int) Math.min(MAX_DEPTH, POSTED_BDP * bdp / options.bulk().messageBytes() + 4);
    }

    @Override
    public void start() {
        SimulatedHost poster = operation.fetches() ? to : from;
        SimulatedHost other = operation.fetches() ? from : to;
        SoftContext here = hosts.open(poster);
        ProtectionDomain domain = here.allocPd();
        completions = here.createCq(2 * depth);
        qp = createQp(domain, completions);
        MemoryRegion own = register(domain);
        SoftContext there = hosts.open(other);
        ProtectionDomain remote = there.allocPd();
        arrivals = there.createCq(2 * depth);
        peer = createQp(remote, arrivals);
        MemoryRegion others = register(remote);
        source = operation.fetches() ? others : own;
        target = operation.fetches() ? own : others;
        connect(poster, other);
        hosts.application(other, this::onArrivals);
        hosts.application(poster, this::onTurn);
        for (int i = 0; i < receives; i++) {
            postReceive();
        }
        for (int i = 0; i < depth; i++) {
            post();
        }
    }

    private QueuePair createQp(ProtectionDomain domain, CompletionQueue cq) {
        QpCap cap = new QpCap(depth, Math.max(1, receives), 1, 1, 0);
        return domain.createQp(QpInitAttr.builder().cq(cq).cap(cap).build());
    }

    private MemoryRegion register(ProtectionDomain domain) {
        return domain.regMr(VirtualMemory.of(depth * messageBytes), ACCESS);
    }

    private void connect(SimulatedHost poster, SimulatedHost other) {
        QpEndpoint here = new QpEndpoint(qp.qpNum(), 0, poster.gid());
        QpEndpoint there = new QpEndpoint(peer.qpNum(), 0, other.gid());
        QpAttr attr = new QpAttr().pathMtu(pathMtu(options.payloadBytes())).qpAccessFlags(ACCESS);
        if (operation.fetches()) {
            attr.maxRdAtomic(READS).maxDestRdAtomic(READS);
        }
        options.profile().configure(attr, options, receives);
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

    private void onArrivals() {
        for (int n = arrivals.poll(polled); n > 0; n = arrivals.poll(polled)) {
            for (int i = 0; i < n; i++) {
                if (polled[i].isSuccess()) {
                    postReceive();
                }
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
            times.recordValue(time.nowNs() - postedAtNs);
        }
        if (options.messages() == 0 || posted < options.messages()) {
            post();
        }
    }

    private void post() {
        long offset = posted % depth * messageBytes;
        MemoryRegion local = operation.fetches() ? target : source;
        MemoryRegion remote = operation.fetches() ? source : target;
        request.wrId(posted)
                .opcode(opcode())
                .sendFlags(SendFlags.SIGNALED)
                .rdma(remote.addr() + offset, remote.rkey())
                .clearSges()
                .addSge(local.sge(offset, messageBytes));
        require(qp.postSend(request));
        posted++;
        postedAtNs = time.nowNs();
    }

    private WrOpcode opcode() {
        return switch (operation) {
            case SEND -> WrOpcode.SEND;
            case READ -> WrOpcode.RDMA_READ;
            default -> WrOpcode.RDMA_WRITE;
        };
    }

    private void postReceive() {
        long offset = received % depth * messageBytes;
        require(
                peer.postRecv(
                        receive.wrId(received)
                                .clearSges()
                                .addSge(target.sge(offset, messageBytes))));
        received++;
    }

    private static void require(PostStatus status) {
        if (status != PostStatus.OK) {
            throw new IllegalStateException("posting failed: " + status);
        }
    }

    @Override
    public boolean isOver() {
        return !failure.isEmpty() || (options.messages() > 0 && completed == options.messages());
    }

    /** Returns the largest path MTU of the verbs within {@code bytes}. */
    private static Mtu pathMtu(int bytes) {
        Mtu largest = Mtu.MTU_256;
        for (Mtu mtu : Mtu.values()) {
            largest = mtu.bytes() <= bytes ? mtu : largest;
        }
        return largest;
    }

    @Override
    public long completed() {
        return completed;
    }

    /** Of READs those of complete ones. */
    @Override
    public long placedBytes() {
        return operation.fetches() ? completed * messageBytes : received(EngineCount.PLACED_BYTES);
    }

    @Override
    public Histogram times() {
        return times;
    }

    @Override
    public String failure() {
        return failure;
    }

    @Override
    public List<RailStatistics> paths() {
        return sender() == null ? List.of() : PathQuery.railsOf(sender());
    }

    @Override
    public String state() {
        return sender() == null ? "" : PathQuery.of(sender()).state();
    }

    private QueuePair sender() {
        return operation.fetches() ? peer : qp;
    }

    @Override
    public long sent(EngineCount count) {
        return of(count, sender());
    }

    @Override
    public long received(EngineCount count) {
        return of(count, operation.fetches() ? qp : peer);
    }

    private static long of(EngineCount count, QueuePair pair) {
        return pair == null ? 0 : count.of(QpCounters.of(pair));
    }
}

package org.urdma4j.measure.fct;

import org.urdma4j.codec.ib.AckTimeout;
import org.urdma4j.measure.sim.VirtualMemory;
import org.urdma4j.simulation.host.SimulatedHost;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.CongestionControlType;
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
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.UrdmaTuning;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

import java.util.ArrayDeque;
import java.util.random.RandomGenerator;

/** Two hosts and queue pairs between them: a flow takes an idle one, or a new one. */
final class FctPair {
    /** Told when a flow is over. */
    @FunctionalInterface
    interface Over {
        /**
         * Takes note that a flow is over.
         *
         * @param flow its number
         * @param completed whether all of it arrived
         */
        void over(int flow, boolean completed);
    }

    private static final int ACCESS = AccessFlags.LOCAL_WRITE | AccessFlags.REMOTE_WRITE;
    private static final long MEMORY = 1L << 30;
    private static final int COMPLETIONS = 1 << 16;
    private static final int ROUND_TRIPS = 4;

    private final FctOptions options;
    private final SimulatedHost from;
    private final SimulatedHost to;
    private final RandomGenerator psns;
    private final Over over;
    private final ProtectionDomain domain;
    private final ProtectionDomain remote;
    private final CompletionQueue completions;
    private final CompletionQueue unused;
    private final MemoryRegion source;
    private final MemoryRegion target;
    private final ArrayDeque<QueuePair> idle = new ArrayDeque<>();
    private final QueuePair[] busy;
    private final SendWr request = new SendWr();
    private final WorkCompletion[] polled = WorkCompletion.array(16);

    FctPair(
            FctOptions options,
            SimulatedHost from,
            SimulatedHost to,
            RandomGenerator psns,
            Over over) {
        this.options = options;
        this.from = from;
        this.to = to;
        this.psns = psns;
        this.over = over;
        this.busy = new QueuePair[options.flows()];
        SoftContext here = from.open();
        SoftContext there = to.open();
        domain = here.allocPd();
        remote = there.allocPd();
        completions = here.createCq(COMPLETIONS);
        unused = there.createCq(2);
        source = domain.regMr(VirtualMemory.of(MEMORY), ACCESS);
        target = remote.regMr(VirtualMemory.of(MEMORY), ACCESS);
        from.application(this::onTurn);
    }

    void start(int flow, long bytes) {
        QueuePair qp = idle.isEmpty() ? connect() : idle.pop();
        busy[flow] = qp;
        request.wrId(flow)
                .opcode(WrOpcode.RDMA_WRITE)
                .sendFlags(SendFlags.SIGNALED)
                .rdma(target.addr(), target.rkey())
                .clearSges()
                .addSge(source.sge(0, bytes));
        if (qp.postSend(request) != PostStatus.OK) {
            throw new IllegalStateException("an idle queue pair takes no request");
        }
    }

    private QueuePair connect() {
        QpCap cap = new QpCap(2, 1, 1, 1, 0);
        QueuePair qp = domain.createQp(QpInitAttr.builder().cq(completions).cap(cap).build());
        QueuePair peer = remote.createQp(QpInitAttr.builder().cq(unused).cap(cap).build());
        QpEndpoint here = new QpEndpoint(qp.qpNum(), psns.nextInt(1 << 24), from.gid());
        QpEndpoint there = new QpEndpoint(peer.qpNum(), psns.nextInt(1 << 24), to.gid());
        QpAttr attr =
                new QpAttr()
                        .pathMtu(Mtu.ofBytes(options.mtu()))
                        .qpAccessFlags(ACCESS)
                        .timeout(AckTimeout.codeOf(ROUND_TRIPS * options.rttNs()));
        if (options.scheme() == FctScheme.SR) {
            UrdmaOffer offer = UrdmaOffer.builder().payloadBytes(options.mtu()).build();
            attr.urdmaOffer(offer)
                    .urdmaPeerOffer(offer)
                    .urdmaTuning(
                            UrdmaTuning.builder()
                                    .congestionControl(CongestionControlType.FIXED)
                                    .referenceRate(options.nicBps(), false)
                                    .build());
        }
        QpAttrs.connect(qp, here, there, attr);
        QpAttrs.connect(peer, there, here, attr);
        return qp;
    }

    private void onTurn() {
        for (int n = completions.poll(polled); n > 0; n = completions.poll(polled)) {
            for (int i = 0; i < n; i++) {
                int flow = (int) polled[i].wrId();
                boolean completed = polled[i].isSuccess();
                if (completed) {
                    idle.push(busy[flow]);
                }
                busy[flow] = null;
                over.over(flow, completed);
            }
        }
    }
}

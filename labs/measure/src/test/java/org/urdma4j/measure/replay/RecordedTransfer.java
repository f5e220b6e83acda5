package org.urdma4j.measure.replay;

import static org.assertj.core.api.Assertions.assertThat;

import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.codec.pcap.LinkType;
import org.urdma4j.codec.pcap.PcapWriter;
import org.urdma4j.simulation.host.SimulatedHost;
import org.urdma4j.simulation.host.SimulatedLink;
import org.urdma4j.simulation.host.SimulatedNetwork;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.loss.Bernoulli;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.counter.Counters;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.ProtectionDomain;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrs;
import org.urdma4j.verbs.QpEndpoint;
import org.urdma4j.verbs.QpInitAttr;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.UrdmaTuning;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.SplittableRandom;

/** A transfer over a lossy path in virtual time, in a capture made before its receiver. */
public final class RecordedTransfer {
    static final int WRITE_BYTES = 300_000;
    static final int SENDS = 3;
    static final int SEND_BYTES = 9_004; // packets of an odd length, where any is agreed on

    private static final int ACCESS =
            AccessFlags.LOCAL_WRITE
                    | AccessFlags.REMOTE_WRITE
                    | AccessFlags.REMOTE_READ
                    | AccessFlags.REMOTE_ATOMIC;
    private static final long MOST_NS = 60_000_000_000L;

    private final SimulatedNetwork network = new SimulatedNetwork(11, PayloadMover.COPYING);
    private final SimulatedHost[] hosts = {
        network.host("a", EngineConfig.DEFAULT), network.host("b", EngineConfig.DEFAULT)
    };
    private final SimulatedLink[] links = new SimulatedLink[2];
    private final QueuePair[] pairs = new QueuePair[2];
    private final MemoryRegion[] regions = new MemoryRegion[2];
    private final CompletionQueue[] queues = new CompletionQueue[2];

    private RecordedTransfer(Encapsulation encapsulation) {
        for (int i = 0; i < 2; i++) {
            links[i] =
                    network.link(
                            "" + i,
                            LinkConfig.builder()
                                    .rate(1_000_000_000)
                                    .delay(1_000_000)
                                    .loss(new Bernoulli(0.02))
                                    .build());
            network.route(hosts[i], hosts[1 - i], encapsulation, 3, links[i]);
        }
    }

    /** Records WRITEs, SENDs and an atomic operation from 10.0.0.1 to 10.0.0.2. */
    static Recorded of(Path file, Encapsulation encapsulation, boolean urdma, boolean fec)
            throws IOException {
        RecordedTransfer transfer = new RecordedTransfer(encapsulation);
        try (PcapWriter writer = PcapWriter.create(file, LinkType.ETHERNET)) {
            transfer.links[0].captureAtReceiver(writer);
            return transfer.run(urdma, fec);
        }
    }

    /** As {@link #of}, with what 10.0.0.2 sends in the capture, too. */
    public static void bothWays(Path file, Encapsulation encapsulation, boolean urdma, boolean fec)
            throws IOException {
        RecordedTransfer transfer = new RecordedTransfer(encapsulation);
        try (PcapWriter writer = PcapWriter.create(file, LinkType.ETHERNET)) {
            transfer.links[0].captureAtReceiver(writer);
            transfer.links[1].captureAtReceiver(writer);
            transfer.run(urdma, fec);
        }
    }

    /** What the receiver had in the end. */
    record Recorded(int qpn, int rkey, long address, MemorySegment memory, Counters counters) {
        long count(Counter counter) {
            return counters.get(counter);
        }
    }

    private Recorded run(boolean urdma, boolean fec) {
        QpEndpoint[] ends = new QpEndpoint[2];
        for (int i = 0; i < 2; i++) {
            SoftContext context = hosts[i].open();
            ProtectionDomain domain = context.allocPd();
            queues[i] = context.createCq(64);
            regions[i] = domain.regMr(Arena.ofAuto().allocate(WRITE_BYTES, 8), ACCESS);
            pairs[i] = domain.createQp(QpInitAttr.builder().cq(queues[i]).build());
            ends[i] = new QpEndpoint(pairs[i].qpNum(), 0xff_fff0 + i, hosts[i].gid());
        }
        byte[] random = new byte[WRITE_BYTES];
        new SplittableRandom(5).nextBytes(random);
        regions[0].segment().asByteBuffer().put(random);
        for (int i = 0; i < 2; i++) {
            QpAttrs.connect(pairs[i], ends[i], ends[1 - i], options(urdma, fec));
        }
        post();
        awaitCompletions(SENDS + 3);
        network.runUntil(() -> false, 1_000_000_000);
        return new Recorded(
                ends[1].qpn(),
                regions[1].rkey(),
                regions[1].addr(),
                regions[1].segment(),
                hosts[1].counters());
    }

    private static QpAttr options(boolean urdma, boolean fec) {
        QpAttr options = new QpAttr().qpAccessFlags(ACCESS);
        if (urdma) {
            UrdmaOffer offer = UrdmaOffer.builder().pathMtu(true).fec(fec ? 64 : 0).build();
            options.urdmaOffer(offer).urdmaPeerOffer(offer);
            if (fec) {
                options.urdmaTuning(UrdmaTuning.builder().fec("16,4").build());
            }
        }
        return options;
    }

    private void post() {
        for (int i = 0; i < SENDS; i++) {
            pairs[1].postRecv(new RecvWr().addSge(regions[1].sge(0, SEND_BYTES)));
        }
        for (int i = 0; i < SENDS; i++) {
            post(new SendWr().opcode(WrOpcode.SEND).addSge(regions[0].sge(0, SEND_BYTES)));
        }
        post(write(WrOpcode.RDMA_WRITE, 0, 100_000));
        post(write(WrOpcode.RDMA_WRITE, 100_000, WRITE_BYTES - 100_000));
        SendWr add = write(WrOpcode.ATOMIC_FETCH_AND_ADD, 0, 8);
        post(add.atomic(regions[1].addr() + 64, regions[1].rkey(), 7, 0));
    }

    private SendWr write(WrOpcode opcode, long at, long bytes) {
        return new SendWr()
                .opcode(opcode)
                .rdma(regions[1].addr() + at, regions[1].rkey())
                .addSge(regions[0].sge(at, bytes));
    }

    private void post(SendWr request) {
        assertThat(pairs[0].postSend(request.sendFlags(SendFlags.SIGNALED)))
                .isEqualTo(PostStatus.OK);
    }

    private void awaitCompletions(int wanted) {
        WorkCompletion[] some = WorkCompletion.array(wanted);
        int[] had = new int[1];
        assertThat(
                        network.runUntil(
                                () -> {
                                    int n = queues[0].poll(some);
                                    for (int i = 0; i < n; i++) {
                                        assertThat(some[i].status()).isEqualTo(WcStatus.SUCCESS);
                                    }
                                    had[0] += n;
                                    return had[0] == wanted;
                                },
                                MOST_NS))
                .isTrue();
    }
}

package org.urdma4j.measure.sim;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.simulation.host.HostStalls;
import org.urdma4j.simulation.host.SimulatedHost;
import org.urdma4j.simulation.host.SimulatedLink;
import org.urdma4j.simulation.host.SimulatedNetwork;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.link.LinkConfigBuilder;
import org.urdma4j.simulation.loss.LossSpec;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.qp.EngineConfig;

import java.util.SplittableRandom;

/**
 * Both hosts are away for 0.1 to 10 ms after 10 ms on average, as processes are on a machine with
 * too few cores. That may not be taken for a queue, for silence or for the path's rate.
 */
class BusyHostTest {
    private static final int SEEDS = 3;
    private static final long MS = 1_000_000;
    private static final long WARM_UP_NS = 1_000 * MS;
    private static final long END_NS = 4_000 * MS;

    private static final long GBPS = 1_000_000_000;

    /** A host that needs no time for what it sends. */
    private static final long UNLIMITED = 0;

    @ParameterizedTest
    @CsvSource({
        "1000000000, 20, none, 0.97",
        "1000000000, 20, 0.1%, 0.97",
        "1000000000, 80, 1%, 0.93",
        "2000000000, 0.05, none, 0.88"
    })
    void shouldFillThePathAllTheSame(long rate, double rttMs, String loss, double least) {
        assertThat(shareOfBound(rate, rttMs, loss, UNLIMITED)).isGreaterThan(least);
    }

    /** What was missed takes time to send, and that time isn't to be missed again. */
    @Test
    void shouldFillThePathFromAHostThatIsTwiceAsFast() {
        assertThat(shareOfBound(GBPS, 20, "none", 2 * GBPS)).isGreaterThan(0.96);
    }

    /**
     * Away for more than half of the time, by up to four times what the queue holds: without loss
     * half of the rate comes through. With loss it was a twentieth, for ever, since every report
     * let a whole window out at once.
     */
    @ParameterizedTest
    @CsvSource({"'ge:0.001,0.02,0.8'", "'burst:100ms,4ms,0.8'", "none"})
    void shouldNotCollapseBehindAShortQueue(String loss) {
        long endNs = 6_000 * MS;
        SimOptions options =
                SimOptions.builder()
                        .profile(Profile.URDMA)
                        .rateBps(GBPS / 5)
                        .rttNs(80 * MS)
                        .payloadBytes(1024)
                        .loss(LossSpec.parse(loss))
                        .timeNs(endNs)
                        .build();
        double shares = 0;
        for (int seed = 1; seed <= SEEDS; seed++) {
            SimulatedNetwork network = new SimulatedNetwork(seed, PayloadMover.BY_REFERENCE);
            EngineConfig engine = EngineConfig.builder().maxInFlightBytes(38 << 20).build();
            SimulatedHost from = network.host("a", engine);
            SimulatedHost to = network.host("b", engine);
            from.stalls(new HostStalls(new SplittableRandom(2L * seed), 5 * MS, MS, 20 * MS));
            to.stalls(new HostStalls(new SplittableRandom(2L * seed + 1), 5 * MS, MS, 20 * MS));
            LinkConfigBuilder link =
                    LinkConfig.builder().rate(GBPS / 5).delay(40 * MS).queue(GBPS / 5 / 8 / 200);
            network.route(to, from, network.link("back", link.build()));
            network.route(from, to, network.link("there", link.loss(options.loss()).build()));
            RdmaFlow flow = new RdmaFlow(options, from, to, network.time(), new OpenHosts());
            network.time().schedule(0, flow::start);
            network.time().runUntil(3_000 * MS);
            long before = flow.placedBytes();

            network.time().runUntil(endNs);

            double goodput = (flow.placedBytes() - before) * 8e9 / (endNs - 3_000 * MS);
            shares += goodput / options.boundBps();
        }
        assertThat(shares / SEEDS).isGreaterThan(0.12);
    }

    private static double shareOfBound(long rate, double rttMs, String loss, long hostRate) {
        SimOptions options =
                SimOptions.builder()
                        .profile(Profile.URDMA)
                        .rateBps(rate)
                        .rttNs((long) (rttMs * MS))
                        .loss(LossSpec.parse(loss))
                        .timeNs(END_NS)
                        .build();
        SimulatedNetwork network = new SimulatedNetwork(1, PayloadMover.BY_REFERENCE);
        EngineConfig engine = EngineConfig.builder().maxInFlightBytes(8 << 20).build();
        SimulatedHost from = busy(network.host("a", engine), 2);
        from.sendsAt(hostRate);
        SimulatedHost to = busy(network.host("b", engine), 3);
        LinkConfigBuilder link =
                LinkConfig.builder()
                        .rate(rate)
                        .delay(options.rttNs() / 2)
                        .queue((long) (rate / 8e3 * 20));
        SimulatedLink back = network.link("back", link.build());
        network.route(to, from, back);
        network.route(from, to, network.link("there", link.loss(options.loss()).build()));
        RdmaFlow flow = new RdmaFlow(options, from, to, network.time(), new OpenHosts());
        network.time().schedule(0, flow::start);

        network.time().runUntil(WARM_UP_NS);
        long before = flow.placedBytes();
        network.time().runUntil(END_NS);

        double goodput = (flow.placedBytes() - before) * 8e9 / (END_NS - WARM_UP_NS);
        return goodput / options.boundBps();
    }

    /**
     * A receiver that is slow for longer than a round trip makes the path look as if it had shrunk,
     * and then as fast as it can read what waits.
     */
    @Test
    void shouldNotTakeAReceiverThatCatchesUpForAFasterPath() {
        SimOptions options =
                SimOptions.builder()
                        .profile(Profile.URDMA)
                        .rateBps(5 * GBPS)
                        .rttNs(20 * MS)
                        .timeNs(END_NS)
                        .build();
        SimulatedNetwork network = new SimulatedNetwork(1, PayloadMover.BY_REFERENCE);
        EngineConfig engine = EngineConfig.builder().maxInFlightBytes(64 << 20).build();
        SimulatedHost from = network.host("a", engine);
        SimulatedHost to = network.host("b", engine);
        LinkConfigBuilder link =
                LinkConfig.builder().rate(5 * GBPS).delay(10 * MS).queue(5 * GBPS / 8 / 50);
        network.route(to, from, network.link("back", link.build()));
        network.route(from, to, network.link("there", link.build()));
        RdmaFlow flow = new RdmaFlow(options, from, to, network.time(), new OpenHosts());
        network.time().schedule(0, flow::start);
        to.receivesAt(15 * GBPS);
        for (long ns = WARM_UP_NS; ns < END_NS; ns += 500 * MS) {
            network.time().schedule(ns, () -> to.receivesAt(2 * GBPS));
            network.time().schedule(ns + 100 * MS, () -> to.receivesAt(15 * GBPS));
        }

        network.time().runUntil(END_NS);

        assertThat(flow.placedBytes() * 8e9 / END_NS / options.boundBps()).isGreaterThan(0.85);
        assertThat(flow.sent(EngineCount.RETRANSMITTED_PKTS)).isLessThan(500);
    }

    private static SimulatedHost busy(SimulatedHost host, long seed) {
        host.stalls(new HostStalls(new SplittableRandom(seed), 10 * MS, MS / 10, 10 * MS));
        return host;
    }
}

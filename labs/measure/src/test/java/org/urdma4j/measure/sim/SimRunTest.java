package org.urdma4j.measure.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.simulation.loss.Bernoulli;

import java.util.ArrayList;
import java.util.List;

/** Runs whose outcome can be told without running them: 10 Gbit/s, 1 ms, MTU 4096. */
class SimRunTest {
    private static final long RATE = 10_000_000_000L;
    private static final long RTT_NS = 1_000_000;
    private static final long MS = 1_000_000;

    /** Time of a full packet on the wire: 4096 + 82 bytes, and 16 of the first's RETH. */
    private static final double PACKET_NS = 4178 * 8e9 / RATE;

    private static SimOptionsBuilder options() {
        return SimOptions.builder().rateBps(RATE).rttNs(RTT_NS).timeNs(100 * MS);
    }

    private static SimResult run(SimOptionsBuilder options) {
        return SimRun.run(options.build(), _ -> {});
    }

    @Test
    void shouldFillACleanPath() {
        SimResult result = run(options());

        Measures all = result.all();
        assertThat(result.shareOfBound()).isBetween(0.999, 1.0001);
        // the first packet takes half a round trip, of 100 ms
        assertThat(all.goodputWholeBps() / all.boundBps()).isBetween(0.994, 0.9955);
        assertThat(all.retransmittedShare()).isZero();
        assertThat(all.duplicateShare()).isZero();
        assertThat(result.queueDrops()).isZero();
        assertThat(all.queueDelayP95Ns()).isLessThan(64_000 * 8e9 / RATE);
        // half a round trip on the way, 0.9 of one to deliver what it takes, to the next eighth
        assertThat(all.startupNs()).isBetween(1.4 * RTT_NS, 1.525 * RTT_NS);
        assertThat(result.jain()).isEqualTo(1);
        assertThat(all.failure()).isEmpty();
        assertThat(result.flows()).containsExactly(all);
    }

    @Test
    void shouldGiveTheSameForTheSameSeed() {
        SimOptionsBuilder lossy = options().loss(new Bernoulli(0.01));

        SimResult first = run(lossy);

        assertThat(run(lossy)).isEqualTo(first);
        assertThat(run(lossy.seed(2)).all()).isNotEqualTo(first.all());
    }

    /** As over sockets, where what fits the link is taken. */
    @ParameterizedTest
    @ValueSource(ints = {256, 1432, 8932, 16_384})
    void shouldCarryPayloadsOfAnySize(int bytes) {
        SimResult result =
                run(options().profile(Profile.URDMA).payloadBytes(bytes).timeNs(300 * MS));

        assertThat(result.all().failure()).isEmpty();
        assertThat(result.shareOfBound()).isBetween(0.8, 1.001);
        assertThat(result.all().boundBps())
                .isCloseTo((double) RATE * bytes / (bytes + 82), within(1.0));
    }

    /** B eta (1 - p) / (1 - p + p W), W the packets of a round trip. */
    @Test
    void shouldLoseByGoBackNWhatTheFormulaSays() {
        double loss = 0.01;
        double window = RTT_NS / PACKET_NS;
        double expected = 1 / (1 - loss + loss * window);

        SimResult result = run(options().loss(new Bernoulli(loss)).timeNs(1000 * MS));

        assertThat(result.shareOfBound()).isCloseTo(expected, within(0.15 * expected));
        assertThat(result.all().retransmittedShare()).isBetween(0.6, 0.8);
    }

    /** Go-back-N comes to a quarter of the bound here. */
    @Test
    void shouldLoseLittleBySelectiveRetransmission() {
        SimResult result =
                run(options().profile(Profile.URDMA).loss(new Bernoulli(0.01)).timeNs(500 * MS));

        Measures all = result.all();
        assertThat(result.shareOfBound()).isBetween(0.8, 1.001);
        assertThat(all.goodputWholeBps()).isLessThan(all.goodputSteadyBps());
        assertThat(all.retransmittedShare()).isBetween(0.008, 0.03);
        assertThat(all.repairShare()).isZero();
        // start-up doubles its rate from 128 packets of 299 on
        assertThat(all.startupNs()).isBetween(1.0 * RTT_NS, 20.0 * RTT_NS);
        assertThat(all.failure()).isEmpty();
    }

    /** A repair packet to 20 of data makes 1/21 of what is sent. */
    @Test
    void shouldCountRepairPackets() {
        SimResult result = run(options().profile(Profile.URDMA).fec("20,4"));

        assertThat(result.all().repairShare()).isBetween(1 / 22.0, 1 / 20.0);
    }

    /** A round trip, and the time of the packets one after another. */
    @Test
    void shouldTimeMessagesFromPostToCompletion() {
        SimResult result = run(options().messageBytes(1 << 20).messages(10).timeNs(10_000 * MS));

        double least = RTT_NS + 256 * PACKET_NS;
        assertThat(result.all().messages()).isEqualTo(10);
        assertThat(result.all().messageP50Ns()).isBetween(least, least + 2000);
        assertThat(result.all().messageP99Ns()).isBetween(least, least + 2000);
        assertThat((double) result.elapsedNs()).isBetween(10 * least, 10 * least + 20_000);
        assertThat(result.all().goodputWholeBps())
                .isCloseTo((10 << 23) * 1e9 / result.elapsedNs(), within(1.0));
    }

    @Test
    void shouldCountWhatABrokenConnectionHasMoved() {
        SimResult result = run(options().loss(new Bernoulli(1)).timeNs(1000 * MS));

        assertThat(result.all().failure()).startsWith("RETRY_EXC_ERR after 0.0");
        assertThat(result.all().goodputWholeBps()).isZero();
        assertThat(result.all().startupNs()).isNaN();
        assertThat(result.elapsedNs()).isEqualTo(1000 * MS);
    }

    @Test
    void shouldMeasureEachFlowAndHowFairTheyAre() {
        SimResult even = run(options().flows(2).staggerNs(10 * MS).referenceRateBps(RATE / 2));

        assertThat(even.flows()).hasSize(2);
        assertThat(even.jain()).isBetween(0.9999, 1.0);
        for (Measures flow : even.flows()) {
            assertThat(flow.goodputSteadyBps() / flow.boundBps()).isBetween(0.99, 1.001);
            assertThat(flow.startupNs()).isBetween(1.3 * RTT_NS, 1.8 * RTT_NS);
        }
        // the second flow has had nine tenths of the time
        Measures first = even.flows().get(0);
        Measures second = even.flows().get(1);
        assertThat(second.goodputWholeBps() / first.goodputWholeBps()).isBetween(0.99, 1.001);
        assertThat(even.all().goodputWholeBps())
                .isCloseTo(1.89 / 2 * even.all().boundBps(), within(0.01 * RATE));
    }

    @Test
    void shouldTellHowFarItIs() {
        List<Double> seen = new ArrayList<>();

        SimRun.run(options().timeNs(10 * MS).build(), seen::add);

        assertThat(seen).isSorted().hasSize(80).last().isEqualTo(1.0);
    }
}

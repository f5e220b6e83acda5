package org.urdma4j.measure.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.simulation.loss.Bernoulli;
import org.urdma4j.simulation.tcp.TcpFlow;

/** TCP in place of queue pairs, other traffic beside them, and traces of both. */
class BesideTest {
    private static final long MS = 1_000_000;

    private static SimOptionsBuilder path() {
        return SimOptions.builder().rateBps(100_000_000).rttNs(20 * MS).timeNs(4000 * MS);
    }

    private static SimResult run(SimOptionsBuilder options) {
        return SimRun.run(options.build(), _ -> {});
    }

    /** RFC 9438, 5.1: where Reno is faster CUBIC is as fast, sqrt(1.5 / p) packets a round trip. */
    @Test
    void shouldBeHeldDownByLossesAsTheFormulaOfCubicSays() {
        SimResult result =
                run(path().profile(Profile.CUBIC).loss(new Bernoulli(0.001)).timeNs(60_000 * MS));

        double expected = Math.sqrt(1.5 / 0.001) * 8 * TcpFlow.SEGMENT / 0.02;
        assertThat(result.all().goodputWholeBps()).isCloseTo(expected, within(0.25 * expected));
        assertThat(result.all().retransmittedShare()).isCloseTo(0.001, within(0.0005));
        assertThat(result.options().payloadBytes()).isEqualTo(TcpFlow.SEGMENT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"CUBIC", "BBR"})
    void shouldFillACleanPathByTcp(String profile) {
        SimResult result = run(path().profile(Profile.valueOf(profile)).flows(2));

        // TCP's headers are eight bytes longer than what the bound has
        assertThat(result.shareOfBound()).isBetween(0.9, 0.996);
        assertThat(result.flows()).hasSize(2);
        assertThat(result.all().failure()).isEmpty();
    }

    /** Frames at a constant rate yield to nobody: what is left is what the link has beside them. */
    @Test
    void shouldLeaveTheRestBesideAConstantRate() {
        SimResult result =
                run(path().profile(Profile.URDMA).beside(Beside.parse("udp:40M,udp:20M@2s")));

        Measures first = result.beside().getFirst();
        Measures second = result.beside().getLast();
        double frame = 1472.0 / 1538;
        assertThat(first.goodputSteadyBps()).isCloseTo(40e6 * frame, within(1e6));
        assertThat(second.goodputWholeBps()).isCloseTo(20e6 * frame, within(1e6));
        double left = 0.4 * 100e6 * 4096 / (4096 + 82);
        assertThat(result.all().goodputSteadyBps()).isBetween(0.8 * left, 1.02 * left);
    }

    @Test
    void shouldShareWithTcpFlowsOfTheirOwnCount() {
        SimResult result =
                run(path().profile(Profile.URDMA).beside(Beside.parse("cubic:2,bbr:1@1s")));

        assertThat(result.beside()).hasSize(3);
        assertThat(result.flows()).hasSize(1);
        assertThat(result.jain()).isEqualTo(1);
        assertThat(result.beside())
                .allSatisfy(flow -> {
                    assertThat(flow.goodputSteadyBps()).isPositive();
                    assertThat(flow.boundBps()).isNaN();
                });
        double all =
                result.all().goodputSteadyBps()
                        + result.beside().stream().mapToDouble(Measures::goodputSteadyBps).sum();
        assertThat(all).isBetween(0.85e8, 1e8);
    }

    /** Who looks changes nothing; goodput over all steps is what was placed. */
    @Test
    void shouldTraceWithoutChangingTheRun() {
        SimOptions options =
                path().profile(Profile.URDMA)
                        .loss(new Bernoulli(0.001))
                        .beside(Beside.parse("bbr:1@1s"))
                        .build();

        SimResult plain = SimRun.run(options, _ -> {});
        SimResult traced = SimRun.run(options, 20 * MS, _ -> {});

        assertThat(plain.trace()).isNull();
        assertThat(traced.all()).isEqualTo(plain.all());
        assertThat(traced.beside()).isEqualTo(plain.beside());
        SimTrace trace = traced.trace();
        assertThat(trace.points()).hasSize(200);
        assertThat(trace.points().getLast().atNs()).isEqualTo(4000 * MS);
        double placed =
                trace.points().stream().mapToDouble(it -> it.flows().getFirst().goodputBps()).sum();
        assertThat(placed / 200).isCloseTo(traced.all().goodputWholeBps(), within(1.0));
        long packet = 4096 + 82 + 16;
        assertThat(trace.points())
                .allSatisfy(it -> assertThat(it.queueBytes()).isBetween(0L, 250_000 + packet));
        assertThat(trace.points()).anySatisfy(it -> assertThat(it.queueBytes()).isPositive());
        assertThat(trace.points().stream().map(it -> it.flows().getFirst().state()))
                .contains("start-up", "steady", "probe-up", "probe-down");
        assertThat(trace.points().get(10).flows().getLast().state()).isEmpty();
        assertThat(trace.points().getLast().flows().getLast().state()).isEqualTo("probe-bw");
    }
}

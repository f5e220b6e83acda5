package org.urdma4j.measure.roce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.simulation.fabric.CableConfig;
import org.urdma4j.simulation.fabric.SwitchConfig;
import org.urdma4j.simulation.link.RedMarking;
import org.urdma4j.verbs.CongestionControlType;

/** What each scenario is known for, at 100 Gbit/s. */
class RoceRunTest {
    private static final double LINE = 100e9;
    private static final long MS = 1_000_000;
    private static final int PRIORITY = 3;
    private static final int OTHER = 4;

    /** Local acknowledge timeout of 1 ms, so that what a watchdog drops is soon sent again. */
    private static final int SHORT = 8;

    private static SwitchConfig.Builder switches() {
        return SwitchConfig.builder()
                .buffer(8 << 20)
                .lossless(1 << PRIORITY | 1 << OTHER)
                .marking(RedMarking.scaled((long) LINE));
    }

    private static RoceResult run(
            RoceScenario scenario,
            int senders,
            int victimPriority,
            SwitchConfig.Builder switches,
            CongestionControlType control,
            long timeNs) {
        RoceOptions options =
                new RoceOptions(
                        scenario,
                        Encapsulation.ROCE_V2_IPV4,
                        PRIORITY,
                        victimPriority,
                        senders,
                        CableConfig.DEFAULT,
                        switches.build(),
                        control,
                        2 << 20,
                        SHORT,
                        timeNs,
                        1);
        RoceResult result = RoceRun.run(options, _ -> {});
        assertThat(result.failure()).isEmpty();
        assertThat(result.elapsedNs()).isEqualTo(timeNs);
        return result;
    }

    private static RoceResult run(
            RoceScenario scenario, SwitchConfig.Builder switches, long timeNs) {
        CongestionControlType none = CongestionControlType.FIXED;
        return run(scenario, scenario.senders(), PRIORITY, switches, none, timeNs);
    }

    /** In RoCEv1, too, whose header is 12 bytes longer, with a tag of 4. */
    @ParameterizedTest
    @EnumSource
    void incastShouldLoseNothing(Encapsulation encapsulation) {
        RoceOptions options =
                new RoceOptions(
                        RoceScenario.INCAST,
                        encapsulation,
                        PRIORITY,
                        PRIORITY,
                        8,
                        CableConfig.DEFAULT,
                        switches().build(),
                        CongestionControlType.FIXED,
                        2 << 20,
                        SHORT,
                        4 * MS,
                        1);

        RoceResult result = RoceRun.run(options, _ -> {});

        int headers =
                switch (encapsulation) {
                    case ROCE_V1 -> 38 + 4 + 40 + 12 + 4;
                    case ROCE_V2_IPV4 -> 38 + 20 + 8 + 12 + 4;
                    case ROCE_V2_IPV6 -> 38 + 40 + 8 + 12 + 4;
                };
        double most = LINE * 4096 / (4096 + headers);
        assertThat(result.goodputBps()).isBetween(0.995 * most, 1.001 * most);
        assertThat(result.jain()).isGreaterThan(0.99);
        assertThat(result.totals().pauseFrames()).isPositive();
        assertThat(result.pausedShare()).isBetween(0.5, 0.9);
        assertThat(result.totals().overHeadroom() + result.totals().overThreshold()).isZero();
    }

    @Test
    void incastShouldLoseWithoutHeadroomOrFlowControl() {
        RoceResult half = run(RoceScenario.INCAST, switches().headroom(20_000), 4 * MS);
        assertThat(half.totals().overHeadroom()).isPositive();

        RoceResult none = run(RoceScenario.INCAST, switches().lossless(0), 4 * MS);
        assertThat(none.totals().overThreshold()).isPositive();
        assertThat(none.totals().pauseFrames()).isZero();
    }

    /** Of 50 Gbit/s that the cable has for it. */
    @Test
    void victimShouldSufferInThePausedPriorityAlone() {
        CongestionControlType none = CongestionControlType.FIXED;
        RoceResult same = run(RoceScenario.VICTIM, 8, PRIORITY, switches(), none, 4 * MS);
        RoceResult other = run(RoceScenario.VICTIM, 8, OTHER, switches(), none, 4 * MS);

        assertThat(same.flows().getLast().from()).isEqualTo("victim");
        assertThat(same.flows().getLast().goodputBps()).isBetween(0.05 * LINE, 0.3 * LINE);
        assertThat(other.flows().getLast().goodputBps()).isGreaterThan(0.8 * LINE);
    }

    @Test
    void stormShouldStopTheVictimUntilAWatchdogActs() {
        RoceResult without = run(RoceScenario.STORM, switches(), 8 * MS);
        assertThat(without.goodputBps()).isZero();
        assertThat(without.stillNs()).isGreaterThan(4 * MS);
        assertThat(without.points().getFirst().goodputBps().getLast()).isPositive();

        RoceResult with = run(RoceScenario.STORM, switches().watchdog(MS / 4, MS), 8 * MS);
        assertThat(with.totals().storms()).isPositive();
        assertThat(with.totals().byWatchdog()).isPositive();
        assertThat(with.flows().getLast().goodputBps()).isGreaterThan(0.75 * LINE);
    }

    /** No receiver pauses, and yet nothing moves any more. */
    @Test
    void ringShouldLockUntilAWatchdogActs() {
        RoceResult locked = run(RoceScenario.DEADLOCK, switches(), 8 * MS);
        assertThat(locked.goodputBps()).isZero();
        assertThat(locked.stillNs()).isGreaterThan(7 * MS);
        assertThat(locked.points().getLast().queueBytes()).isPositive();
        assertThat(locked.points().getLast().stoppedPorts()).isGreaterThanOrEqualTo(3);
        assertThat(locked.totals().overHeadroom()).isZero();

        RoceResult watched = run(RoceScenario.DEADLOCK, switches().watchdog(MS, MS), 16 * MS);
        assertThat(watched.totals().storms()).isPositive();
        assertThat(watched.goodputBps()).isPositive();

        RoceResult lossy = run(RoceScenario.DEADLOCK, switches().lossless(0), 8 * MS);
        assertThat(lossy.goodputBps()).isGreaterThan(0.5 * LINE);
    }

    /** Who is not stopped by others stops nobody: in the last quarter there is no pause left. */
    @Test
    void congestionControlShouldSparePauses() {
        CongestionControlType dcqcn = CongestionControlType.DCQCN;
        RoceResult with = run(RoceScenario.INCAST, 8, PRIORITY, switches(), dcqcn, 12 * MS);
        RoceResult without = run(RoceScenario.INCAST, switches(), 12 * MS);

        assertThat(with.totals().pauseFrames()).isLessThan(without.totals().pauseFrames() / 5);
        // after its first collapse it is on its way back
        assertThat(with.goodputBps()).isBetween(0.2 * LINE, LINE);
        assertThat(with.points().subList(150, 200)).allMatch(it -> it.stoppedPorts() == 0);
    }

    @Test
    void sameSeedShouldGiveTheSame() {
        RoceResult first = run(RoceScenario.VICTIM, switches(), MS);
        assertThat(run(RoceScenario.VICTIM, switches(), MS)).isEqualTo(first);
    }

    @Test
    void shouldRefuseWhatCantRun() {
        assertThatThrownBy(() -> RoceScenario.DEADLOCK.check(7)).hasMessageContaining("each of 3");
        assertThatThrownBy(() -> RoceScenario.INCAST.check(0)).hasMessageContaining("1 to 64");
        assertThatThrownBy(() -> run(RoceScenario.INCAST, switches().buffer(100_000), MS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("headroom");
        CongestionControlType rrcc = CongestionControlType.RRCC;
        assertThatThrownBy(() -> run(RoceScenario.INCAST, 8, PRIORITY, switches(), rrcc, MS))
                .hasMessageContaining("no reports");
    }
}

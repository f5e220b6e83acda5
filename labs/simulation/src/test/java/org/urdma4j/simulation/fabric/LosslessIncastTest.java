package org.urdma4j.simulation.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.simulation.fabric.Incast.LINE;
import static org.urdma4j.simulation.fabric.Incast.LOSSLESS;
import static org.urdma4j.simulation.fabric.Incast.MS;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.simulation.host.SimulatedPacket;
import org.urdma4j.simulation.loss.Occurrence;
import org.urdma4j.simulation.loss.Script;

/** Eight senders into one, all at 100 Gbit/s. */
class LosslessIncastTest {
    private static final SwitchConfig SWITCH = builder().build();

    private final Incast incast = new Incast();

    private static SwitchConfig.Builder builder() {
        return SwitchConfig.builder().buffer(8 << 20);
    }

    private FabricSwitch run(SwitchConfig config, CableConfig cable) {
        FabricSwitch s = incast.fabric.addSwitch("s", config);
        incast.eightIntoOne(s, cable);
        incast.run(MS);
        return s;
    }

    /** At 0, 200 m and 2 km. */
    @ParameterizedTest
    @ValueSource(longs = {0, 1000, 10_000})
    void shouldLoseNothingWithComputedHeadroom(long delayNs) {
        FabricSwitch s = run(SWITCH, CableConfig.DEFAULT.withDelay(delayNs));
        assertThat(s.pauseFramesSent()).isGreaterThan(8);
        assertThat(s.dropped()).isZero();
        assertThat(incast.totalRate(MS)).isGreaterThan(0.97 * LINE);
        assertThat(s.dropped()).isZero();
        for (int i = 1; i <= 8; i++) {
            assertThat(incast.arrivedBytes("s" + i)).as("sender %d", i).isPositive();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1000, 10_000})
    void shouldLoseWithHalfTheHeadroom(long delayNs) {
        CableConfig cable = CableConfig.DEFAULT.withDelay(delayNs);
        FabricSwitch s = run(builder().headroom(cable.headroomBytes() / 2).build(), cable);
        assertThat(s.ports().stream().mapToLong(port -> port.counters().droppedByHeadroom()).sum())
                .isPositive();
    }

    @Test
    void shouldLoseWithoutFlowControl() {
        FabricSwitch s = run(builder().lossless(0).build(), CableConfig.DEFAULT);
        assertThat(s.pauseFramesSent()).isZero();
        assertThat(s.ports().stream().mapToLong(port -> port.counters().droppedByThreshold()).sum())
                .isGreaterThan(1000);
    }

    /** Half of 336 us later each: the fourth frame is heard before 1 ms is over. */
    @Test
    void shouldRepeatPausesThatAreLost() {
        FabricSwitch s = incast.fabric.addSwitch("s", SWITCH);
        incast.eightIntoOne(s, CableConfig.DEFAULT);
        FabricPort sender = incast.fabric.port(incast.network.hosts().get(1));
        sender.peer()
                .cable()
                .script(
                        new Script<SimulatedPacket>()
                                .drop("PFC", Occurrence.first(), SimulatedPacket::isControl)
                                .corrupt("PFC", Occurrence.nth(2), SimulatedPacket::isControl));
        incast.run(MS / 10);
        assertThat(sender.counters().pfcReceived()).isZero();
        assertThat(sender.peer().counters().droppedByHeadroom()).isPositive();
        incast.run(MS);
        assertThat(sender.pauses().pauses(LOSSLESS)).isPositive();
    }

    @Test
    void shouldGiveBackAllMemory() {
        FabricSwitch s = incast.fabric.addSwitch("s", SWITCH);
        long free = s.freeBytes();
        var receiver = incast.eightIntoOne(s, CableConfig.DEFAULT);
        long reserved = 9 * CableConfig.DEFAULT.headroomBytes();
        incast.run(MS);
        assertThat(s.freeBytes()).isLessThan(free - reserved);
        incast.network.hosts().forEach(host -> host.application(() -> {}));
        incast.run(20 * MS);
        assertThat(s.freeBytes()).isEqualTo(free - reserved);
        assertThat(s.usedBytes(incast.fabric.port(receiver).peer(), LOSSLESS)).isZero();
        for (FabricPort port : s.ports()) {
            assertThat(port.peer().pauses().paused(incast.network.time().nowNs())).isZero();
        }
    }
}

package org.urdma4j.simulation.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.simulation.fabric.Incast.LINE;
import static org.urdma4j.simulation.fabric.Incast.LOSSLESS;
import static org.urdma4j.simulation.fabric.Incast.MS;

import org.junit.jupiter.api.Test;
import org.urdma4j.simulation.host.SimulatedHost;

/** A receiver that pauses for ever, two switches away from who sends to it and to another. */
class PauseStormTest {
    private final Incast incast = new Incast();
    private SimulatedHost broken;
    private FabricSwitch near;
    private FabricSwitch far;

    private static SwitchConfig.Builder small() {
        return SwitchConfig.builder().buffer(2 << 20);
    }

    private void build(SwitchConfig config) {
        CableConfig cable = CableConfig.DEFAULT;
        near = incast.fabric.addSwitch("near", config);
        far = incast.fabric.addSwitch("far", config);
        incast.fabric.connect(near, far, cable);
        broken = incast.host("broken", far, cable);
        SimulatedHost sound = incast.host("sound", far, cable);
        incast.write(incast.host("blocked", near, cable), broken, LOSSLESS);
        incast.write(incast.host("victim", near, cable), sound, LOSSLESS);
        incast.run(MS);
        assertThat(incast.rate("victim", MS)).isGreaterThan(0.45 * LINE);
        incast.fabric.port(broken).stop(LOSSLESS);
        incast.run(MS);
    }

    @Test
    void shouldStopItsUpstreamForEver() {
        build(small().build());
        assertThat(incast.rate("blocked", 10 * MS)).isZero();
        assertThat(incast.rate("victim", 10 * MS)).isZero();
        long nowNs = incast.network.time().nowNs();
        assertThat(
                        incast.network.hosts().stream()
                                .filter(host ->
                                        incast.fabric.port(host).pauses().isPaused(LOSSLESS, nowNs))
                                .map(SimulatedHost::name))
                .containsExactly("blocked", "victim");
        assertThat(near.dropped() + far.dropped()).isZero();
    }

    @Test
    void shouldGoOnWhenTheReceiverDoes() {
        build(small().build());
        incast.fabric.port(broken).resume(LOSSLESS);
        incast.run(MS);
        assertThat(incast.rate("victim", 3 * MS)).isGreaterThan(0.45 * LINE);
        assertThat(incast.rate("blocked", 3 * MS)).isGreaterThan(0.45 * LINE);
    }

    @Test
    void shouldBeEndedByTheWatchdog() {
        build(small().watchdog(5 * MS, 5 * MS).build());
        assertThat(incast.rate("victim", 3 * MS)).isZero();
        incast.run(4 * MS);
        assertThat(incast.rate("victim", 10 * MS)).isGreaterThan(0.9 * LINE);
        FabricPort towards = incast.fabric.port(broken).peer();
        assertThat(towards.counters().storms()).isEqualTo(1);
        assertThat(towards.counters().droppedByWatchdog()).isPositive();
        assertThat(near.dropped() + far.dropped())
                .isEqualTo(towards.counters().droppedByWatchdog());
    }

    @Test
    void shouldLetTheReceiverBackInOnceItIsSound() {
        build(small().watchdog(5 * MS, 5 * MS).build());
        incast.run(10 * MS);
        incast.fabric.port(broken).resume(LOSSLESS);
        incast.run(10 * MS);
        FabricPort towards = incast.fabric.port(broken).peer();
        long dropped = towards.counters().droppedByWatchdog();
        // the sender notices by its timeout of 67 ms
        incast.run(80 * MS);
        assertThat(incast.rate("blocked", MS)).isGreaterThan(0.4 * LINE);
        assertThat(towards.counters().droppedByWatchdog()).isEqualTo(dropped);
    }
}

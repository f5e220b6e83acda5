package org.urdma4j.simulation.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.simulation.fabric.Incast.LINE;
import static org.urdma4j.simulation.fabric.Incast.LOSSLESS;
import static org.urdma4j.simulation.fabric.Incast.MS;

import org.junit.jupiter.api.Test;
import org.urdma4j.simulation.host.SimulatedHost;

/**
 * Head-of-line blocking: a flow to an idle receiver shares the cable between two switches with one
 * of eight flows into a busy one.
 */
class VictimTest {
    private static final SwitchConfig SWITCH =
            SwitchConfig.builder().buffer(8 << 20).lossless(1 << 3 | 1 << 4).build();
    private static final double SHARE = LINE / 2.0;

    private final Incast incast = new Incast();
    private final FabricSwitch near = incast.fabric.addSwitch("near", SWITCH);
    private final FabricSwitch far = incast.fabric.addSwitch("far", SWITCH);

    private double victimRate(int priority) {
        CableConfig cable = CableConfig.DEFAULT;
        incast.fabric.connect(near, far, cable);
        SimulatedHost busy = incast.host("busy", far, cable);
        SimulatedHost idle = incast.host("idle", far, cable);
        incast.write(incast.host("culprit", near, cable), busy, LOSSLESS);
        for (int i = 2; i <= 8; i++) {
            incast.write(incast.host("s" + i, far, cable), busy, LOSSLESS);
        }
        incast.write(incast.host("victim", near, cable), idle, priority);
        incast.run(MS);
        double rate = incast.rate("victim", 3 * MS);
        assertThat(near.dropped() + far.dropped()).isZero();
        return rate;
    }

    @Test
    void shouldSufferInThePausedPriority() {
        assertThat(victimRate(LOSSLESS)).isBetween(0.05 * SHARE, 0.6 * SHARE);
    }

    @Test
    void shouldKeepItsShareInAnotherPriority() {
        assertThat(victimRate(4)).isGreaterThan(0.95 * SHARE);
    }
}

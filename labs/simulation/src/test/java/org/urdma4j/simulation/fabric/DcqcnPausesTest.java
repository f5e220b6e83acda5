package org.urdma4j.simulation.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.simulation.fabric.Incast.LINE;
import static org.urdma4j.simulation.fabric.Incast.LOSSLESS;
import static org.urdma4j.simulation.fabric.Incast.MS;

import org.junit.jupiter.api.Test;
import org.urdma4j.simulation.host.SimulatedHost;
import org.urdma4j.simulation.link.RedMarking;
import org.urdma4j.verbs.CongestionControlType;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.UrdmaTuning;

/**
 * DCQCN over a fabric that marks before it pauses: K_max is 1.6 MB, and eight ports reach their
 * thresholds with half of some 8 MB.
 */
class DcqcnPausesTest {
    private static final SwitchConfig SWITCH =
            SwitchConfig.builder().buffer(8 << 20).marking(RedMarking.scaled(LINE)).build();
    private static final CableConfig CABLE = CableConfig.DEFAULT;

    private static QpAttr dcqcn() {
        return new QpAttr()
                .urdmaTuning(
                        UrdmaTuning.builder()
                                .congestionControl(CongestionControlType.DCQCN)
                                .referenceRate(LINE, false)
                                .build());
    }

    private record Pauses(long frames, long ns) {}

    /** Eight into one, all from the first instant on, for 40 ms. */
    private static Pauses run(boolean controlled) {
        Incast incast = new Incast();
        FabricSwitch s = incast.fabric.addSwitch("s", SWITCH);
        SimulatedHost receiver = incast.host("r", s, CABLE);
        for (int i = 1; i <= 8; i++) {
            SimulatedHost sender = incast.host("s" + i, s, CABLE);
            incast.write(sender, receiver, LOSSLESS, controlled ? dcqcn() : new QpAttr());
        }
        incast.run(35 * MS);
        assertThat(incast.totalRate(5 * MS)).isGreaterThan(0.97 * LINE);
        assertThat(s.dropped()).isZero();
        long nowNs = incast.network.time().nowNs();
        long pausedNs =
                s.ports().stream()
                        .mapToLong(port -> port.peer().pauses().pausedNs(LOSSLESS, nowNs))
                        .sum();
        return new Pauses(s.pauseFramesSent(), pausedNs);
    }

    @Test
    void shouldPauseLessThanATenth() {
        Pauses without = run(false);
        Pauses with = run(true);
        assertThat(without.frames()).isGreaterThan(1000);
        assertThat(with.frames()).isLessThan(without.frames() / 10);
        assertThat(with.ns()).isLessThan(without.ns() / 10);
    }

    /** The victim of VictimTest, in the priority of the others. */
    @Test
    void shouldGiveTheVictimItsShareBack() {
        Incast incast = new Incast();
        FabricSwitch near = incast.fabric.addSwitch("near", SWITCH);
        FabricSwitch far = incast.fabric.addSwitch("far", SWITCH);
        incast.fabric.connect(near, far, CABLE);
        SimulatedHost busy = incast.host("busy", far, CABLE);
        SimulatedHost idle = incast.host("idle", far, CABLE);
        incast.write(incast.host("culprit", near, CABLE), busy, LOSSLESS, dcqcn());
        for (int i = 2; i <= 8; i++) {
            incast.write(incast.host("s" + i, far, CABLE), busy, LOSSLESS, dcqcn());
        }
        incast.write(incast.host("victim", near, CABLE), idle, LOSSLESS, dcqcn());
        incast.run(15 * MS);
        assertThat(incast.rate("victim", 15 * MS)).isGreaterThan(0.95 * LINE / 2);
    }
}

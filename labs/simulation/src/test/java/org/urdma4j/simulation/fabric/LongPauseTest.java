package org.urdma4j.simulation.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.simulation.fabric.Incast.LINE;
import static org.urdma4j.simulation.fabric.Incast.LOSSLESS;
import static org.urdma4j.simulation.fabric.Incast.MS;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.urdma4j.simulation.host.SimulatedHost;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.verbs.QpAttr;

/** A host that is stopped for fifty times its transport timer, by a switch whose way on is. */
class LongPauseTest {
    private static final long PAUSE = 52 * MS;

    /** 4.096 µs times 2 to the power of 8: a millisecond. */
    private static final int TIMEOUT = 8;

    private final Incast incast = new Incast();
    private SimulatedHost sender;
    private FabricPort receiving;

    @BeforeEach
    void build() {
        SwitchConfig small = SwitchConfig.builder().buffer(2 << 20).build();
        FabricSwitch s = incast.fabric.addSwitch("s", small);
        SimulatedHost receiver = incast.host("r", s, CableConfig.DEFAULT);
        sender = incast.host("a", s, CableConfig.DEFAULT);
        receiving = incast.fabric.port(receiver);
        QpAttr impatient = new QpAttr().timeout(TIMEOUT).retryCnt(1);
        incast.write(sender, receiver, LOSSLESS, impatient);
    }

    private void assertUnharmed() {
        assertThat(incast.rate("a", MS)).isGreaterThan(0.95 * LINE);
        assertThat(sender.counters().get(Counter.LOCAL_ACK_TIMEOUT_ERR)).isZero();
        assertThat(sender.counters().get(Counter.RETRANSMITTED_PKTS)).isZero();
    }

    @Test
    void nothingShouldTimeOut() {
        incast.run(MS);
        receiving.stop(LOSSLESS);
        incast.run(PAUSE);
        assertThat(incast.rate("a", MS)).isZero();

        receiving.resume(LOSSLESS);
        incast.run(MS);

        assertUnharmed();
    }

    /** When nobody says that the pause is over, it ends with its quanta: after 336 µs. */
    @Test
    void aPauseThatEndsByItselfShouldLetTheHostGoOn() {
        long nowNs = incast.network.time().nowNs();
        incast.fabric.port(sender).pauses().pause(LOSSLESS, FabricPort.QUANTA, nowNs);
        assertThat(incast.rate("a", 330 * Incast.US)).isZero();
        incast.run(MS);

        assertUnharmed();
    }
}

package org.urdma4j.simulation.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.simulation.host.Peer;
import org.urdma4j.simulation.host.SimulatedHost;
import org.urdma4j.simulation.host.SimulatedNetwork;
import org.urdma4j.simulation.host.SimulatedPacket;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.AhAttr;
import org.urdma4j.verbs.GlobalRoute;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrs;
import org.urdma4j.verbs.QpEndpoint;
import org.urdma4j.verbs.WcStatus;

import java.util.ArrayList;
import java.util.List;

/** What crosses switches, when, and by which queues. */
class FabricTest {
    private static final long GBIT_100 = 100_000_000_000L;
    private static final CableConfig CABLE = new CableConfig(GBIT_100, 1000, 600, 4200);

    private final SimulatedNetwork network = new SimulatedNetwork(1, PayloadMover.COPYING);
    private final Fabric fabric = new Fabric(network);

    private SimulatedHost host(String name, FabricSwitch at, CableConfig cable) {
        SimulatedHost host = network.host(name, EngineConfig.DEFAULT);
        fabric.connect(host, at, cable);
        return host;
    }

    /** Every byte, with ICRCs checked, in each kind of frame and in the queue that it names. */
    @ParameterizedTest
    @EnumSource
    void shouldCarryEveryByteInItsPriority(Encapsulation encapsulation) {
        FabricSwitch s = fabric.addSwitch("s", SwitchConfig.builder().build());
        FabricSwitch t = fabric.addSwitch("t", SwitchConfig.builder().build());
        FabricPort trunk = fabric.connect(s, t, CABLE);
        SimulatedHost a = host("a", s, CABLE);
        SimulatedHost b = host("b", t, CABLE);
        fabric.route(a, b, encapsulation, 5);
        Peer from = new Peer(a, 1 << 20);
        Peer to = new Peer(b, 1 << 20);
        Peer.connect(from, to);
        from.fill(7);
        from.post(from.write(to, 0, 1 << 20));
        network.run();
        assertThat(from.only().status()).isEqualTo(WcStatus.SUCCESS);
        assertThat(to.memory.mismatch(from.memory)).isEqualTo(-1);
        assertThat(b.counters().get(Counter.DROPPED_ICRC)).isZero();
        for (int priority = 0; priority < 8; priority++) {
            assertThat(trunk.counters().sent(priority) > 0).isEqualTo(priority == 5);
        }
    }

    /** Two queue pairs of the same hosts, one of which asks for a priority of its own. */
    @ParameterizedTest
    @EnumSource
    void shouldTakeThePriorityOfAnAddressVector(Encapsulation encapsulation) {
        FabricSwitch s = fabric.addSwitch("s", SwitchConfig.builder().build());
        SimulatedHost a = host("a", s, CABLE);
        SimulatedHost b = host("b", s, CABLE);
        fabric.route(a, b, encapsulation, 1);
        SoftContext contextOfA = a.open();
        SoftContext contextOfB = b.open();
        Peer plainA = new Peer(a, contextOfA, 64);
        Peer.connect(plainA, new Peer(b, contextOfB, 64));
        Peer from = new Peer(a, contextOfA, 64 << 10);
        Peer to = new Peer(b, contextOfB, 64 << 10);
        QpEndpoint endOfA = new QpEndpoint(from.qp.qpNum(), 100, a.gid());
        QpEndpoint endOfB = new QpEndpoint(to.qp.qpNum(), 200, b.gid());
        QpAttrs.connect(from.qp, endOfA, endOfB, asking(b, 6));
        QpAttrs.connect(to.qp, endOfB, endOfA, asking(a, 2));
        from.fill(3);
        from.post(from.write(to, 0, 64 << 10));
        network.run();
        assertThat(from.only().status()).isEqualTo(WcStatus.SUCCESS);
        assertThat(to.memory.mismatch(from.memory)).isEqualTo(-1);
        PortCounters there = fabric.port(a).counters();
        PortCounters back = fabric.port(b).counters();
        assertThat(there.sent(6)).isEqualTo(16);
        assertThat(back.sent(2)).isPositive();
        assertThat(there.sent(1) + back.sent(1) + there.sent(0) + back.sent(0)).isZero();
    }

    /** Both fields say the priority; each kind of frame has but one of them. */
    private static QpAttr asking(SimulatedHost to, int priority) {
        GlobalRoute grh = new GlobalRoute(to.gid(), 0, 0, 64, priority << 5 | 1);
        return new QpAttr().qpAccessFlags(Peer.ALL_ACCESS).ahAttr(new AhAttr(grh, priority, 1));
    }

    /**
     * A WRITE of 4096 bytes in one packet, RoCEv2 over IPv4: 4096 + 12 + 16 + 70 bytes on the wire,
     * 335.52 ns at 100 Gbit/s, stored and forwarded once; its acknowledgement is 16 + 70 bytes,
     * 6.88 ns. Each crosses two cables of 1 us.
     */
    @Test
    void shouldTakeTheTimeOfTheWires() {
        FabricSwitch s = fabric.addSwitch("s", SwitchConfig.builder().build());
        SimulatedHost a = host("a", s, CABLE);
        SimulatedHost b = host("b", s, CABLE);
        fabric.route(a, b, 0);
        Peer from = new Peer(a, 4096);
        Peer to = new Peer(b, 4096);
        Peer.connect(from, to);
        network.run();
        long begin = network.time().nowNs();
        from.post(from.write(to, 0, 4096));
        assertThat(network.runUntil(() -> from.completions(1), 1_000_000)).isTrue();
        assertThat(network.time().nowNs() - begin).isEqualTo(2 * (1000 + 335) + 2 * (1000 + 6));
    }

    /** Two priorities into one cable share it by bytes; a strict one goes first. */
    @Test
    void shouldTakeTurnsUnlessAPriorityIsStrict() {
        assertThat(order(new PriorityQueues(0), 1, 4)).isEqualTo(List.of(1, 1, 4, 4, 1, 1, 4, 4));
        assertThat(order(new PriorityQueues(1 << 4), 1, 4))
                .isEqualTo(List.of(4, 4, 4, 4, 1, 1, 1, 1));
        assertThat(order(new PriorityQueues(0xff), 1, 4))
                .isEqualTo(List.of(4, 4, 4, 4, 1, 1, 1, 1));
        PriorityQueues paused = new PriorityQueues(0xff);
        paused.add(frame(), null, 4);
        paused.add(frame(), null, 1);
        assertThat(paused.next(1 << 4)).isEqualTo(1);
        assertThat(paused.next(1 << 4 | 1 << 1)).isEqualTo(PriorityQueues.NONE);
    }

    private SimulatedPacket frame() {
        return network.controlFrame(4100);
    }

    private List<Integer> order(PriorityQueues queues, int one, int other) {
        for (int i = 0; i < 4; i++) {
            queues.add(frame(), null, one);
            queues.add(frame(), null, other);
        }
        List<Integer> order = new ArrayList<>();
        for (int next = queues.next(0); next != PriorityQueues.NONE; next = queues.next(0)) {
            order.add(next);
            queues.removeFirst(next);
        }
        return order;
    }

    @Test
    void shouldTakeTheFewestCables() {
        FabricSwitch s = fabric.addSwitch("s", SwitchConfig.builder().build());
        FabricSwitch t = fabric.addSwitch("t", SwitchConfig.builder().build());
        FabricSwitch u = fabric.addSwitch("u", SwitchConfig.builder().build());
        FabricPort detour = fabric.connect(s, u, CABLE);
        fabric.connect(u, t, CABLE);
        FabricPort direct = fabric.connect(s, t, CABLE);
        SimulatedHost a = host("a", s, CABLE);
        SimulatedHost b = host("b", t, CABLE);
        fabric.route(a, b, 0);
        Peer from = new Peer(a, 4096);
        Peer to = new Peer(b, 4096);
        Peer.connect(from, to);
        from.post(from.write(to, 0, 4096));
        network.run();
        assertThat(direct.counters().sent(0)).isEqualTo(1);
        assertThat(detour.counters().sent(0)).isZero();
    }

    @Test
    void shouldRefuseWhatHasNoCable() {
        FabricSwitch s = fabric.addSwitch("s", SwitchConfig.builder().build());
        FabricSwitch alone = fabric.addSwitch("alone", SwitchConfig.builder().build());
        SimulatedHost a = host("a", s, CABLE);
        SimulatedHost b = host("b", alone, CABLE);
        SimulatedHost c = network.host("c", EngineConfig.DEFAULT);
        assertThatThrownBy(() -> fabric.route(a, b, 0)).hasMessageContaining("no cables lead");
        assertThatThrownBy(() -> fabric.route(a, c, 0)).hasMessageContaining("need a cable");
        assertThatThrownBy(() -> fabric.route(a, a, 0)).hasMessageContaining("need a cable");
        assertThatThrownBy(() -> fabric.connect(a, s, CABLE)).hasMessageContaining("already");
        network.route(a, b, fabric.port(a).peer());
        network.route(b, a, fabric.port(b));
        Peer from = new Peer(a, 64);
        Peer.connect(from, new Peer(b, 64));
        from.post(from.write(from, 0, 64));
        assertThatThrownBy(network::run).hasMessageContaining("let Fabric.route");
        fabric.connect(s, alone, CABLE);
        assertThatThrownBy(() -> fabric.route(a, b, 8)).hasMessageContaining("priority 8");
    }

    @Test
    void shouldSayWhatHeadroomACableNeeds() {
        // 12.5 bytes a nanosecond for 2600 ns, two frames of 4224 bytes, a PFC frame of 84
        assertThat(CABLE.headroomBytes()).isEqualTo(32_500 + 8448 + 84);
    }
}

package org.urdma4j.leafspine.balance;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.leafspine.event.EventQueue;
import org.urdma4j.leafspine.net.Node;
import org.urdma4j.leafspine.net.Noise;
import org.urdma4j.leafspine.net.Packet;
import org.urdma4j.leafspine.net.PacketKind;
import org.urdma4j.leafspine.net.PacketPool;
import org.urdma4j.leafspine.net.Port;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

class BalancersTest {
    private static final int CABLES = 12;
    private static final int PACKETS = 12_000;

    private final EventQueue events = new EventQueue();
    private final PacketPool pool = new PacketPool();
    private final Port[] ports = new Port[CABLES];
    private long nowPs;

    BalancersTest() {
        for (int i = 0; i < CABLES; i++) {
            ports[i] = new Port("p" + i, events, new Sink(), i, 100_000_000_000L, 1000);
            Port.connect(ports[i], new Port("q" + i, events, new Sink(), i, 100_000_000_000L, 0));
        }
    }

    private static final class Sink implements Node {
        @Override
        public void receive(Packet packet, int port) {
            // nobody asks
        }

        @Override
        public boolean pulls() {
            return false;
        }

        @Override
        public Packet pull(int port) {
            return null;
        }

        @Override
        public void leaving(Packet packet, int port) {
            // as it is
        }

        @Override
        public void lost(Packet packet, boolean held) {
            // nobody asks
        }
    }

    private Packet packet(int flow) {
        Packet packet = pool.take(PacketKind.DATA, flow, 0, 1, 4178);
        packet.entropy = Noise.mix(flow + 99L);
        return packet;
    }

    private int[] shares(Balancer balancer, boolean oneFlow) {
        int[] counts = new int[CABLES];
        for (int i = 0; i < PACKETS; i++) {
            counts[balancer.choose(packet(oneFlow ? 1 : i), ports)]++;
        }
        return counts;
    }

    private static void assertEven(int[] counts) {
        // five standard deviations of a binomial
        double mean = (double) PACKETS / CABLES;
        assertThat(Arrays.stream(counts).boxed())
                .allMatch(count -> Math.abs(count - mean) < 5 * Math.sqrt(mean));
    }

    @Test
    void ecmpShouldKeepAFlowAndSpreadFlows() {
        Balancer ecmp = new HashBalancer(3);

        assertThat(Arrays.stream(shares(ecmp, true)).filter(count -> count > 0)).hasSize(1);
        assertEven(shares(ecmp, false));
    }

    @Test
    void switchesShouldHashDifferentlyUnlessPolarised() {
        Balancer first = LoadBalance.ECMP.balancer(new Noise(1), () -> 0);
        Balancer second = LoadBalance.ECMP.balancer(new Noise(2), () -> 0);
        Balancer polarised = LoadBalance.ECMP_POLARISED.balancer(new Noise(1), () -> 0);
        Balancer alike = LoadBalance.ECMP_POLARISED.balancer(new Noise(2), () -> 0);
        Port[] four = Arrays.copyOf(ports, 4);
        int same = 0;
        for (int i = 0; i < PACKETS; i++) {
            Packet packet = packet(i);
            same += first.choose(packet, ports) == second.choose(packet, ports) ? 1 : 0;
            int up = polarised.choose(packet, ports);
            assertThat(alike.choose(packet, ports)).isEqualTo(up);
            // the cable up fixes the cable down: those behind each other hash alike
            assertThat(alike.choose(packet, four)).isEqualTo(up % 4);
        }

        assertThat(same).isBetween(PACKETS / CABLES - 160, PACKETS / CABLES + 160);
    }

    @Test
    void sprayShouldSpreadOneFlow() {
        assertEven(shares(new SprayBalancer(new Noise(4)), true));
    }

    @Test
    void adaptiveShouldTakeTheShortestQueue() {
        Balancer adaptive = new AdaptiveBalancer(new Noise(5));
        assertEven(shares(adaptive, true));
        for (int i = 0; i < CABLES; i++) {
            if (i != 7) {
                // the first leaves at once, the second waits
                ports[i].enqueue(packet(i));
                ports[i].enqueue(packet(i));
            }
        }

        assertThat(shares(adaptive, true)[7]).isEqualTo(PACKETS);
    }

    @Test
    void aFlowletShouldStayUntilAPause() {
        Balancer flowlet = new FlowletBalancer(new Noise(6), 100, () -> nowPs);
        Set<Integer> chosen = new HashSet<>();
        int first = flowlet.choose(packet(1), ports);
        for (int i = 0; i < 50; i++) {
            nowPs += 100;
            assertThat(flowlet.choose(packet(1), ports)).isEqualTo(first);
        }
        for (int i = 0; i < 200; i++) {
            nowPs += 101;
            chosen.add(flowlet.choose(packet(1), ports));
        }

        assertThat(chosen).hasSize(CABLES);
    }

    @Test
    void aFlowletShouldLeaveADeadCable() {
        Balancer flowlet = new FlowletBalancer(new Noise(6), 100, () -> nowPs);
        int first = flowlet.choose(packet(1), ports);
        ports[first].fail();
        Port[] live = Arrays.stream(ports).filter(port -> !port.isDown()).toArray(Port[]::new);

        int then = flowlet.choose(packet(1), live);

        assertThat(live[then].isDown()).isFalse();
        assertThat(flowlet.choose(packet(1), live)).isEqualTo(then);
    }

    @Test
    void aGroupShouldUseANamedCableUntilItIsSeenDead() {
        CableGroup group = new CableGroup(ports, new HashBalancer(1), new HashBalancer(2));
        assertThat(group.choose(packet(1), 5)).isEqualTo(5);
        ports[5].fail();
        assertThat(group.choose(packet(1), 5)).isEqualTo(5);

        group.look();

        for (int i = 0; i < 100; i++) {
            assertThat(group.choose(packet(i), 5)).isNotEqualTo(5);
            assertThat(group.choose(packet(i), -1)).isNotEqualTo(5);
        }
        assertThat(group.places()).hasSize(CABLES - 1).doesNotContain(5);
    }
}

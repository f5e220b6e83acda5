package org.urdma4j.simulation.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.simulation.host.ForeignPort;
import org.urdma4j.simulation.host.SimulatedHost;
import org.urdma4j.simulation.host.SimulatedNetwork;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.queue.Ecn;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.qp.EngineConfig;

import java.util.Arrays;

/** TCP flows alone and beside each other, against RFC 9438, the BBR draft and Linux. */
class TcpFlowTest {
    @ParameterizedTest
    @CsvSource({
        // queue in BDP, least of the link, least and most decreases in 60 s
        // a quarter: the region of Reno, 61 packets at 0.53 a round trip of 22 ms
        "0.25, 0.96, 18, 28",
        // the cube root of 0.3 × 325 packets ÷ 0.4: 6.2 s
        "1, 0.99, 7, 14",
        // of 0.3 × 975: 9 s
        "5, 0.99, 4, 8"
    })
    void shouldSawAsCubicDoes(double queue, double least, int fewest, int most) {
        TcpPath path = new TcpPath(1, 100, 20, queue);
        TcpFlow flow = path.cubic();
        path.runUntil(10);
        int before = ((Cubic) flow.control()).decreases();

        double[] shares = path.shares(10, 70);

        assertThat(shares[0]).isBetween(least, 1.001);
        assertThat(((Cubic) flow.control()).decreases() - before).isBetween(fewest, most);
    }

    @Test
    void shouldLeaveSlowStartBeforeItOverflowsTheQueue() {
        TcpPath with = new TcpPath(1, 100, 40, 1);
        with.start(new Cubic(true));
        TcpPath without = new TcpPath(1, 100, 40, 1);
        without.start(new Cubic(false));

        with.runUntil(2);
        without.runUntil(2);

        long lost = without.flows.getFirst().lost();
        assertThat(lost).isGreaterThan(100);
        assertThat(with.flows.getFirst().lost()).isLessThan(lost / 5);
    }

    /** Mathis: 1.3 packets ÷ √p in a round trip, in the region of Reno: some 6.5 Mbit/s here. */
    @Test
    void shouldGetAsCubicWhatRandomLossLeaves() {
        TcpPath path = new TcpPath(2, 100, 20, 1, "1%");
        path.cubic();

        assertThat(path.shares(5, 65)[0]).isBetween(0.05, 0.13);
    }

    @ParameterizedTest
    @CsvSource({
        // queue in BDP, loss, share of the link, longest mean queue in ms
        "0.25, none, 0.95, 5",
        "1, none, 0.95, 6",
        "5, none, 0.95, 6",
        "1, 1%, 0.93, 6"
    })
    void shouldFillTheLinkAsBbrDoes(double queue, String loss, double least, double queueMs) {
        TcpPath path = new TcpPath(3, 100, 20, queue, loss);
        path.bbr();

        assertThat(path.shares(5, 45)[0]).isBetween(least, 1.001);
        assertThat(path.meanQueueNs()).isLessThan(queueMs * 1e6);
    }

    @Test
    void shouldShowTheEmptyPathEveryTenSeconds() {
        TcpPath path = new TcpPath(4, 100, 20, 5);
        TcpFlow flow = path.bbr();
        int probes = 0;
        for (double at = 0.1; at < 60; at += 0.1) {
            String before = flow.control().state();
            path.runUntil(at);
            boolean now = flow.control().state().equals("PROBE_RTT");
            probes += now && !before.equals("PROBE_RTT") ? 1 : 0;
        }

        assertThat(probes).isBetween(4, 6);
    }

    @Test
    void shouldShareAmongCubics() {
        TcpPath path = new TcpPath(5, 100, 20, 1);
        path.cubic();
        path.runUntil(3);
        path.cubic();

        double[] shares = path.shares(20, 100);

        assertThat(Arrays.stream(shares).sum()).isGreaterThan(0.98);
        assertThat(shares[1]).isBetween(0.35, 0.65);
    }

    /** Version 1 starves CUBIC behind short queues and yields to it behind long ones. */
    @ParameterizedTest
    @CsvSource({
        // queue in BDP, BBR first, share of CUBIC from, to
        "0.25, true, 0.01, 0.15",
        "0.25, false, 0.01, 0.15",
        "1, true, 0.05, 0.3",
        "5, false, 0.5, 0.8",
        "5, true, 0.4, 0.8"
    })
    void shouldMeetAsLinuxDoes(double queue, boolean bbrFirst, double least, double most) {
        TcpPath path = new TcpPath(6, 100, 20, queue);
        TcpFlow first = bbrFirst ? path.bbr() : path.cubic();
        path.runUntil(2);
        if (bbrFirst) {
            path.cubic();
        } else {
            path.bbr();
        }

        double[] shares = path.shares(10, 70);

        assertThat(first.arrived()).isPositive();
        assertThat(shares[bbrFirst ? 1 : 0]).isBetween(least, most);
        assertThat(shares[0] + shares[1]).isGreaterThan(0.94);
    }

    @Test
    void shouldComeBackAfterSilence() {
        TcpPath path = new TcpPath(7, 100, 20, 1);
        path.cubic();
        path.bbr();
        path.runUntil(3);
        path.there.kill();
        path.runUntil(5);
        path.there.revive();

        double[] shares = path.shares(12, 22);

        assertThat(shares[0]).isGreaterThan(0.05);
        assertThat(shares[1]).isGreaterThan(0.05);
        assertThat(shares[0] + shares[1]).isGreaterThan(0.9);
    }

    @Test
    void shouldRunTheSameTwice() {
        TcpPath one = new TcpPath(8, 100, 20, 0.25);
        TcpPath other = new TcpPath(8, 100, 20, 0.25);
        for (TcpPath path : new TcpPath[] {one, other}) {
            path.bbr();
            path.cubic();
            path.runUntil(10);
        }

        assertThat(one.flows.getFirst().arrived()).isEqualTo(other.flows.getFirst().arrived());
        assertThat(one.flows.getLast().lost()).isEqualTo(other.flows.getLast().lost());
    }

    @Test
    void shouldStop() {
        TcpPath path = new TcpPath(9, 100, 20, 1);
        TcpFlow flow = path.cubic();
        path.runUntil(2);
        flow.stop();
        path.runUntil(2.1);
        long arrived = flow.arrived();
        path.runUntil(5);

        assertThat(flow.arrived()).isEqualTo(arrived);
    }

    @Test
    void shouldSayWhereNoRouteLeads() {
        SimulatedNetwork network = new SimulatedNetwork(1, PayloadMover.BY_REFERENCE);
        SimulatedHost a = network.host("a", EngineConfig.DEFAULT);
        SimulatedHost b = network.host("b", EngineConfig.DEFAULT);
        ForeignPort port = new ForeignPort(network, a, (number, marked) -> {});

        assertThatIllegalArgumentException()
                .isThrownBy(() -> port.send(b, 100, 1, Ecn.NOT_ECT, 0))
                .withMessage("no route leads from a to b");

        network.route(a, b, network.link("there", LinkConfig.builder().build()));
        assertThatIllegalArgumentException().isThrownBy(() -> port.send(b, 8, 1, Ecn.NOT_ECT, 0));
    }
}

package org.urdma4j.simulation.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.urdma4j.simulation.host.SimulatedHost;

import java.util.List;
import java.util.SplittableRandom;

class WebFlowsTest {
    private static WebFlows start(TcpPath path, double mbps) {
        SimulatedHost[] pair = path.pair("web");
        return new WebFlows(path.network, pair[0], pair[1], mbps * 1e6, path.random.split())
                .start();
    }

    /** Of a bounded Pareto distribution: the mean, and what is beyond a size. */
    @Test
    void shouldHaveSizesWithAHeavyTail() {
        SplittableRandom random = new SplittableRandom(1);
        double sum = 0;
        int above16 = 0;
        int above160 = 0;
        int draws = 1_000_000;
        for (int i = 0; i < draws; i++) {
            double bytes = WebFlows.bytes(random);
            assertThat(bytes).isBetween(WebFlows.LEAST_BYTES, WebFlows.MOST_BYTES);
            sum += bytes;
            above16 += bytes > 16_000 ? 1 : 0;
            above160 += bytes > 160_000 ? 1 : 0;
        }

        assertThat(sum / draws / WebFlows.meanBytes()).isCloseTo(1, within(0.05));
        assertThat((double) above16 / draws).isCloseTo(Math.pow(4, -1.2), within(0.002));
        assertThat((double) above160 / draws).isCloseTo(Math.pow(40, -1.2), within(0.001));
    }

    /** Poisson: as many as the load asks for, and their variance is their mean. */
    @Test
    void shouldComeAtRandom() {
        TcpPath path = new TcpPath(1, 1000, 2, 1);
        WebFlows web = start(path, 50);
        int seconds = 40;
        int slots = 10 * seconds;
        double mean = 50e6 / 8 / WebFlows.meanBytes() / 10;
        double squares = 0;
        int before = 0;
        for (int i = 1; i <= slots; i++) {
            path.runUntil(i / 10.0);
            double off = web.begun() - before - mean;
            squares += off * off;
            before = web.begun();
        }

        assertThat(web.begun() / mean / slots).isCloseTo(1, within(0.05));
        assertThat(squares / slots / mean).isBetween(0.75, 1.3);
    }

    /** Ten packets take half a round trip, 30 one and a half: the initial window, doubled. */
    @Test
    void shouldTakeTheRoundTripsOfSlowStart() {
        TcpPath path = new TcpPath(2, 1000, 20, 1);
        WebFlows web = start(path, 2);
        path.runUntil(60);
        List<WebFlows.Finished> finished = web.finished();

        assertThat(finished.size()).isBetween(web.begun() - 5, web.begun());
        assertThat(finished)
                .filteredOn(flow -> flow.packets() <= 10)
                .hasSizeGreaterThan(300)
                .allMatch(flow -> flow.ns() > 10_000_000 && flow.ns() < 11_500_000);
        assertThat(finished)
                .filteredOn(flow -> flow.packets() > 10 && flow.packets() <= 30)
                .hasSizeGreaterThan(20)
                .allMatch(flow -> flow.ns() > 30_000_000 && flow.ns() < 32_500_000);
    }

    @Test
    void shouldEndWhateverIsLost() {
        TcpPath path = new TcpPath(3, 100, 20, 1, "2%");
        WebFlows web = start(path, 5);
        path.runUntil(30);
        int begun = web.begun();
        path.runUntil(60);

        long slow = web.finished().stream().filter(flow -> flow.ns() > 5_000_000_000L).count();
        assertThat(web.finished().size()).isGreaterThan(begun);
        assertThat(slow).isLessThan(web.begun() / 20);
    }

    @Test
    void shouldTakeTheirPartOfAFullLink() {
        TcpPath path = new TcpPath(4, 50, 20, 1);
        WebFlows web = start(path, 10);
        path.cubic();
        path.runUntil(10);
        long before = web.arrived();
        double share = path.shares(10, 70)[0];
        double ofWeb = 8.0 * 1538 * (web.arrived() - before) / 50e6 / 60;

        assertThat(ofWeb).isBetween(0.1, 0.4);
        assertThat(share + ofWeb).isGreaterThan(0.95);
    }

    @Test
    void shouldStop() {
        TcpPath path = new TcpPath(5, 50, 20, 1);
        WebFlows web = start(path, 10);
        path.runUntil(5);
        web.stop();
        path.network.run(); // nothing is left to happen

        assertThat(path.network.packetsOutside()).isZero();
        int begun = web.begun();
        path.runUntil(100);
        assertThat(web.begun()).isEqualTo(begun);
    }

    @Test
    void shouldSayThatTheyBringSomething() {
        TcpPath path = new TcpPath(6, 50, 20, 1);
        for (double none : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> start(path, none))
                    .withMessageContaining("more than 0 bit/s");
        }
    }
}

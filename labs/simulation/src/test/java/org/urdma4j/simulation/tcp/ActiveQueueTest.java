package org.urdma4j.simulation.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.simulation.host.SimulatedHost;
import org.urdma4j.simulation.link.LinkCounters;
import org.urdma4j.simulation.media.MediaFlow;
import org.urdma4j.simulation.queue.QueueType;

/** TCP flows behind queues that are managed: full use, and the delay that each aims at. */
class ActiveQueueTest {
    private static TcpPath path(QueueType queue) {
        return new TcpPath(1, 50, 20, 10, "none", queue);
    }

    @ParameterizedTest
    @CsvSource({
        // queue, ECN, flows, least use, shortest and longest mean delay in ms
        "FQ_CODEL, false, 1, 0.93, 0.5, 7",
        "FQ_CODEL, false, 4, 0.97, 1, 10",
        "FQ_CODEL, true, 4, 0.97, 1, 10",
        "PIE, false, 1, 0.95, 3, 20",
        "PIE, false, 4, 0.97, 8, 20",
        "PIE, true, 4, 0.97, 8, 20",
        "DUALPI2, false, 1, 0.95, 3, 20",
        "DUALPI2, false, 4, 0.97, 8, 20",
        "DUALPI2, true, 4, 0.97, 8, 20"
    })
    void shouldFillTheLinkAtTheDelayItAimsAt(
            QueueType queue,
            boolean ecn,
            int flows,
            double least,
            double shortest,
            double longest) {
        TcpPath path = path(queue);
        for (int i = 0; i < flows; i++) {
            path.start(new Cubic(true, ecn));
        }
        path.runUntil(10);
        LinkCounters counters = path.there.counters();
        long dropped = counters.droppedByQueue();
        long marked = counters.ecnMarked();

        double use = 0;
        for (double share : path.shares(10, 40)) {
            use += share;
        }

        String found =
                "use %s delay %s ms dropped %d marked %d"
                        .formatted(
                                use,
                                path.meanQueueNs() / 1e6,
                                counters.droppedByQueue() - dropped,
                                counters.ecnMarked() - marked);
        assertThat(use).as(found).isBetween(least, 1.001);
        assertThat(path.meanQueueNs() / 1e6).as(found).isBetween(shortest, longest);
        if (ecn) {
            assertThat(counters.droppedByQueue()).as(found).isEqualTo(dropped);
            assertThat(counters.ecnMarked()).as(found).isGreaterThan(marked);
        } else {
            assertThat(counters.droppedByQueue()).as(found).isGreaterThan(dropped);
            assertThat(counters.ecnMarked()).as(found).isZero();
        }
    }

    /** Behind one queue BBR takes most of it, and a thin flow waits as long as the others. */
    @Test
    void shouldKeepFlowsApartWithFqCoDel() {
        TcpPath path = path(QueueType.FQ_CODEL);
        path.cubic();
        path.start(new Reno());
        path.bbr();
        SimulatedHost[] pair = path.pair("3");
        new MediaFlow(path.network, pair[0], pair[1], 100_000, 100_000, 1, false).start();

        double[] shares = path.shares(10, 40);

        for (double share : shares) {
            assertThat(share).isBetween(0.29, 0.37);
        }
        assertThat(path.meanQueueNs(3)).isLessThan(1e6);
    }

    /** What the coupling is for: like rates of both kinds, and no delay for one of them. */
    @ParameterizedTest
    @CsvSource({"1, 1", "2, 2", "1, 3"})
    void shouldShareBetweenClassicAndScalableWithDualPi2(int classic, int scalable) {
        TcpPath path = path(QueueType.DUALPI2);
        for (int i = 0; i < classic; i++) {
            path.start(new Reno(true));
        }
        for (int i = 0; i < scalable; i++) {
            path.start(new Dctcp());
        }

        double[] shares = path.shares(15, 60);

        double ofClassic = 0;
        double ofScalable = 0;
        for (int i = 0; i < shares.length; i++) {
            if (i < classic) {
                ofClassic += shares[i] / classic;
            } else {
                ofScalable += shares[i] / scalable;
            }
        }
        String found =
                "classic %s after %s ms, scalable %s after %s ms"
                        .formatted(
                                ofClassic,
                                path.meanQueueNs(0) / 1e6,
                                ofScalable,
                                path.meanQueueNs(classic) / 1e6);
        assertThat(ofClassic / ofScalable).as(found).isBetween(0.5, 2.0);
        assertThat(classic * ofClassic + scalable * ofScalable).as(found).isGreaterThan(0.96);
        assertThat(path.meanQueueNs(0) / 1e6).as(found).isBetween(8.0, 20.0);
        assertThat(path.meanQueueNs(classic) / 1e6).as(found).isLessThan(2);
    }

    @ParameterizedTest
    @CsvSource({"FQ_CODEL", "PIE", "DUALPI2"})
    void shouldLoseNothingItDoesNotCount(QueueType queue) {
        TcpPath path = path(queue);
        TcpFlow flow = path.start(new Cubic(false));
        path.runUntil(5);
        flow.stop();
        path.runUntil(15);

        LinkCounters counters = path.there.counters();
        assertThat(counters.delivered() + counters.dropped()).isEqualTo(counters.offered());
        assertThat(flow.arrived()).isEqualTo(counters.delivered());
        assertThat(path.network.packetsOutside()).isZero();
    }

    @Test
    void shouldForgetWhatWaitsWhenTheLinkIsCleared() {
        TcpPath path = path(QueueType.FQ_CODEL);
        TcpFlow flow = path.start(new Cubic(false));
        path.runUntil(1);
        flow.stop();
        path.there.clear(path.network.time().nowNs());
        path.runUntil(3);

        assertThat(path.network.packetsOutside()).isZero();
    }
}

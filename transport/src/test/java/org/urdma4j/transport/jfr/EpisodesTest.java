package org.urdma4j.transport.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.QpStatistics;
import org.urdma4j.verbs.QpType;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What samples say of stalls and losses, in virtual time. */
class EpisodesTest {
    private static final long PERIOD = 100_000_000;
    private static final int PAYLOAD = 1000;

    private final List<String> told = new ArrayList<>();
    private final Episodes episodes =
            new Episodes(
                    new Episodes.Listener() {
                        @Override
                        public void onStall(String reason) {
                            told.add("stall " + reason);
                        }

                        @Override
                        public void onStallOver() {
                            told.add("moves");
                        }

                        @Override
                        public void onLoss() {
                            told.add("loss");
                        }

                        @Override
                        public void onLossOver(long again, long sent) {
                            told.add("whole %d of %d".formatted(again, sent));
                        }
                    });
    private final Map<String, Long> counters = new HashMap<>();
    private long nowNs = -5 * PERIOD;
    private long rtt = 1;
    private long inFlight;
    private long window = Long.MAX_VALUE;
    private long pacing;

    private void count(String counter, long by) {
        counters.merge(counter, by, Long::sum);
    }

    private void sample(int outstanding, int unacknowledged) {
        QpStatistics statistics =
                new QpStatistics(
                        7,
                        8,
                        QpType.RC,
                        QpState.RTS,
                        "192.0.2.1",
                        "urdma",
                        "",
                        rtt,
                        rtt,
                        inFlight,
                        window,
                        pacing,
                        0,
                        0,
                        PAYLOAD,
                        Map.copyOf(counters));
        episodes.take(new Sample(statistics, outstanding, unacknowledged), nowNs);
        nowNs += PERIOD;
    }

    @Test
    void shouldTellOfSilenceUntilSomethingIsAcknowledged() {
        inFlight = 5000;
        sample(1, 3);
        sample(1, 4);
        assertThat(told).isEmpty();
        sample(1, 4);
        sample(1, 4);
        assertThat(told).containsExactly("stall silence");
        sample(1, 5);
        assertThat(told).containsExactly("stall silence", "moves");
    }

    @Test
    void shouldSayWhatIsWaitedFor() {
        sample(1, 3);
        count("rcvd_rnr_err", 1);
        count("rcvd_pkts", 1);
        sample(1, 3);
        sample(1, 4);
        window = 999;
        sample(1, 4);
        sample(1, 5);
        window = Long.MAX_VALUE;
        pacing = PAYLOAD; // a packet takes 8 s
        sample(1, 5);
        sample(1, 6);
        pacing = 0;
        sample(1, 6);
        assertThat(told)
                .containsExactly(
                        "stall receives",
                        "moves",
                        "stall window",
                        "moves",
                        "stall pacing",
                        "moves",
                        "stall other");
        episodes.end();
        assertThat(told).endsWith("moves").hasSize(8);
    }

    @Test
    void shouldNotTakeIdlenessReadsOrLongRoundTripsForStalls() {
        sample(0, 3);
        sample(0, 3);
        sample(1, 3); // posted just now
        assertThat(told).isEmpty();
        count("placed_bytes", 1);
        sample(1, 3);
        rtt = PERIOD; // an answer can't be here before
        sample(1, 3);
        sample(1, 3);
        assertThat(told).isEmpty();
        sample(1, 3);
        assertThat(told).hasSize(1);
        sample(0, 3);
        assertThat(told).hasSize(2);
    }

    @Test
    void shouldTellOfLossesFromTheFirstToTheLast() {
        count("sent_pkts", 100);
        count("retransmitted_pkts", 40);
        sample(0, 3);
        for (int i = 0; i < 3; i++) {
            count("sent_pkts", 10);
            count("retransmitted_pkts", 2);
            sample(0, 3);
        }
        assertThat(told).containsExactly("loss");
        count("sent_pkts", 10);
        sample(0, 3);
        assertThat(told).containsExactly("loss", "whole 6 of 40");
        count("retransmitted_pkts", 1);
        sample(0, 3);
        episodes.end();
        assertThat(told).endsWith("loss", "whole 1 of 0");
    }
}

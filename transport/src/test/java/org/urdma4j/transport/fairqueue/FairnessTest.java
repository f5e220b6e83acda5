package org.urdma4j.transport.fairqueue;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.urdma4j.congestion.Feedback;

import java.util.List;

class FairnessTest {
    private static final long MS = 1_000_000;
    private static final long RTT = 20 * MS;
    private static final int PACKET = 1000;
    private static final int LENGTH = 4 * PACKET;

    /** The path's, each ms. */
    private static final int PACKETS = 100;

    private final SharedPath path = new SharedPath();
    private final Fairness fairness = new Fairness(path);
    private final SfqEntry ahead = turn();
    private final SfqEntry behind = turn();
    private long nowNs = MS;

    private static SfqEntry turn() {
        return new SfqEntry(1, 1, LENGTH, 100 * LENGTH);
    }

    @BeforeEach
    void twoThatShareAPath() {
        for (int i = 0; i < 500; i++) {
            arrive(PACKETS);
        }
        for (SfqEntry entry : List.of(ahead, behind)) {
            fairness.setActive(entry, true);
            entry.onSent(PACKET, PACKET);
            hear(entry, false);
        }
        ahead.charge(100 * LENGTH);
    }

    /** A ms goes by in which so many packets of both arrive. */
    private void arrive(int packets) {
        nowNs += MS;
        path.onReport((long) packets * PACKET, packets, 0, RTT, RTT, true, nowNs);
    }

    private void hear(SfqEntry entry, boolean capped) {
        Feedback report = new Feedback();
        report.nowNs = nowNs;
        entry.onReport(report, PACKET, RTT, capped, true);
    }

    /** Returns which part of the path's rate the one ahead has while the other sends so much. */
    private double use(int packetsOfBehind, int ms) {
        long sent = 0;
        for (int i = 0; i < ms; i++) {
            hear(behind, false);
            fairness.onSent((long) packetsOfBehind * PACKET);
            int all = packetsOfBehind;
            while (all < 2 * PACKETS && fairness.mayGo(ahead, nowNs)) {
                fairness.onSent(LENGTH);
                sent += LENGTH;
                all += LENGTH / PACKET;
            }
            arrive(Math.min(all, PACKETS));
        }
        return (double) sent / PACKET / PACKETS / ms;
    }

    @Test
    void shouldLetThoseGoWhoAreBehind() {
        for (int i = 0; i < 100; i++) {
            fairness.onSent(LENGTH);
            assertThat(fairness.mayGo(behind, nowNs)).isTrue();
        }
    }

    @Test
    void shouldKeepSomethingFreeForThem() {
        assertThat(use(0, 500)).isCloseTo(0.95, Percentage.withPercentage(2));
        assertThat(use(50, 500)).isCloseTo(0.45, Percentage.withPercentage(4));
        assertThat(use(90, 500)).isBetween(0.04, 0.07);
    }

    @Test
    void shouldKeepItNoLongerThanTheyAreBehind() {
        use(0, 100);
        behind.charge(98 * LENGTH);
        assertThat(use(0, 500)).isGreaterThan(1.5);
    }

    @Test
    void shouldGiveItUpIfItIsNotFound() {
        assertThat(use(10, 250 * 20)).isLessThan(0.89);
        assertThat(use(10, 200 * 20)).isGreaterThan(0.9);
    }

    @Test
    void shouldKeepNothingForOneWithNothingToSend() {
        behind.onNothingToSend();
        assertThat(fairness.isHungry(behind, nowNs)).isFalse();
        for (int i = 0; i < 100; i++) {
            fairness.onSent(LENGTH);
            assertThat(fairness.mayGo(ahead, nowNs)).isTrue();
        }
    }

    @Test
    void shouldKeepNothingForOneThatMaySendNoMore() {
        hear(behind, true);
        assertThat(fairness.isHungry(behind, nowNs)).isFalse();
        hear(behind, false);
        assertThat(fairness.isHungry(behind, nowNs)).isTrue();
    }

    @Test
    void shouldKeepNothingForOneThatLostEverything() {
        behind.onAllLost();
        assertThat(fairness.isHungry(behind, nowNs)).isFalse();
    }

    @Test
    void shouldKeepNothingForOneThatIsSilent() {
        behind.inFlight = PACKET;
        assertThat(fairness.isHungry(behind, nowNs)).isTrue();
        nowNs += 10 * RTT;
        assertThat(fairness.isHungry(behind, nowNs)).isFalse();
    }

    @Test
    void shouldForgetThoseWhoHaveGone() {
        SfqEntry third = turn();
        fairness.setActive(third, true);
        fairness.setActive(behind, false);
        fairness.setActive(ahead, false);
        assertThat(fairness.active()).isEqualTo(1);
        assertThat(third.isActive()).isTrue();
        fairness.setActive(third, false);
        assertThat(fairness.active()).isZero();
        assertThat(third.isActive()).isFalse();
    }
}

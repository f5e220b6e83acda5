package org.urdma4j.transport.fairqueue;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.congestion.Feedback;

import java.util.ArrayList;
import java.util.List;

class PeerFairQueueTest {
    private static final long MS = 1_000_000;
    private static final int PACKET = 1000;
    private static final int COST = 200;
    private static final int LENGTH = 4 * PACKET;
    private static final long LIMIT = 20 * PACKET;

    private final List<Integer> woken = new ArrayList<>();
    private final PeerFairQueue fairQueue = new PeerFairQueue(woken::add);
    private final List<SfqEntry> few = new ArrayList<>();
    private int numbers;
    private long nowNs = MS;

    private SfqEntry turn() {
        return turn(1);
    }

    private SfqEntry turn(int weight) {
        return new SfqEntry(numbers++, weight, LENGTH, LIMIT);
    }

    /** Sends what it may of so many packets, and returns how many that were. */
    private int send(SfqEntry entry, int packets) {
        entry.join(fairQueue);
        long allowed = entry.allow((long) packets * PACKET, nowNs);
        int sent = (int) (allowed / PACKET);
        for (int i = 0; i < sent; i++) {
            entry.onSent(PACKET, PACKET + COST);
        }
        if (sent == packets) {
            entry.end();
        }
        return sent;
    }

    private void arrived(SfqEntry entry, long inFlight) {
        Feedback report = new Feedback();
        report.nowNs = nowNs;
        report.rttNs = MS;
        entry.onReport(report, inFlight, MS, false, true);
    }

    /** As many as need no limit, and one more, have a packet in flight. */
    private void fill() {
        for (int i = 0; i <= PeerFairQueue.FEW; i++) {
            SfqEntry entry = turn();
            few.add(entry);
            assertThat(send(entry, 1)).isEqualTo(1);
        }
    }

    /** Beyond these, the limit is reached. */
    private void fillToTheLimit() {
        fill();
        while (fairQueue.inFlightBytes() < LIMIT) {
            SfqEntry entry = turn();
            few.add(entry);
            send(entry, 4);
        }
    }

    @Test
    void shouldLeaveOneAlone() {
        SfqEntry entry = turn();
        assertThat(send(entry, 1000)).isEqualTo(1000);
        assertThat(send(entry, 1000)).isEqualTo(1000);
        assertThat(fairQueue.active()).isEqualTo(1);
    }

    @Test
    void shouldNotLimitWhatAFewHaveInFlight() {
        for (int i = 0; i < PeerFairQueue.FEW; i++) {
            assertThat(send(turn(), 1000)).isEqualTo(1000);
        }
        assertThat(fairQueue.active()).isEqualTo(PeerFairQueue.FEW);
        assertThat(fairQueue.waiting()).isZero();
    }

    @Test
    void shouldGiveNoMoreThanATurnWhereThereAreMany() {
        fill();
        assertThat(send(turn(), 1000)).isEqualTo(4);
    }

    @Test
    void shouldLetThoseWaitWhoFindTheLimitReached() {
        fillToTheLimit();
        SfqEntry late = turn();

        assertThat(send(late, 1)).isZero();
        assertThat(late.isWaiting()).isTrue();
        assertThat(send(late, 1)).isZero();
        assertThat(woken).isEmpty();
    }

    @Test
    void shouldServeThoseFirstWhoWaitedLongest() {
        fillToTheLimit();
        SfqEntry first = turn();
        SfqEntry second = turn();
        send(first, 4);
        send(second, 4);

        SfqEntry third = turn();
        send(third, 4);
        arrived(few.getLast(), 0);
        assertThat(woken).containsExactly(first.qpn, second.qpn);
        assertThat(send(few.getLast(), 4)).isZero();
        assertThat(send(first, 8)).isEqualTo(4);
        assertThat(send(first, 4)).isZero();
        assertThat(send(second, 4)).isEqualTo(4);
        few.forEach(entry -> arrived(entry, 0));

        assertThat(woken).startsWith(first.qpn, second.qpn, third.qpn, few.getLast().qpn);
    }

    @Test
    void shouldServeTheHeavierMoreOften() {
        fillToTheLimit();
        SfqEntry light = turn();
        SfqEntry heavy = turn(3);
        int turnsOfHeavy = 0;
        for (SfqEntry next : takeTurns(light, heavy, 400)) {
            turnsOfHeavy += next == heavy ? 1 : 0;
        }
        assertThat(turnsOfHeavy).isBetween(298, 302);
    }

    /** One at a time sends, and asks for the next turn; returns whose turn it was. */
    private List<SfqEntry> takeTurns(SfqEntry one, SfqEntry other, int count) {
        assertThat(send(one, 8)).isZero();
        assertThat(send(other, 8)).isZero();
        arrived(few.getLast(), 3 * PACKET);
        List<SfqEntry> taken = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            assertThat(woken).hasSize(i + 1);
            SfqEntry next = woken.getLast() == one.qpn ? one : other;
            assertThat(send(next, 8)).isEqualTo(4);
            assertThat(send(next, 8)).isZero();
            arrived(next, 0);
            taken.add(next);
        }
        return taken;
    }

    /** It is before those who send all the time, whatever they have waited. */
    @Test
    void shouldServeNextWhoHasHadNothing() {
        fillToTheLimit();
        SfqEntry one = turn();
        SfqEntry other = turn();
        takeTurns(one, other, 11);
        SfqEntry fresh = turn();
        assertThat(send(fresh, 1)).isZero();

        SfqEntry next = woken.getLast() == one.qpn ? one : other;
        send(next, 8);
        send(next, 8);
        arrived(next, 0);
        assertThat(woken).endsWith(fresh.qpn);
    }

    /** Who has room isn't kept by those behind it who have none. */
    @Test
    void shouldNotLetTheFirstWaitForTheRest() {
        fillToTheLimit();
        SfqEntry busy = few.getLast(); // has had a turn already
        assertThat(send(busy, 4)).isZero();

        SfqEntry fresh = new SfqEntry(numbers++, 1, LENGTH, 10 * LIMIT);
        assertThat(send(fresh, 4)).isEqualTo(4);
        assertThat(busy.isWaiting()).isTrue();
    }

    @Test
    void shouldPassATurnOnThatIsNotUsed() {
        fillToTheLimit();
        SfqEntry first = turn();
        SfqEntry second = turn();
        send(first, 4);
        send(second, 4);
        arrived(few.getLast(), 0);

        assertThat(woken).containsExactly(first.qpn, second.qpn);
        SfqEntry third = turn();
        send(third, 4);
        first.end();
        assertThat(woken).endsWith(third.qpn);
    }

    @Test
    void shouldPassATurnOnWhoseQueuePairIsGone() {
        fillToTheLimit();
        SfqEntry first = turn();
        SfqEntry second = turn();
        SfqEntry third = turn();
        SfqEntry fourth = turn();
        send(first, 4);
        send(second, 4);
        send(third, 4);
        send(fourth, 4);
        second.leave();
        arrived(few.getLast(), 0);
        assertThat(woken).containsExactly(first.qpn, third.qpn);

        first.leave();
        assertThat(woken).containsExactly(first.qpn, third.qpn, fourth.qpn);
    }

    @Test
    void shouldInviteAllOnceTheyAreFew() {
        fillToTheLimit();
        SfqEntry late = turn();
        send(late, 1);
        for (SfqEntry entry : few.subList(PeerFairQueue.FEW / 2, few.size())) {
            entry.leave();
        }
        assertThat(woken).containsExactly(late.qpn);
        assertThat(send(late, 1)).isEqualTo(1);
    }

    @Test
    void shouldCountNothingAfterAllHaveGone() {
        fillToTheLimit();
        SfqEntry late = turn();
        send(late, 1);
        few.forEach(SfqEntry::leave);
        late.leave();

        assertThat(fairQueue.active()).isZero();
        assertThat(fairQueue.waiting()).isZero();
        assertThat(fairQueue.inFlightBytes()).isZero();
        assertThat(send(turn(), 1000)).isEqualTo(1000);
    }

    @Test
    void shouldFreeInParts() {
        SfqEntry entry = turn();
        send(entry, 4);
        assertThat(fairQueue.inFlightBytes()).isEqualTo(4 * (PACKET + COST));
        arrived(entry, PACKET);
        assertThat(fairQueue.inFlightBytes()).isEqualTo(PACKET + COST);
        entry.onAllLost();
        assertThat(fairQueue.inFlightBytes()).isZero();
    }

    /** Who waits for a timeout holds up nobody else. */
    @Test
    void shouldForgetWhatIsNotHeardOf() {
        fillToTheLimit();
        SfqEntry late = turn();
        send(late, 1);
        arrived(few.getFirst(), PACKET);

        nowNs += 100 * MS;
        arrived(few.getFirst(), PACKET);
        nowNs += 100 * MS;
        arrived(few.getFirst(), PACKET);

        assertThat(woken).containsExactly(late.qpn);
        assertThat(fairQueue.inFlightBytes()).isZero();
        few.forEach(SfqEntry::onAllLost);
        assertThat(fairQueue.inFlightBytes()).isZero();
    }

    @Test
    void shouldKnowWhoSharesThePath() {
        SfqEntry one = turn();
        SfqEntry other = turn();
        assertThat(one.isAlone()).as("before it has sent").isTrue();

        send(one, 1);
        assertThat(one.isAlone()).isTrue();
        assertThat(other.isAlone()).isTrue();

        send(other, 1);
        assertThat(one.isAlone()).isFalse();
        assertThat(other.isAlone()).isFalse();

        arrived(other, 0);
        assertThat(one.isAlone()).isTrue();
    }
}

package org.urdma4j.retransmit.sack;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

class PathReceiverTest {
    private static final long RTT = 1_000_000;
    private static final long T = RTT / 4;
    private static final int N = 16;
    private static final long NEVER = Long.MAX_VALUE;

    private static PathReceiver receiver(int window) {
        PathReceiver receiver = new PathReceiver(new SackConfig(N, T, window));
        receiver.roundTrip(RTT);
        return receiver;
    }

    /** A receiver that has seen the packet before {@code first} and waits for nothing older. */
    private static PathReceiver receiverAt(long first, int window) {
        PathReceiver receiver = receiver(window);
        for (long ppn = 1 << 20; ppn < first; ppn += 1 << 20) {
            receiver.onPacket(0, ppn, 0, 0, false);
        }
        receiver.onPacket(0, first - 1, 0, 0, false);
        for (int i = 0; i < 3; i++) {
            receiver.beginReport(RTT);
            while (receiver.nextFirst() >= 0) {
                assertThat(receiver.nextCount()).isPositive();
            }
            receiver.endReport(RTT);
        }
        assertThat(receiver.cumulative()).isEqualTo(first);
        return receiver;
    }

    private static List<String> report(PathReceiver receiver, long now) {
        List<String> ranges = new ArrayList<>();
        receiver.beginReport(now);
        for (long ppn = receiver.nextFirst(); ppn >= 0; ppn = receiver.nextFirst()) {
            ranges.add(ppn + "+" + receiver.nextCount());
        }
        receiver.endReport(now);
        return ranges;
    }

    private static void arrive(PathReceiver receiver, long now, long... ppns) {
        for (long ppn : ppns) {
            assertThat(receiver.unwrap((int) ppn & 0xff_ffff)).isEqualTo(ppn);
            assertThat(receiver.classify(ppn)).isEqualTo(Arrival.NEW);
            receiver.onPacket(now, ppn, now - RTT / 2, 4096, false);
        }
    }

    @Test
    void shouldCountWhatComesInOrder() {
        PathReceiver receiver = receiver(1000);
        assertThat(receiver.hasNews()).isFalse();
        assertThat(receiver.nextReportNs()).isEqualTo(NEVER);
        for (int i = 0; i < 10; i++) {
            receiver.onPacket(5 + i, i, 1000 + i, 4144, i % 4 == 0);
        }
        assertThat(receiver.cumulative()).isEqualTo(10);
        assertThat(receiver.highest()).isEqualTo(10);
        assertThat(receiver.packetsReceived()).isEqualTo(10);
        assertThat(receiver.bytesReceived()).isEqualTo(41_440);
        assertThat(receiver.missing()).isZero();
        assertThat(receiver.marked()).isEqualTo(3);
        assertThat(receiver.newestSentNs()).isEqualTo(1009);
        assertThat(receiver.newestArrivedNs()).isEqualTo(14);
        assertThat(receiver.lastArrivalNs()).isEqualTo(14);
        assertThat(receiver.hasNews()).isTrue();
        assertThat(receiver.nextReportNs()).as("T after the first").isEqualTo(5 + T);
        receiver.reportBy(20);
        assertThat(receiver.nextReportNs()).isEqualTo(20);
        for (int i = 10; i < N; i++) {
            receiver.onPacket(15, i, 1000, 4144, false);
        }
        assertThat(receiver.newestSentNs()).as("T1 went back").isEqualTo(1009);
        assertThat(receiver.nextReportNs()).as("N packets").isEqualTo(15);
        assertThat(report(receiver, 30)).isEmpty();
        assertThat(receiver.hasNews()).isFalse();
        assertThat(receiver.nextReportNs()).isEqualTo(NEVER);
    }

    @Test
    void shouldNameALossThriceAndThenForgetIt() {
        PathReceiver receiver = receiver(1000);
        arrive(receiver, 0, 0, 2, 3, 4);
        assertThat(receiver.missing()).isEqualTo(1);
        assertThat(receiver.nextReportNs()).as("three later ones").isZero();
        assertThat(report(receiver, 1)).containsExactly("1+1");
        assertThat(receiver.cumulative()).isEqualTo(1);
        assertThat(receiver.hasNews()).as("to be named again").isTrue();
        assertThat(receiver.nextReportNs()).isEqualTo(1 + T / 4);
        assertThat(report(receiver, 1 + T / 4)).containsExactly("1+1");
        assertThat(receiver.nextReportNs()).isEqualTo(1 + T / 2);
        receiver.beginReport(1 + T / 2);
        assertThat(receiver.nextFirst()).isEqualTo(1);
        assertThat(receiver.cumulative()).as("as the report says it").isEqualTo(1);
        receiver.endReport(1 + T / 2);
        assertThat(receiver.cumulative()).isEqualTo(5);
        assertThat(receiver.hasNews()).isFalse();
        assertThat(receiver.nextReportNs()).isEqualTo(NEVER);
        assertThat(report(receiver, 10 * RTT)).isEmpty();
        assertThat(receiver.missing()).as("a loss stays one").isEqualTo(1);
        assertThat(receiver.classify(1)).isEqualTo(Arrival.DUPLICATE);
    }

    @Test
    void shouldForgetABurstAsAWhole() {
        PathReceiver receiver = receiver(1000);
        arrive(receiver, 0, 0, 40, 41, 42);
        for (int i = 0; i < 3; i++) {
            assertThat(report(receiver, i)).containsExactly("1+39");
        }
        assertThat(receiver.cumulative()).isEqualTo(43);
        assertThat(receiver.missing()).isEqualTo(39);
        arrive(receiver, 10, 43);
        assertThat(receiver.cumulative()).isEqualTo(44);
    }

    @Test
    void shouldWaitForWhatComesLateWithinTheLimit() {
        PathReceiver receiver = receiver(1000);
        arrive(receiver, 0, 0, 2, 3);
        assertThat(receiver.nextReportNs()).as("an eighth of the round trip").isEqualTo(RTT / 8);
        assertThat(report(receiver, 1)).isEmpty();
        arrive(receiver, 2, 1);
        assertThat(receiver.missing()).isZero();
        assertThat(receiver.cumulative()).isEqualTo(4);
        assertThat(report(receiver, RTT)).isEmpty();
    }

    @Test
    void shouldWidenTheLimitWhenAPacketComesBeyondIt() {
        PathReceiver receiver = receiver(1000);
        arrive(receiver, 0, 0, 2, 3, 4, 5, 6, 7);
        assertThat(report(receiver, 1)).containsExactly("1+1");
        arrive(receiver, 2, 1);
        assertThat(receiver.reordering()).isEqualTo(7);
        assertThat(receiver.missing()).isZero();
        assertThat(report(receiver, 3)).isEmpty();
        arrive(receiver, 4, 9, 10, 11, 12, 13, 14);
        assertThat(report(receiver, 5)).as("six later ones").isEmpty();
        arrive(receiver, 6, 15);
        assertThat(report(receiver, 7)).containsExactly("8+1");
    }

    @Test
    void shouldNameOnlyThePartsOfAHoleThatStillMiss() {
        PathReceiver receiver = receiver(1000);
        arrive(receiver, 0, 0, 10, 11, 12);
        assertThat(report(receiver, 1)).containsExactly("1+9");
        arrive(receiver, 2, 4);
        assertThat(report(receiver, 3)).containsExactly("1+3", "5+5");
        arrive(receiver, 4, 1);
        assertThat(report(receiver, 5)).containsExactly("2+2", "5+5");
        assertThat(receiver.cumulative()).isEqualTo(13);
        assertThat(receiver.missing()).isEqualTo(7);
    }

    @Test
    void shouldKnowADuplicateOfTheNetwork() {
        PathReceiver receiver = receiver(1000);
        arrive(receiver, 0, 0, 1, 5);
        for (long ppn : new long[] {-1, 0, 1, 5}) {
            assertThat(receiver.classify(ppn)).isEqualTo(Arrival.DUPLICATE);
        }
        for (long ppn : new long[] {2, 3, 4, 6, 100_000}) {
            assertThat(receiver.classify(ppn)).isEqualTo(Arrival.NEW);
        }
    }

    @Test
    void shouldGoOnAfterMoreThanAWindowWasLost() {
        PathReceiver receiver = receiver(1000);
        arrive(receiver, 0, 0);
        arrive(receiver, 1, 5000);
        assertThat(receiver.highest()).isEqualTo(5001);
        assertThat(receiver.missing()).isEqualTo(4999);
        assertThat(receiver.cumulative()).isEqualTo(4001);
    }

    @ParameterizedTest
    @ValueSource(longs = {1L << 24, 1L << 32, (1L << 32) + (1L << 24)})
    void shouldGoOnAcrossTheWrap(long wrap) {
        PathReceiver receiver = receiverAt(wrap - 2, 1 << 22);
        long missing = receiver.missing();
        long now = 2 * RTT;
        arrive(receiver, now, wrap - 2, wrap + 1, wrap + 2, wrap + 3);
        assertThat(report(receiver, now)).containsExactly((wrap - 1) + "+2");
        arrive(receiver, now, wrap);
        assertThat(report(receiver, now)).containsExactly((wrap - 1) + "+1");
        arrive(receiver, now, wrap - 1);
        assertThat(receiver.cumulative()).isEqualTo(wrap + 4);
        assertThat(receiver.missing()).isEqualTo(missing);
    }

    /** What the sender misses when three reports are lost is the sequence space's to find. */
    @Test
    void shouldGoOnWhenThreeReportsAreLost() {
        PathReceiver receiver = receiver(1000);
        arrive(receiver, 0, 0, 2, 3, 4);
        long now = 1;
        for (int i = 0; i < 3; i++) {
            assertThat(report(receiver, now)).hasSize(1);
            now = Math.min(receiver.nextReportNs(), now + RTT);
        }
        arrive(receiver, now, 6, 7, 8);
        assertThat(report(receiver, now)).containsExactly("5+1");
        assertThat(receiver.missing()).as("still counted").isEqualTo(2);
    }

    /** A packet at the tail is missed by nobody until something comes after it. */
    @Test
    void shouldSayNothingOfALostTail() {
        PathReceiver receiver = receiver(1000);
        arrive(receiver, 0, 0, 1, 2);
        assertThat(report(receiver, T)).isEmpty();
        assertThat(receiver.nextReportNs()).isEqualTo(NEVER);
        arrive(receiver, 2 * T, 5);
        assertThat(receiver.nextReportNs()).isEqualTo(2 * T + RTT / 8);
        assertThat(report(receiver, 2 * T + RTT / 8)).containsExactly("3+2");
    }

    @Test
    void shouldNameInALaterReportWhatDidNotFit() {
        PathReceiver receiver = receiver(1000);
        arrive(receiver, 0, 0, 2, 4, 6, 8, 9, 10);
        receiver.beginReport(1);
        assertThat(receiver.nextFirst()).isEqualTo(1);
        assertThat(receiver.nextFirst()).isEqualTo(3);
        receiver.takeBack();
        receiver.endReport(1);
        assertThat(receiver.hasNews()).isTrue();
        assertThat(receiver.nextReportNs()).isEqualTo(1 + T / 8);
        assertThat(new TreeSet<>(report(receiver, 2))).containsExactly("1+1", "3+1", "5+1", "7+1");
        assertThat(new TreeSet<>(report(receiver, 3))).containsExactly("1+1", "3+1", "5+1", "7+1");
        assertThat(receiver.cumulative()).isEqualTo(3);
        assertThat(new TreeSet<>(report(receiver, 4))).containsExactly("3+1", "5+1", "7+1");
        assertThat(receiver.cumulative()).isEqualTo(11);
    }

    /** As many reports as it takes, one range each: every hole is named three times. */
    @Test
    void shouldNameEveryHoleThriceWhateverTheRoom() {
        for (int room = 1; room < 12; room++) {
            PathReceiver receiver = receiver(1000);
            int[] named = new int[100];
            for (int ppn = 0; ppn < 100; ppn += 3) {
                arrive(receiver, 0, ppn);
            }
            for (int i = 1; receiver.hasNews() && i < 1000; i++) {
                receiver.beginReport(i * RTT);
                int left = room;
                for (long ppn = receiver.nextFirst(); ppn >= 0; ppn = receiver.nextFirst()) {
                    if (left-- == 0) {
                        receiver.takeBack();
                        break;
                    }
                    named[(int) ppn]++;
                    named[(int) ppn + 1]++;
                    assertThat(receiver.nextCount()).isEqualTo(2);
                }
                receiver.endReport(i * RTT);
            }
            assertThat(receiver.cumulative()).isEqualTo(100);
            for (int ppn = 0; ppn < 100; ppn++) {
                assertThat(named[ppn]).as("%d", ppn).isEqualTo(ppn % 3 == 0 ? 0 : 3);
            }
        }
    }

    /** Whatever was lost, a path goes on: numbers further back than the window are given up. */
    @Test
    void shouldGoOnAfterMoreLossesThanTheWindowHolds() {
        PathReceiver receiver = receiver(100);
        arrive(receiver, 0, 0, 1, 3);
        arrive(receiver, 1, 5000, 5001, 5002, 5003);
        assertThat(receiver.missing()).isEqualTo(4997);
        assertThat(receiver.cumulative()).isEqualTo(4904);
        assertThat(report(receiver, 2)).containsExactly("4904+96");
        arrive(receiver, 3, 5060);
        assertThat(receiver.cumulative()).isEqualTo(4961);
        assertThat(receiver.classify(4960)).isEqualTo(Arrival.DUPLICATE);
        assertThat(report(receiver, RTT)).containsExactly("4961+39", "5004+56");
        receiver.start(0);
        assertThat(receiver.highest()).isZero();
        assertThat(receiver.hasNews()).isFalse();
        arrive(receiver, 0, 0, 2, 3, 4);
        assertThat(report(receiver, 1)).containsExactly("1+1");
    }

    /** A peer that leaves a hole before every packet, and whose reports are never made. */
    @Test
    void shouldStayWithinItsMemory() {
        PathReceiver receiver = receiver(4096);
        for (int i = 0; i < 200_000; i++) {
            receiver.onPacket(i, 3L * i, i, 100, false);
        }
        assertThat(receiver.mapCapacity()).isLessThanOrEqualTo(4096);
        assertThat(receiver.holes().found().size()).isLessThanOrEqualTo(4096 / 3 + 1);
        assertThat(receiver.holes().found().capacity()).isLessThanOrEqualTo(4096);
        long touches = receiver.holes().touches();
        report(receiver, 200_000);
        assertThat(receiver.holes().touches() - touches).isLessThan(4096);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, (1L << 24) - 20, (1L << 32) - 20})
    void shouldAgreeWithTheModel(long first) {
        int forgotten = 0;
        for (int seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            int window = 1 + random.nextInt(200);
            PathReceiver receiver = receiverAt(first, window);
            ReceiverModel model = new ReceiverModel(first);
            long before = receiver.missing();
            long now = 2 * RTT;
            for (int step = 0; step < 300; step++) {
                now += random.nextInt(100_000);
                String at = "seed " + seed + " step " + step + " first " + first;
                if (random.nextInt(8) == 0) {
                    compareReports(receiver, model, now, at);
                    model.giveUpNamed();
                } else {
                    int ahead = random.nextInt(4) == 0 ? window + 2 : Math.min(window, 12);
                    long ppn = model.highest - 20 + random.nextInt(ahead + 20);
                    boolean known = model.has(ppn);
                    forgotten += known && ppn >= model.cumulative() ? 1 : 0;
                    assertThat(receiver.unwrap((int) ppn & 0xff_ffff)).isEqualTo(ppn);
                    assertThat(receiver.classify(ppn) == Arrival.DUPLICATE).as(at).isEqualTo(known);
                    if (!known) {
                        receiver.onPacket(now, ppn, now - random.nextInt(100_000), 100, false);
                        model.arrive(now, ppn, true);
                        model.giveUpBefore(ppn + 1 - window);
                    }
                }
                assertThat(receiver.cumulative()).as(at).isEqualTo(model.cumulative());
                assertThat(receiver.highest()).as(at).isEqualTo(model.highest);
                assertThat(receiver.missing() - before).as(at).isEqualTo(model.missed);
            }
        }
        assertThat(forgotten).as("holes within the window").isPositive();
    }

    private static void compareReports(
            PathReceiver receiver, ReceiverModel model, long now, String at) {
        receiver.beginReport(now);
        Set<Long> expected =
                model.report(now, receiver.reordering(), receiver.reorderingNs(), NEVER);
        Set<Long> named = new TreeSet<>();
        for (long ppn = receiver.nextFirst(); ppn >= 0; ppn = receiver.nextFirst()) {
            for (long i = 0; i < receiver.nextCount(); i++) {
                assertThat(named.add(ppn + i)).as(at + " twice " + (ppn + i)).isTrue();
            }
        }
        receiver.endReport(now);
        assertThat(named).as(at).isEqualTo(expected);
    }
}

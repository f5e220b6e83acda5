package org.urdma4j.retransmit.sack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

class SackSenderTest {
    private static final long RTT = 10_240_000;
    private static final long GAP = 1024;
    private static final long MS = 1_000_000;

    private static SackSender sender(int packets) {
        SackSender sender = new SackSender(1 << 16);
        sender.start(1000);
        for (int i = 0; i < packets; i++) {
            sender.onSent(i * GAP, 7L * i);
        }
        sender.onRtt(RTT);
        return sender;
    }

    private static List<Long> resendAll(SackSender sender, long now) {
        List<Long> psns = new ArrayList<>();
        while (sender.hasLost()) {
            psns.add(sender.nextLost());
            sender.onResent(now, sender.nextLost());
        }
        return psns;
    }

    @Test
    void shouldKeepTheTagOfEachPacketInFlight() {
        SackSender sender = sender(300);
        assertThat(sender.next()).isEqualTo(1300);
        assertThat(sender.onReport(RTT, 0, 1100, 1300, 299 * GAP)).isTrue();
        for (int i = 100; i < 300; i++) {
            assertThat(sender.tag(1000 + i)).isEqualTo(7L * i);
        }
        sender.onResent(RTT, 1200);
        assertThat(sender.tag(1200)).isEqualTo(1400);
        assertThat(sender.cumulative()).isEqualTo(1100);
        assertThat(sender.outstanding()).isEqualTo(200);
        assertThatThrownBy(() -> sender.tag(1099)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> sender.tag(1300)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldNotGrowBeyondItsWindow() {
        SackSender sender = new SackSender(3);
        sender.start(0);
        for (int i = 0; i < 3; i++) {
            assertThat(sender.mayGrow()).isTrue();
            sender.onSent(i, 0);
        }
        assertThat(sender.mayGrow()).isFalse();
        assertThatThrownBy(() -> sender.onSent(4, 0)).isInstanceOf(IllegalStateException.class);
        sender.onReport(5, 0, 1, 1, 0);
        assertThat(sender.mayGrow()).isTrue();
    }

    @Test
    void shouldRefuseReportsThatAreOldOrImpossible() {
        SackSender sender = sender(100);
        assertThat(sender.onReport(RTT, 5, 1101, 1101, 0)).as("cumulative not sent").isFalse();
        assertThat(sender.onReport(RTT, 5, 1020, 1010, 0)).as("highest too low").isFalse();
        assertThat(sender.onReport(RTT, 5, 1010, 1050, 49 * GAP)).isTrue();
        assertThat(sender.onReport(RTT, 6, 1009, 1050, 49 * GAP)).as("going back").isFalse();
        assertThat(sender.onReport(RTT, 4, 1010, 1050, 49 * GAP)).as("old").isFalse();
        sender.onMissing(1010, 5);
        assertThat(sender.hasLost()).isFalse();
        assertThat(sender.onReport(RTT, 5, 1010, 1050, 49 * GAP)).as("second part").isTrue();
        sender.onMissing(1010, 5);
        assertThat(resendAll(sender, RTT)).containsExactly(1010L, 1011L, 1012L, 1013L, 1014L);
    }

    @Test
    void shouldTakeReportNumbersThatWrap() {
        SackSender sender = sender(100);
        int step = 1 << 26;
        for (int number = 0; number >= 0; number += step) {
            assertThat(sender.onReport(RTT, number, 1000, 1050, 0)).isTrue();
        }
        assertThat(sender.onReport(RTT, Integer.MAX_VALUE, 1010, 1050, 0)).isTrue();
        assertThat(sender.onReport(RTT, Integer.MIN_VALUE, 1020, 1050, 0)).isTrue();
        assertThat(sender.onReport(RTT, Integer.MAX_VALUE, 1030, 1050, 0)).isFalse();
        assertThat(sender.cumulative()).isEqualTo(1020);
    }

    /** A receiver that took a stranger's packet for ours says it in every report from then on. */
    @Test
    void shouldUseWhatIsTrueInAReportOnMoreThanWasSent() {
        SackSender sender = sender(100);
        assertThat(sender.onReport(RTT, 1, 1010, 5_000_000, 90 * GAP)).isTrue();
        sender.onMissing(1010, 1);
        sender.onMissing(1050, 4_000_000);
        assertThat(resendAll(sender, RTT)).startsWith(1010L, 1050L).hasSizeLessThanOrEqualTo(51);
        assertThat(sender.onReport(RTT, 2, 1100, 5_000_000, 99 * GAP)).isTrue();
        assertThat(sender.outstanding()).isZero();
    }

    @Test
    void shouldRefuseReportsThatNoReceiverMakes() {
        SackSender sender = sender(100);
        assertThat(sender.onReport(RTT, 1 << 30, 1000, 1050, 9 * GAP)).as("number").isFalse();
        assertThat(sender.onReport(RTT, 1, 1010, 1050, Long.MIN_VALUE)).as("no T1").isFalse();
        assertThat(sender.onReport(RTT, 1, 1010, 1050, 49 * GAP)).isTrue();
        assertThat(sender.onReport(RTT, 2, 1020, 1050, 30 * GAP)).as("older T1").isFalse();
        assertThat(sender.onReport(RTT, 1 << 30, 1020, 1050, 50 * GAP)).as("number").isFalse();
        assertThat(sender.cumulative()).isEqualTo(1010);
        assertThat(sender.onReport(RTT, 2, 1020, 1050, 50 * GAP)).isTrue();
    }

    /** 20,000 packets out, and reports that name all of them again and again. */
    @Test
    void shouldLookAtABoundedNumberOfPacketsHoweverOftenTheyAreNamed() {
        int packets = 20_000;
        SackSender sender = sender(packets);
        long now = packets * GAP + RTT;
        for (int report = 0; report < 1000; report++) {
            assertThat(sender.onReport(now, report, 1000, 1000 + packets, 0)).isTrue();
            for (int range = 0; range < 26; range++) {
                sender.onMissing(1000, packets);
            }
            now += 1000;
        }
        long named = 26_000L * packets;
        assertThat(sender.looks())
                .isLessThan(5L * packets + 1_000_000 / 16)
                .isLessThan(named / 1000);
        now += 64L * packets;
        assertThat(sender.onReport(now, 1000, 1000, 1000 + packets, 0)).isTrue();
        long before = sender.looks();
        sender.onMissing(1000, packets);
        assertThat(sender.looks() - before).as("what is held back comes later").isEqualTo(packets);
    }

    @Test
    void shouldTakeNothingForLostThatTheReportCannotKnow() {
        SackSender sender = sender(100);
        sender.onReport(RTT, 0, 1010, 1050, 49 * GAP);
        sender.onMissing(1005, 7);
        sender.onMissing(1048, 1000);
        assertThat(resendAll(sender, RTT)).containsExactly(1010L, 1011L, 1048L, 1049L);
        assertThat(sender.lostPackets()).isEqualTo(4);
    }

    @Test
    void shouldSendAgainOnlyWhenSomethingSentLaterHasArrived() {
        SackSender sender = sender(100);
        sender.onReport(RTT, 0, 1010, 1100, 99 * GAP);
        sender.onMissing(1010, 1);
        assertThat(resendAll(sender, RTT)).containsExactly(1010L);

        sender.onReport(RTT + 1, 1, 1010, 1100, 99 * GAP);
        sender.onMissing(1010, 1);
        assertThat(sender.hasLost()).as("under way").isFalse();
        sender.onReport(2 * RTT, 2, 1010, 1100, RTT);
        sender.onMissing(1010, 1);
        assertThat(sender.hasLost()).as("as old as the newest").isFalse();

        sender.onReport(2 * RTT, 3, 1010, 1100, RTT + 128);
        sender.onMissing(1010, 1);
        assertThat(resendAll(sender, 2 * RTT)).as("passed").containsExactly(1010L);
        assertThat(sender.lostPackets()).isEqualTo(2);
    }

    @Test
    void shouldForgetWhatWasAcknowledgedBeforeItWasSentAgain() {
        SackSender sender = sender(100);
        sender.onReport(RTT, 0, 1010, 1100, 99 * GAP);
        sender.onMissing(1010, 3);
        assertThat(sender.nextLost()).isEqualTo(1010);
        assertThat(sender.nextLost()).as("stays").isEqualTo(1010);
        sender.onReport(RTT, 1, 1012, 1100, 99 * GAP);
        assertThat(resendAll(sender, RTT)).containsExactly(1012L);
    }

    @Test
    void shouldWidenItsWindowWhenItSentForNothingAndNarrowItLater() {
        SackSender sender = sender(100);
        sender.onReport(RTT, 0, 1010, 1100, 99 * GAP);
        sender.onMissing(1010, 2);
        resendAll(sender, RTT);
        assertThat(sender.reorderingWindowNs()).isZero();
        sender.onDuplicates(1);
        assertThat(sender.spurious()).isEqualTo(1);
        assertThat(sender.reorderingWindowNs()).isEqualTo(RTT / 16);
        sender.onDuplicates(2);
        assertThat(sender.reorderingWindowNs()).as("once a round trip").isEqualTo(RTT / 16);
        sender.onDuplicates(9);
        assertThat(sender.spurious()).as("no more than were sent").isEqualTo(2);

        sender.onReport(RTT + 2, 1, 1012, 1100, 99 * GAP);
        sender.onMissing(1090, 1);
        assertThat(sender.hasLost()).as("too young").isFalse();
        sender.onReport(RTT + 16 * RTT, 2, 1012, 1100, 99 * GAP);
        assertThat(sender.reorderingWindowNs()).isZero();
    }

    @Test
    void shouldGrantThePeerTwiceWhatThisHostIsLate() {
        SackSender sender = sender(1);
        sender.hostNoise(5 * MS);
        assertThat(sender.nextTimerNs()).isEqualTo(2 * RTT + MS + 10 * MS);
        assertThat(sender.rtoNs()).isEqualTo(3 * RTT + 20 * MS);
        sender.hostNoise(1000 * MS);
        assertThat(sender.rtoNs())
                .as("a stall of a second is excused by 50 ms")
                .isEqualTo(3 * RTT + 200 * MS);
    }

    @Test
    void shouldProbeTwiceAndThenTimeOutWithBackOff() {
        SackSender sender = sender(10);
        long rto = sender.rtoNs();
        assertThat(rto).as("srtt + 4 * srtt / 2").isEqualTo(3 * RTT);
        long last = 9 * GAP;
        long probe = last + 2 * RTT + MS;
        assertThat(sender.nextTimerNs()).isEqualTo(probe);
        assertThat(sender.onTimer(probe - 1)).isEqualTo(TimerAction.NONE);
        assertThat(sender.onTimer(probe)).isEqualTo(TimerAction.PROBE);
        assertThat(sender.hasLost()).isFalse();
        assertThat(sender.nextTimerNs()).isEqualTo(probe + rto);
        assertThat(sender.onTimer(probe + rto)).isEqualTo(TimerAction.PROBE);
        long timeout = probe + 3 * rto;
        assertThat(sender.nextTimerNs()).isEqualTo(timeout);
        assertThat(sender.onTimer(timeout)).isEqualTo(TimerAction.TIMEOUT);
        assertThat(resendAll(sender, timeout)).hasSize(10);
        assertThat(sender.rtoNs()).isEqualTo(2 * rto);
        for (int i = 0; i < 20; i++) {
            timeout = sender.nextTimerNs();
            assertThat(sender.onTimer(timeout)).isEqualTo(TimerAction.TIMEOUT);
        }
        assertThat(sender.rtoNs()).isEqualTo(2000 * MS);
        assertThat(sender.silentSinceNs()).isZero();

        sender.onReport(timeout + 5, 0, 1010, 1010, last);
        assertThat(sender.nextTimerNs()).isEqualTo(Long.MAX_VALUE);
        assertThat(sender.rtoNs()).isEqualTo(rto);
        assertThat(sender.silentSinceNs()).isEqualTo(timeout + 5);
        assertThat(sender.hasLost()).isFalse();
        assertThat(sender.onTimer(timeout + RTT)).isEqualTo(TimerAction.NONE);
    }

    @Test
    void shouldTimeOutWhileSendingWhenNothingIsHeard() {
        SackSender sender = sender(1);
        long now = 0;
        TimerAction action = TimerAction.NONE;
        while (action == TimerAction.NONE && now < 100 * RTT) {
            now += RTT / 4;
            action = sender.onTimer(now);
            sender.onSent(now, 0);
        }
        assertThat(action).isEqualTo(TimerAction.TIMEOUT);
        assertThat(now).isBetween(8 * RTT, 9 * RTT);
    }

    @Test
    void shouldHandOutOnlyTheTailWhenAReportFollowsTheTimeout() {
        SackSender sender = sender(100);
        long now = 100 * RTT;
        while (sender.onTimer(now) != TimerAction.TIMEOUT) {
            now += 100 * RTT;
        }
        assertThat(sender.nextLost()).isEqualTo(1000);
        sender.onResent(now, 1000);
        assertThat(sender.nextLost()).isEqualTo(1001);
        sender.onReport(now + RTT, 0, 1003, 1090, now);
        sender.onMissing(1005, 2);
        List<Long> again = resendAll(sender, now + RTT);
        assertThat(again).startsWith(1005L, 1006L, 1090L, 1091L).hasSize(12);
    }

    @Test
    void shouldSmoothTheRoundTripAsRfc6298Says() {
        SackSender sender = new SackSender(10);
        sender.start(0);
        assertThat(sender.rtoNs()).isEqualTo(1000 * MS);
        sender.onRtt(16 * MS);
        assertThat(sender.rtoNs()).isEqualTo(48 * MS);
        sender.onRtt(32 * MS);
        assertThat(sender.smoothedRttNs()).isEqualTo(18 * MS);
        assertThat(sender.rtoNs()).as("18 + 4 * (3/4 * 8 + 1/4 * 16)").isEqualTo(58 * MS);
        assertThat(sender.minRttNs()).isEqualTo(16 * MS);
        assertThat(sender.latestRttNs()).isEqualTo(32 * MS);
        for (int i = 0; i < 1000; i++) {
            sender.onRtt(20 * MS);
        }
        assertThat(sender.rtoNs()).as("not without half a round trip").isBetween(29 * MS, 31 * MS);
    }

    @Test
    void shouldNotTakeAReportOfNothingForOneOfTheNewestPacket() {
        SackSender sender = sender(100);
        assertThat(sender.onReport(1, 0, 1000, 1000, Long.MIN_VALUE)).isTrue();
        assertThat(sender.onReport(RTT, 1, 1010, 1050, 49 * GAP)).isTrue();
        sender.onMissing(1010, 1);
        assertThat(resendAll(sender, RTT)).containsExactly(1010L);

        assertThat(sender.onReport(RTT + GAP, 2, 1010, 1100, 99 * GAP)).isTrue();
        sender.onMissing(1010, 1);

        assertThat(sender.hasLost()).as("the retransmission is under way").isFalse();
    }
}

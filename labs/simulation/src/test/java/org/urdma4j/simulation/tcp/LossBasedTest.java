package org.urdma4j.simulation.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.simulation.queue.QueueType;

/** Reno and CUBIC against what is published of them. */
class LossBasedTest {
    private static final long MS = 1_000_000;
    private final TcpAck ack = new TcpAck();

    /** Brings a window to 1,000 packets at a round trip of 100 ms, and loses one. */
    private void loseAt1000(LossBased control) {
        ack.rttNs = 100 * MS;
        ack.minRttNs = 100 * MS;
        ack.newestLost = -1;
        ack.newestMarked = -1;
        ack.acked = 990;
        ack.priorInFlight = 1000;
        ack.next = 1000;
        control.onAck(ack);
        assertThat(control.window()).isEqualTo(1000);
        ack.lost = 1;
        ack.newestLost = 900;
        ack.acked = 1;
        control.onAck(ack);
        ack.lost = 0;
        ack.newestLost = -1;
        ack.newest = 1000;
    }

    /** Has a window acknowledged in each round trip, until a time. */
    private void grow(LossBased control, long untilNs) {
        while (ack.nowNs < untilNs) {
            ack.nowNs += MS;
            ack.acked = Math.max(1, control.window() / 100);
            ack.priorInFlight = control.window();
            ack.newest += ack.acked;
            ack.next = ack.newest + control.window();
            control.onAck(ack);
        }
    }

    /** RFC 9438, figure 1: W(t) = C (t − K)³ + W_max, K the cube root of 0.3 W_max ÷ C. */
    @Test
    void shouldGrowAsCubicDoes() {
        Cubic cubic = new Cubic(false);
        loseAt1000(cubic);
        double k = Math.cbrt(0.3 * 1000 / 0.4);
        for (double t : new double[] {0.1, 3, 6, 9, 12, 15}) {
            grow(cubic, (long) (t * 1e9));
            double expected = 0.4 * Math.pow(t - k, 3) + 1000;
            assertThat(cubic.window / expected).as("after %s s", t).isCloseTo(1, within(0.03));
        }
    }

    /** RFC 5681: half the window, then a packet a round trip. */
    @Test
    void shouldGrowAsRenoDoes() {
        Reno reno = new Reno();
        loseAt1000(reno);
        grow(reno, 100 * MS);
        double begin = reno.window;
        assertThat(begin).isCloseTo(500, within(3.0));
        grow(reno, 5_100 * MS);

        assertThat(reno.window - begin).isCloseTo(50, within(4.0));
    }

    @Test
    void shouldLowerTheWindowForAMarkOnceARoundTrip() {
        Reno reno = new Reno(true);
        loseAt1000(reno);
        grow(reno, 1000 * MS);
        int before = reno.decreases();
        ack.marked = 1;
        ack.newestMarked = ack.newest;
        long end = ack.next;
        while (ack.newest < end - 20) {
            ack.newestMarked = ack.newest;
            grow(reno, ack.nowNs + MS);
        }

        assertThat(reno.decreases() - before).isEqualTo(1);
    }

    /**
     * Mathis et al. 1997, with every packet counted: the square root of 3/2 ÷ p packets in a round
     * trip. Timeouts and bursts of losses take some of it.
     */
    @ParameterizedTest
    @CsvSource({"0.05%, 0.0005", "0.2%, 0.002", "1%, 0.01"})
    void shouldFollowTheSquareRootOfLosses(String loss, double p) {
        TcpPath path = new TcpPath(1, 1000, 50, 1, loss);
        path.start(new Reno());

        double share = path.shares(10, 90)[0];

        double mathis = Math.sqrt(1.5 / p) * 8 * 1538 / 0.05 / 1e9;
        assertThat(share / mathis).isBetween(0.75, 1.15);
    }

    @Test
    void shouldShareAmongRenos() {
        TcpPath path = new TcpPath(2, 50, 20, 1);
        path.start(new Reno());
        path.runUntil(3);
        path.start(new Reno());

        double[] shares = path.shares(20, 80);

        assertThat(shares[0] + shares[1]).isGreaterThan(0.97);
        assertThat(shares[1]).isBetween(0.35, 0.65);
    }

    /**
     * Where a packet a round trip is more than the cube, CUBIC is no slower than Reno, and like it.
     */
    @Test
    void shouldMeetRenoInItsRegion() {
        TcpPath path = new TcpPath(3, 20, 20, 1);
        path.start(new Reno());
        path.start(new Cubic(true));

        double[] shares = path.shares(20, 80);

        assertThat(shares[1]).isBetween(0.4, 0.7);
    }

    @Test
    void shouldPaceAsQuicDoes() {
        Cubic quic = Cubic.quic();
        assertThat(quic.pacing()).isEqualTo(TcpControl.UNPACED);
        loseAt1000(quic);
        grow(quic, 2_000 * MS);

        assertThat(quic.pacing() / (1.25 * quic.window / 0.1)).isCloseTo(1, within(0.01));
        assertThat(quic.superPacket()).isLessThanOrEqualTo(10);
    }

    /** Less of a burst: a queue of a tenth of a BDP is enough for more of the link. */
    @Test
    void shouldNeedLessQueueWhenPaced() {
        double[] use = new double[2];
        for (int i = 0; i < 2; i++) {
            TcpPath path = new TcpPath(4, 200, 20, 0.1);
            path.start(i == 0 ? new Cubic(true) : Cubic.quic());
            use[i] = path.shares(10, 60)[0];
        }

        assertThat(use[1]).isGreaterThan(0.85).isGreaterThan(use[0]);
    }

    /** By longer round trips alone slow start ends a round late, but before all is lost. */
    @Test
    void shouldLeaveSlowStartByLongerRoundTripsWhenPaced() {
        long[] lost = new long[2];
        for (int i = 0; i < 2; i++) {
            TcpPath path = new TcpPath(5, 100, 40, 1);
            TcpFlow flow = path.start(i == 0 ? Cubic.quic() : new Cubic(false));
            path.runUntil(1);
            lost[i] = flow.lost();
        }

        assertThat(lost[0]).isLessThan(lost[1] / 2);
    }

    @Test
    void shouldSendPacketsThatMayBeMarkedOnlyWhenAsked() {
        TcpPath path = new TcpPath(6, 50, 20, 10, "none", QueueType.FQ_CODEL);
        path.start(new Cubic(true));
        path.bbr();
        path.runUntil(10);

        assertThat(path.there.counters().ecnMarked()).isZero();
    }
}

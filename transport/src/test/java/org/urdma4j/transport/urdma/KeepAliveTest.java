package org.urdma4j.transport.urdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.KeepAlive;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.WrOpcode;

/** Peers that vanish while nothing is under way, and what is asked of those that don't. */
class KeepAliveTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int PROBE = 0xdc;

    private final Wire wire = new Wire();
    private final Host a = wire.a;
    private final Host b = wire.b;

    private static QpAttr attr(KeepAlive keepAlive) {
        return Host.attr().urdmaTuning(Host.UNPACED.toBuilder().keepAlive(keepAlive).build());
    }

    private void connect(KeepAlive ofA, KeepAlive ofB) {
        wire.connect(attr(ofA), attr(ofB));
        a.shard.markReady(a.qp);
        b.shard.markReady(b.qp);
    }

    private void write(long id) {
        a.fill(0, 1000);
        a.post(a.request(id, WrOpcode.RDMA_WRITE, 0, 1000).rdma(b.address(0), b.region.rkey()));
    }

    private long probes(Iterable<Seen> packets) {
        long n = 0;
        for (Seen each : packets) {
            n += each.opcode() == PROBE ? 1 : 0;
        }
        return n;
    }

    private void checkEnded(Host host) {
        assertThat(host.qp.state()).as(host.name).isEqualTo(QpState.ERR);
        assertThat(host.events).as(host.name).containsExactly(EventType.QP_FATAL);
    }

    private void checkAlive() {
        assertThat(a.qp.state()).isEqualTo(QpState.RTS);
        assertThat(b.qp.state()).isEqualTo(QpState.RTS);
        write(77);
        wire.runFor(SECOND);
        assertThat(a.sent()).containsExactly("77 SUCCESS");
        assertThat(a.events).isEmpty();
        assertThat(b.events).isEmpty();
    }

    @Test
    void shouldStayConnectedForAnHourWithoutWork() {
        connect(KeepAlive.DEFAULT, KeepAlive.OFF);
        wire.runUntil(3600 * SECOND);
        assertThat(probes(wire.fromA)).isBetween(238L, 240L);
        assertThat(wire.fromA).hasSize((int) probes(wire.fromA));
        assertThat(wire.fromB).as("a report for each").hasSize(wire.fromA.size());
        checkAlive();
    }

    /** A question of the other end is a sign as well as an answer is. */
    @Test
    void shouldAskFromOneEndOnlyWhereBothWould() {
        connect(KeepAlive.DEFAULT, KeepAlive.DEFAULT);
        wire.runUntil(3600 * SECOND);
        assertThat(probes(wire.fromA) + probes(wire.fromB)).isLessThan(481);
        checkAlive();
    }

    @Test
    void shouldAskNothingWhileThePeerIsHeard() {
        connect(KeepAlive.DEFAULT, KeepAlive.DEFAULT);
        for (int i = 0; i < 100; i++) {
            write(i);
            wire.runFor(10 * SECOND);
        }
        assertThat(probes(wire.fromA) + probes(wire.fromB)).isZero();
    }

    @Test
    void shouldNoticeOnBothEndsWhenThePathIsGone() {
        connect(KeepAlive.DEFAULT, KeepAlive.DEFAULT);
        b.receive(5, 0, 100);
        write(1);
        wire.runUntil(10 * SECOND);
        assertThat(a.sent()).containsExactly("1 SUCCESS");
        wire.tap = (from, packet) -> Wire.LOST;

        wire.runUntil(45 * SECOND);
        assertThat(a.qp.state()).isEqualTo(QpState.RTS);
        wire.runUntil(46 * SECOND);

        checkEnded(a);
        checkEnded(b);
        assertThat(b.received()).containsExactly("5 WR_FLUSH_ERR");
        assertThat(a.count(Counter.PROBES_SENT)).isEqualTo(8);
        int sent = wire.fromA.size() + wire.fromB.size();
        wire.runUntil(1000 * SECOND);
        assertThat(wire.fromA.size() + wire.fromB.size()).as("silent after").isEqualTo(sent);
    }

    /** Either end hears nothing: the one directly, the other because the first falls silent. */
    @Test
    void shouldNoticeOnBothEndsWhenOneWayIsGone() {
        connect(KeepAlive.DEFAULT, KeepAlive.DEFAULT);
        wire.tap = (from, packet) -> from == a ? Wire.LOST : Wire.PASS;
        wire.runUntil(95 * SECOND);
        checkEnded(a);
        checkEnded(b);
    }

    @Test
    void shouldSurviveAnOutageOfLessThanTheLimit() {
        connect(KeepAlive.DEFAULT, KeepAlive.DEFAULT);
        wire.tap = (from, packet) -> from == b && wire.nowNs < 41 * SECOND ? Wire.LOST : Wire.PASS;
        wire.runUntil(300 * SECOND);
        checkAlive();
    }

    @Test
    void shouldSurviveAProcessThatIsStopped() {
        connect(KeepAlive.DEFAULT, KeepAlive.DEFAULT);
        wire.runUntil(7 * SECOND);
        wire.suspend(a, 30 * SECOND, false);
        wire.runFor(100 * SECOND);
        checkAlive();
    }

    /** The peer may have given it up, but it must not give up the peer by itself. */
    @Test
    void shouldNotBlameThePeerForItsOwnAbsence() {
        connect(KeepAlive.DEFAULT, KeepAlive.OFF);
        for (boolean clockStops : new boolean[] {true, false}) {
            wire.suspend(a, 3600 * SECOND, clockStops);
            wire.runFor(100 * SECOND);
        }
        checkAlive();
    }

    @Test
    void shouldNotBeAskedForWhereItIsOff() {
        connect(KeepAlive.OFF, KeepAlive.OFF);
        wire.tap = (from, packet) -> Wire.LOST;
        wire.runUntil(3600 * SECOND);
        assertThat(wire.fromA).isEmpty();
        assertThat(a.qp.state()).isEqualTo(QpState.RTS);
        assertThat(a.shard.nextDeadlineNs()).isEqualTo(Long.MAX_VALUE);
    }

    /** What is asked for a sign is no retry of anything: work has all the time that it had. */
    @Test
    void shouldNotShortenThePatienceWithWork() {
        connect(new KeepAlive(KeepAlive.DEFAULT.interval(), 10), KeepAlive.OFF);
        wire.runUntil(14 * SECOND);
        wire.tap = (from, packet) -> Wire.LOST;
        wire.runUntil(40 * SECOND);
        write(1);
        wire.runUntil(70 * SECOND - 1);
        assertThat(a.sent()).isEmpty();
        wire.runUntil(71 * SECOND);
        assertThat(a.sent()).containsExactly("1 RETRY_EXC_ERR");
    }

    @Test
    void shouldStopAskingAfterTheEnd() {
        connect(KeepAlive.DEFAULT, KeepAlive.DEFAULT);
        wire.runUntil(20 * SECOND);
        a.move(QpState.ERR);
        b.move(QpState.RESET);
        int sent = wire.fromA.size() + wire.fromB.size();
        wire.runUntil(500 * SECOND);
        assertThat(wire.fromA.size() + wire.fromB.size()).isEqualTo(sent);
        assertThat(a.events).isEmpty();
    }
}

package org.urdma4j.transport.urdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.fairqueue.PeerFairQueue;
import org.urdma4j.transport.fairqueue.SfqEntry;
import org.urdma4j.transport.rc.Stoppable;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrMask;
import org.urdma4j.verbs.UrdmaTuning;
import org.urdma4j.verbs.WrOpcode;

import java.util.List;
import java.util.stream.IntStream;

/** A way that is paused for longer than a silent peer is waited for. */
class PausedWayTest {
    private static final long SECOND = 1_000_000_000L;

    private final Wire wire = Wire.connected();
    private final Host a = wire.a;
    private final Host b = wire.b;
    private final Stoppable way = new Stoppable(b);

    @BeforeEach
    void connect() {
        way.resume();
        a.qp.modify(new QpAttr(), QpAttrMask.AV, way, 0);
    }

    private void write() {
        a.fill(0, 1000);
        a.post(a.request(1, WrOpcode.RDMA_WRITE, 0, 1000).rdma(b.address(0), b.region.rkey()));
    }

    private void pauseUntil(long ns) {
        way.pause();
        wire.runUntil(ns);
        way.resume();
        a.shard.onResumed();
    }

    @Test
    void whatWaitsUnsentShouldNotTimeOut() {
        way.pause();
        write();
        pauseUntil(100 * SECOND);
        assertThat(wire.fromA).isEmpty();
        wire.runUntil(101 * SECOND);

        assertThat(a.sent()).containsExactly("1 SUCCESS");
        assertThat(a.count(Counter.LOCAL_ACK_TIMEOUT_ERR)).isZero();
        assertThat(a.count(Counter.RETRANSMITTED_PKTS)).isZero();
        assertThat(b.filled(0, 1001)).isEqualTo(1000);
    }

    @Test
    void aPeerShouldNotBeGivenUpInAPause() {
        wire.tap = (from, packet) -> wire.nowNs < 20 * SECOND ? Wire.LOST : Wire.PASS;
        write();
        wire.runUntil(SECOND);
        pauseUntil(100 * SECOND);
        wire.runUntil(110 * SECOND);

        assertThat(a.sent()).containsExactly("1 SUCCESS");
    }

    @Test
    void timeBesideThePauseShouldCount() {
        wire.tap = (from, packet) -> Wire.LOST;
        write();
        wire.runUntil(20 * SECOND);
        pauseUntil(100 * SECOND);
        wire.runUntil(131 * SECOND);

        assertThat(a.sent()).containsExactly("1 RETRY_EXC_ERR");
    }

    @Test
    void anAnswerShouldNotBeGivenUpInAPause() {
        wire.tap = (from, packet) -> wire.nowNs < 20 * SECOND && from == b ? Wire.LOST : Wire.PASS;
        a.post(a.request(1, WrOpcode.RDMA_READ, 0, 1000).rdma(b.address(0), b.region.rkey()));
        wire.runUntil(SECOND);
        pauseUntil(25 * SECOND);
        wire.runUntil(60 * SECOND);

        assertThat(a.sent()).containsExactly("1 SUCCESS");
    }

    /** Others to the same peer may have ways of other priorities, which are open. */
    @Test
    void othersShouldNotWaitForATurnInAPause() {
        Wire paced = new Wire();
        QpAttr attr = Host.attr().urdmaTuning(UrdmaTuning.DEFAULT);
        paced.connect(attr, attr);
        Host host = paced.a;
        Stoppable itsWay = new Stoppable(paced.b);
        itsWay.resume();
        host.qp.modify(new QpAttr(), QpAttrMask.AV, itsWay, 0);
        PeerFairQueue fairQueue = host.qp.share().fairQueue();
        List<SfqEntry> others = IntStream.range(0, 9).mapToObj(i -> turn(i, 1 << 20)).toList();
        for (SfqEntry other : others) {
            other.join(fairQueue);
            other.allow(100, paced.nowNs);
            other.onSent(100, 100);
            other.end();
        }
        others.getFirst().onSent(1 << 30, 1 << 30);
        host.post(
                host.request(1, WrOpcode.RDMA_WRITE, 0, 1000)
                        .rdma(paced.b.address(0), paced.b.region.rkey()));
        paced.runUntil(SECOND / 10);
        assertThat(paced.fromA).isEmpty();
        SfqEntry next = turn(9, 3_000); // no room for it beside a turn of the one that is paused
        next.join(fairQueue);
        next.allow(100, paced.nowNs);
        itsWay.pause();
        others.getFirst().onAllLost();
        assertThat(next.isWaiting()).isTrue();

        paced.runUntil(SECOND / 5);
        assertThat(next.isWaiting()).isFalse();
        others.forEach(SfqEntry::leave);
        next.leave();
        itsWay.resume();
        host.shard.onResumed();
        paced.runUntil(SECOND);
        assertThat(host.sent()).containsExactly("1 SUCCESS");
    }

    private static SfqEntry turn(int number, long leastLimit) {
        return new SfqEntry(number, 1, 1000, leastLimit);
    }
}

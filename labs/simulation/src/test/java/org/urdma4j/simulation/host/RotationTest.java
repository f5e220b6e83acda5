package org.urdma4j.simulation.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.link.LinkConfigBuilder;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.transport.seal.Rotation;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.WcStatus;

import java.util.Arrays;

/** Keys that change while much is under way, and none of it comes through for a while. */
class RotationTest {
    private static final long MS = 1_000_000L;
    private static final long SECOND = 1000 * MS;
    private static final int MEMORY = 64 << 20;
    private static final int PAYLOAD = 4096;
    private static final Rotation OFTEN = new Rotation(8, SECOND);

    private SimulatedNetwork network;
    private SimulatedAssociation keys;
    private Peer a;
    private Peer b;

    private void connect(Rotation rotation, LinkConfigBuilder there, LinkConfigBuilder back) {
        network = new SimulatedNetwork(5, PayloadMover.BY_REFERENCE);
        SimulatedHost one = network.host("a", EngineConfig.DEFAULT);
        SimulatedHost other = network.host("b", EngineConfig.DEFAULT);
        network.connect(one, other, there.build(), back.build());
        if (rotation != null) {
            keys = network.protect(one, other, rotation);
        }
        a = new Peer(one, MEMORY);
        b = new Peer(other, MEMORY);
        if (rotation != null) {
            keys.establish();
            keys.seal(a.qp, b.qp);
        }
        UrdmaOffer offer = UrdmaOffer.builder().payloadBytes(PAYLOAD).build();
        Peer.connect(a, b, 100, 200, new QpAttr().urdmaOffer(offer).urdmaPeerOffer(offer));
    }

    private static LinkConfigBuilder link(long rate) {
        return LinkConfig.builder().rate(rate).delay(40 * MS);
    }

    /** Returns when so many WRITEs of all the memory, at once, have completed. */
    private long write(int times) {
        for (int i = 0; i < times; i++) {
            a.post(a.write(b, 0, MEMORY));
        }
        assertThat(network.runUntil(() -> a.completions(times), 120 * SECOND)).isTrue();
        assertThat(a.poll()).allMatch(done -> done.status() == WcStatus.SUCCESS);
        return network.time().nowNs();
    }

    /** 70,000 packets are under way, which are 270 keys. */
    @ParameterizedTest
    @ValueSource(longs = {30 * MS, 300 * MS, 10 * SECOND})
    void shouldGoOnWhenAllPacketsOfManyKeysWereLost(long darkNs) {
        LinkConfigBuilder there = link(10_000_000_000L).blackout(SECOND, darkNs);
        LinkConfigBuilder back = link(10_000_000_000L).blackout(SECOND, darkNs);
        connect(OFTEN, there, back);
        write(30);

        assertThat(network.time().nowNs()).isGreaterThan(SECOND + darkNs);
        assertThat(network.time().nowNs()).isLessThan(SECOND + darkNs + 20 * SECOND);
        assertThat(a.qp.protection().orElseThrow().epoch()).isGreaterThan(1800);
        assertThat(b.host.counters().get(Counter.DROPPED_EPOCH)).isLessThan(100);
    }

    @Test
    void shouldEndWithTheErrorOfKeysThatExpired() {
        connect(OFTEN, link(SECOND), link(SECOND));
        write(1);
        a.post(a.write(b, 0, MEMORY));
        network.runUntil(() -> false, 100 * MS);
        keys.expire();
        network.runUntil(() -> a.completions(1), SECOND);

        assertThat(a.only().status()).isEqualTo(WcStatus.WR_FLUSH_ERR);
        assertThat(a.qp.state()).isEqualTo(QpState.ERR);
        assertThat(b.qp.state()).isEqualTo(QpState.ERR);
    }

    /** Of messages one after the other, with as many keys as that many packets ask for. */
    private long tailOfLatency(Rotation rotation) {
        connect(rotation, LinkConfig.builder().rate(10 * SECOND), LinkConfig.builder());
        int messages = 10_000;
        long[] ns = new long[messages];
        for (int i = 0; i < messages; i++) {
            long begin = network.time().nowNs();
            a.post(a.write(b, 0, 64));
            assertThat(network.runUntil(() -> a.completions(1), SECOND)).isTrue();
            assertThat(a.only().status()).isEqualTo(WcStatus.SUCCESS);
            ns[i] = network.time().nowNs() - begin;
        }
        Arrays.sort(ns);
        return ns[messages - messages / 1000];
    }

    /** With 20 keys; but for the time of the cipher itself, which virtual time doesn't have. */
    @Test
    void shouldNotDelayMessages() {
        long never = tailOfLatency(new Rotation(22, 600 * SECOND));
        long often = tailOfLatency(new Rotation(9, 600 * SECOND));

        assertThat(a.qp.protection().orElseThrow().epoch()).isEqualTo(19);
        assertThat((double) often / never).isBetween(0.95, 1.05);
    }

    /** 28 bytes of 4096 and some headers, and the first handshake. */
    @Test
    void shouldCostNoMoreThanItsBytes() {
        connect(null, link(SECOND), link(SECOND));
        long clearNs = write(20);
        connect(OFTEN, link(SECOND), link(SECOND));
        long sealedNs = write(20);

        assertThat((double) sealedNs / clearNs).isBetween(1.0, 1.01);
    }
}

package org.urdma4j.transport.urdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.WrOpcode;

import java.util.function.Consumer;

/**
 * A stranger who knows the addresses and the queue pair numbers sends what it likes, to either end:
 * the connection goes on as if it hadn't, and every byte arrives.
 */
class StrangerTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int TURNS = 20;
    private static final int BYTES = 4000;

    private final Wire wire = new Wire();

    private StrangerTest connect(boolean fec) {
        UrdmaOffer offer = fec ? Host.OFFER.toBuilder().fec(8).build() : Host.OFFER;
        QpAttr attr = Host.attr().urdmaOffer(offer).urdmaPeerOffer(offer);
        wire.a.clockNs = 1234 * SECOND;
        wire.b.clockNs = 77 * SECOND;
        wire.connect(attr, attr);
        wire.b.fill(1 << 19, BYTES);
        return this;
    }

    /** A WRITE, a SEND and a READ go over the connection, and the stranger acts meanwhile. */
    private void exchange(int i, Runnable stranger) {
        Host a = wire.a;
        Host b = wire.b;
        a.fill(0, BYTES);
        b.receive(i, 1 << 18, BYTES);
        b.memory.asSlice(1 << 16, 1 << 17).fill((byte) 0);
        b.memory.asSlice(1 << 18, BYTES).fill((byte) 0);
        a.memory.asSlice(1 << 19, BYTES).fill((byte) 0);
        a.post(
                a.request(1, WrOpcode.RDMA_WRITE, 0, BYTES)
                        .rdma(b.address(1 << 16), b.region.rkey()));
        a.post(a.request(2, WrOpcode.SEND, 0, BYTES));
        a.post(
                a.request(3, WrOpcode.RDMA_READ, 1 << 19, BYTES)
                        .rdma(b.address(1 << 19), b.region.rkey()));
        long before = wire.nowNs;
        for (int step = 0; step < 8; step++) {
            wire.runFor(300_000);
            stranger.run();
        }
        wire.runFor(SECOND);
        assertThat(a.sent()).containsExactly("1 SUCCESS", "2 SUCCESS", "3 SUCCESS");
        assertThat(b.received()).containsExactly(i + " SUCCESS");
        assertThat(b.filled(1 << 16, BYTES)).isEqualTo(BYTES);
        assertThat(b.filled(1 << 18, BYTES)).isEqualTo(BYTES);
        assertThat(a.filled(1 << 19, BYTES)).isEqualTo(BYTES);
        assertThat(wire.nowNs - before).isLessThan(2 * SECOND);
    }

    private void exchangeWith(Consumer<Host> stranger) {
        for (int i = 0; i < TURNS; i++) {
            exchange(
                    i,
                    () -> {
                        stranger.accept(wire.a);
                        stranger.accept(wire.b);
                    });
        }
        assertThat(wire.a.qp.state()).isEqualTo(QpState.RTS);
        assertThat(wire.b.qp.state()).isEqualTo(QpState.RTS);
    }

    private void forge(Host to, byte[] bytes) {
        wire.deliver(to, to == wire.a ? wire.b : wire.a, bytes);
    }

    private void forge(Host to, Raw raw) {
        forge(to, raw.to(to.qp.qpn()));
    }

    @ParameterizedTest
    @CsvSource({"1,false", "2,false", "3,true", "4,true"})
    void shouldBeOfNoAvailByGuessing(long seed, boolean fec) {
        connect(fec);
        Forger forger = new Forger(seed);
        exchangeWith(to -> {
            for (int i = 0; i < 60; i++) {
                forge(to, forger.packet(to.qp.qpn()));
            }
        });
        long dropped = wire.b.count(Counter.DROPPED_WRONG_PEER);
        assertThat(dropped).as("told from the peer's").isGreaterThan(TURNS * 8 * 60 / 4);
    }

    /** T1 far ahead and a number that has long arrived, of one who hits the tag. */
    @ParameterizedTest
    @ValueSource(longs = {3, 60, 200, 274, -100, -274})
    void shouldNotMoveTheClock(long seconds) {
        connect(false);
        exchange(0, () -> {});
        exchangeWith(to -> {
            int t1 = (int) ((clockOfPeer(to) + seconds * SECOND) / 128);
            forge(to, Raw.write(0xca, Host.SQ_PSN - 5, 0, 0, 0).t1(t1));
            forge(to, Raw.write(0xca, Host.SQ_PSN + 1, 0, 0, 0).t1(t1).tr(1));
            forge(to, Raw.answer(0xd0, Host.RESPONSE_PSN - 5, 0, 0, 0).t1(t1));
        });
    }

    /** The same before the peer knows our clock, so that nothing but the T1 is to be guessed. */
    @Test
    void shouldNotMoveTheClockOfANewConnection() {
        Solo solo = Solo.connected();
        int next = 0;
        for (int t1Ahead : new int[] {200, 70, 3, -200}) {
            int psn = Solo.PSN + next;
            solo.receive(
                    Raw.write(0xca, psn, solo.address(next), solo.rkey(), 1)
                            .payload(next, 1)
                            .t1(solo.units()));
            int t1 = solo.units() + (int) (t1Ahead * SECOND / 128);
            solo.receive(Raw.write(0xca, Solo.PSN - 1, 0, 0, 0).t1(t1));
            next++;
        }
        assertThat(solo.host.filled(0, 5)).isEqualTo(4);
    }

    /** A number far ahead, even with times that are right. */
    @ParameterizedTest
    @ValueSource(ints = {100, 1000, 70_000, 4_000_000, (1 << 23) - 1})
    void shouldNotMoveTheHighestNumberFar(int ahead) {
        connect(false);
        exchange(0, () -> {});
        Seen newest = wire.fromA.stream().filter(Seen::isData).reduce((x, y) -> y).orElseThrow();
        int psn = (newest.psn() + ahead) & 0xff_ffff;
        int t1 = (int) (clockOfPeer(wire.b) / 128);
        for (int i = 0; i < 2; i++) { // nothing is believed for being said twice
            forge(wire.b, Raw.write(0xca, psn + i, 0, 0, 0).t1(t1).tr(newest.tr()).tag(i));
        }
        assertThat(wire.b.count(Counter.DROPPED_WRONG_PEER)).isEqualTo(2);
        exchangeWith(to -> {});
    }

    @Test
    void shouldNotActOnReportsAndNaksWithGuessedTimes() {
        connect(false);
        exchange(0, () -> {});
        int[] psn = {Host.SQ_PSN};
        exchangeWith(to -> {
            psn[0] += 3; // as if it had guessed what was sent
            for (int opcode : new int[] {0xda, 0xdb}) {
                int next = opcode == 0xda ? psn[0] : Host.RESPONSE_PSN + psn[0] - Host.SQ_PSN;
                forge(to, Raw.report(opcode, 5000, next, next + 9, 99, 0).delays(7, 9));
                forge(to, Raw.report(opcode, 1 << 30, next, next, 99, 0).limit(0));
            }
            forge(to, Raw.nak(psn[0], 0x62, psn[0] + 1, 0).delays(1, 2).echo(3));
            forge(to, Raw.nak(psn[0], 0x20, psn[0] + 1, 0).delays(1, 2).echo(3));
        });
    }

    /** From somewhere else not even a queue pair in ERR answers; to its peer it does. */
    @Test
    void shouldHearNothingFromElsewhere() {
        Solo solo = Solo.connected();
        Raw bad = Raw.write(0xca, Solo.PSN, solo.address(0), 0, 4).payload(0, 4);
        assertThat(Solo.only(solo.receive(bad), 0xd1)).hasSize(1);
        assertThat(solo.host.qp.state()).isEqualTo(QpState.ERR);
        solo.deliver(new Object(), bad.to(solo.host.qp.qpn()));
        assertThat(solo.turn()).isEmpty();
        assertThat(solo.host.count(Counter.DROPPED_WRONG_PEER)).isOne();
        byte[] otherPartition = bad.to(solo.host.qp.qpn());
        otherPartition[3] ^= 1;
        solo.deliver(solo.peer, otherPartition);
        assertThat(solo.turn()).isEmpty();
        assertThat(solo.host.count(Counter.DROPPED_PKEY)).isOne();
        assertThat(Solo.only(solo.receive(bad), 0xd1)).as("the peer's").hasSize(1);
        assertThat(solo.host.count(Counter.DROPPED_QP_STATE)).isOne();
    }

    /** What the clock of the other end reads now. */
    private long clockOfPeer(Host host) {
        return wire.nowNs + (host == wire.a ? wire.b : wire.a).clockNs;
    }
}

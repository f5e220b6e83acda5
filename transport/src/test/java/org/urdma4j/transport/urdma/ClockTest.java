package org.urdma4j.transport.urdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.WrOpcode;

import java.util.List;

/** The clocks of the two ends have nothing in common but their pace. */
class ClockTest {
    private static final long SECOND = 1_000_000_000L;

    /** T1 wraps after so many nanoseconds. */
    private static final long WRAP = (1L << 32) * 128;

    /** WRITEs and READs with loss and reordering; returns the packets of both sides in short. */
    private static List<String> traffic(long clockA, long clockB) {
        Wire wire = new Wire();
        wire.a.clockNs = clockA;
        wire.b.clockNs = clockB;
        wire.connect(Host.attr(), Host.attr());
        int[] count = {0};
        wire.tap =
                (from, packet) -> {
                    int n = count[0]++;
                    return n % 7 == 5 ? Wire.LOST : new long[] {(n % 3) * 300_032L};
                };
        wire.a.fill(0, 4000);
        wire.b.fill(8192, 4000);
        for (int i = 0; i < 3; i++) {
            wire.a.post(
                    wire.a
                            .request(2L * i, WrOpcode.RDMA_WRITE, 0, 4000)
                            .rdma(wire.b.address(0), wire.b.region.rkey()));
            wire.a.post(
                    wire.a
                            .request(2L * i + 1, WrOpcode.RDMA_READ, 8192, 4000)
                            .rdma(wire.b.address(8192), wire.b.region.rkey()));
            wire.run();
            wire.runFor(SECOND);
        }
        assertThat(wire.a.sent()).hasSize(6);
        assertThat(wire.b.filled(0, 4001)).isEqualTo(4000);
        assertThat(wire.a.filled(8192, 4001)).isEqualTo(4000);
        return java.util.stream.Stream.concat(wire.fromA.stream(), wire.fromB.stream())
                .map(p -> p.atNs() / 1000 + " " + p)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(longs = {300 * SECOND, -200 * SECOND, 86_400 * SECOND, WRAP / 2, WRAP - SECOND})
    void shouldNotMindThatTheyDiffer(long offset) {
        long multiple = offset / 128 * 128;
        List<String> same = traffic(WRAP, WRAP);
        assertThat(traffic(WRAP + multiple, WRAP)).isEqualTo(same);
        assertThat(traffic(WRAP, WRAP + multiple)).isEqualTo(same);
    }

    @ParameterizedTest
    @ValueSource(longs = {WRAP - 1_500_032, WRAP / 2 - 1_500_032, 7 * WRAP - SECOND - 5_000_064})
    void shouldGoThroughTheWrapOfEither(long start) {
        long multiple = start / 128 * 128;
        List<String> same = traffic(0, 0);
        assertThat(traffic(multiple, 0)).isEqualTo(same);
        assertThat(traffic(0, multiple)).isEqualTo(same);
        assertThat(traffic(multiple, multiple)).isEqualTo(same);
    }

    @Test
    void shouldMeasureTheDelayOfBothWays() {
        Wire wire = new Wire();
        wire.a.clockNs = 100 * SECOND;
        wire.b.clockNs = 7 * SECOND;
        wire.connect(Host.attr(), Host.attr());
        for (int i = 0; i < 2; i++) {
            wire.a.post(
                    wire.a
                            .request(i, WrOpcode.RDMA_WRITE, 0, 8)
                            .rdma(wire.b.address(0), wire.b.region.rkey()));
            wire.run();
        }
        int delay = (int) (Wire.DELAY_NS / 128);
        int ahead = (int) (93 * SECOND / 128);
        List<Seen> writes = wire.fromA.stream().filter(Seen::isData).toList();
        assertThat(writes.get(0).tr()).as("Tr before anything came").isZero();
        assertThat(writes.get(1).tr())
                .as("Tr: our clock less T3 of the report")
                .isBetween(ahead + delay - 1, ahead + delay + 1);
        Seen report = wire.fromB.getFirst();
        assertThat(report.u32(20)).as("Ts").isBetween(delay - ahead - 1, delay - ahead + 1);
    }

    @Test
    void shouldLeaveTheTimeAtTheReceiverOutOfTheRoundTrip() {
        UrdmaOffer slow = Host.OFFER.toBuilder().sack(100, 60_000).build();
        Wire wire =
                new Wire()
                        .connect(
                                Host.attr().urdmaOffer(slow).urdmaPeerOffer(slow),
                                Host.attr().urdmaOffer(slow).urdmaPeerOffer(slow));
        wire.tap = // the end of the message is lost: the report comes by time, after 60 ms
                (from, packet) ->
                        packet.opcode() == 0xc8 && wire.nowNs < 50_000_000 ? Wire.LOST : Wire.PASS;
        wire.a.post(
                wire.a
                        .request(1, WrOpcode.RDMA_WRITE, 0, 600)
                        .rdma(wire.b.address(0), wire.b.region.rkey()));
        wire.run();
        Seen report = wire.fromB.getFirst();
        int held = report.u32(16) - (report.u32(28) + report.u32(20));
        assertThat(held * 128L).as("T3 - arrival").isGreaterThan(50_000_000L);
        Seen probe = wire.fromA.stream().filter(p -> p.again() && p.asks()).findFirst().get();
        // two round trips of 2 ms and 1 ms after the report; with the time held, over 120 ms
        assertThat(probe.atNs() - report.atNs()).isLessThan(10_000_000L);
        assertThat(wire.a.sent()).containsExactly("1 SUCCESS");
    }

    @Test
    void shouldDropWhatWasOnItsWayForOverAMinute() {
        Solo solo = Solo.connected();
        int minute = (int) (60 * SECOND / 128);
        Raw newest = Raw.write(0xca, Solo.PSN + 1, solo.address(0), solo.rkey(), 4).payload(0, 4);
        solo.receive(newest.t1(minute + 1000));
        Raw stale = Raw.write(0xca, Solo.PSN, solo.address(64), solo.rkey(), 4).payload(0, 4);
        solo.receive(stale.t1(999));
        assertThat(solo.host.filled(64, 1)).isZero();
        assertThat(solo.host.count(Counter.DUPLICATE_REQUEST)).isOne();
        solo.receive(stale.t1(1001));
        assertThat(solo.host.filled(64, 5)).isEqualTo(4);
    }
}

package org.urdma4j.simulation.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.protection.shape.ChaffLimit;
import org.urdma4j.protection.shape.Shape;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.link.LinkConfigBuilder;
import org.urdma4j.simulation.loss.Bernoulli;
import org.urdma4j.simulation.traffic.ShapeWatch;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.transport.seal.Rotation;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.UrdmaTuning;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WrOpcode;

/** What somebody on the way sees of a connection with a constant rate, busy, idle and congested. */
class ConstantRateTest {
    private static final long MS = 1_000_000L;
    private static final long SECOND = 1000 * MS;
    private static final long MBPS = 1_000_000L;
    private static final int MEMORY = 8 << 20;
    private static final int PAYLOAD = 1400;

    /** From BTH to ICRC, and what Ethernet adds. */
    private static final int LENGTH = 12 + 16 + 4 + 8 + PAYLOAD + 28 + 4;

    private static final int ON_THE_WIRE = LENGTH + 66;

    private SimulatedNetwork network;
    private ShapeWatch there;
    private ShapeWatch back;
    private Peer a;
    private Peer b;

    private void connect(Shape shape, LinkConfigBuilder link) {
        connect(PayloadMover.BY_REFERENCE, shape, shape, link, "off", 0);
    }

    private void connect(
            PayloadMover payload,
            Shape ofA,
            Shape ofB,
            LinkConfigBuilder link,
            String fec,
            long rateKbps) {
        network = new SimulatedNetwork(5, payload);
        SimulatedHost one = network.host("a", EngineConfig.DEFAULT);
        SimulatedHost other = network.host("b", EngineConfig.DEFAULT);
        DuplexLink links = network.connect(one, other, link.build(), link.build());
        there = new ShapeWatch(links.there());
        back = new ShapeWatch(links.back());
        SimulatedAssociation keys = network.protect(one, other, Rotation.DEFAULT, ofA, ofB);
        a = new Peer(one, MEMORY);
        b = new Peer(other, MEMORY);
        keys.establish();
        keys.seal(a.qp, b.qp);
        int groups = fec.equals("off") ? 0 : 16;
        UrdmaOffer offer = UrdmaOffer.builder().payloadBytes(PAYLOAD).fec(groups).build();
        QpAttr options =
                new QpAttr()
                        .urdmaOffer(offer)
                        .urdmaPeerOffer(offer)
                        .urdmaTuning(UrdmaTuning.builder().fec(fec).build())
                        .rateLimit(rateKbps);
        Peer.connect(a, b, 100, 200, options);
    }

    private static LinkConfigBuilder link(long rate) {
        return LinkConfig.builder().rate(rate).delay(5 * MS).queue(rate / 8 / 100);
    }

    private static Shape constant(long mbps, ChaffLimit limit) {
        return Shape.constant(mbps * MBPS, limit);
    }

    private static SendWr read(Peer from, Peer to, long bytes) {
        return new SendWr()
                .opcode(WrOpcode.RDMA_READ)
                .sendFlags(SendFlags.SIGNALED)
                .rdma(to.region.addr(), to.region.rkey())
                .addSge(from.region.sge(0, bytes));
    }

    private void finish(Peer peer, int requests) {
        assertThat(network.runUntil(() -> peer.completions(requests), 100 * SECOND)).isTrue();
        assertThat(peer.poll()).allMatch(done -> done.status() == WcStatus.SUCCESS);
    }

    /** What may be done in the time that is watched. */
    enum Work {
        WRITES {
            @Override
            void post(ConstantRateTest on) {
                on.a.post(on.a.write(on.b, 0, MEMORY));
            }
        },
        SMALL_WRITES {
            @Override
            void post(ConstantRateTest on) {
                for (int i = 0; i < 50; i++) {
                    on.a.post(on.a.write(on.b, 64L * i, 64));
                }
            }
        },
        READS {
            @Override
            void post(ConstantRateTest on) {
                on.a.post(read(on.a, on.b, MEMORY));
            }
        },
        BOTH_WAYS {
            @Override
            void post(ConstantRateTest on) {
                on.a.post(on.a.write(on.b, 0, MEMORY));
                on.b.post(on.b.write(on.a, 0, MEMORY));
                on.a.post(read(on.a, on.b, MEMORY / 2));
            }
        };

        abstract void post(ConstantRateTest on);
    }

    @ParameterizedTest
    @EnumSource
    void shouldLookTheSameBusyAndIdle(Work work) {
        connect(constant(50, ChaffLimit.NONE), link(1000 * MBPS));
        network.runUntil(() -> false, 2 * SECOND);
        work.post(this);
        network.runUntil(() -> false, 2 * SECOND);

        double each = 50e6 / 8 / ON_THE_WIRE / 10;
        for (long ms = 100; ms < 3900; ms += 100) {
            assertThat((double) there.packets(ms * MS, (ms + 100) * MS))
                    .isCloseTo(each, within(each / 100));
            assertThat((double) back.packets(ms * MS, (ms + 100) * MS))
                    .isCloseTo(each, within(each / 100));
        }
        assertThat(there.lengths()).hasSize(1).allSatisfy((_, all) -> assertThat(all).hasSize(1));
        assertThat(back.lengths().values()).containsExactlyElementsOf(there.lengths().values());
        assertThat(there.lengths().values().iterator().next().iterator().next() + 4)
                .isEqualTo(LENGTH);
        assertThat(a.host.counters().get(Counter.RDMA_READS)).isZero();
        assertThat(a.poll()).isNotEmpty().allMatch(done -> done.status() == WcStatus.SUCCESS);
    }

    /** A side's shape is that of what it sends: the other's reports come as they are due. */
    @Test
    void shouldHoldTheRateWhateverThePeerDoes() {
        connect(
                PayloadMover.COPYING,
                constant(50, ChaffLimit.NONE),
                Shape.NONE,
                link(1000 * MBPS),
                "off",
                0);
        a.fill(1);
        a.post(a.write(b, 0, MEMORY));
        finish(a, 1);
        long busyNs = network.time().nowNs();

        assertThat(b.memory.mismatch(a.memory)).isEqualTo(-1);
        double expected = 50e6 / 8 / ON_THE_WIRE * busyNs / SECOND;
        assertThat((double) there.packets()).isCloseTo(expected, within(expected / 100));
        assertThat(a.host.counters().get(Counter.CHAFF_SENT)).isLessThan(there.packets() / 20);
        assertThat(back.lengths().values())
                .allSatisfy(all -> assertThat(all).allMatch(length -> length < LENGTH - 4));
    }

    @Test
    void shouldCorrectLossesInSlots() {
        connect(
                PayloadMover.COPYING,
                constant(50, ChaffLimit.NONE),
                constant(20, ChaffLimit.NONE),
                link(1000 * MBPS).loss(new Bernoulli(0.02)),
                "5,3",
                0);
        a.fill(1);
        a.post(a.write(b, 0, MEMORY));
        finish(a, 1);

        assertThat(b.memory.mismatch(a.memory)).isEqualTo(-1);
        assertThat(b.host.counters().get(Counter.REPAIRED_PKTS)).isPositive();
        assertThat(there.lengths().values()).allSatisfy(all -> assertThat(all).hasSize(1));
        double each = 20e6 / 8 / (ON_THE_WIRE + 8) / 10;
        assertThat((double) back.packets(500 * MS, 600 * MS)).isCloseTo(each, within(2.0));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 300, 2000})
    void shouldFallSilentAfterATime(long limitMs) {
        connect(constant(50, ChaffLimit.ofNs(limitMs * MS)), link(1000 * MBPS));
        a.post(a.write(b, 0, MEMORY));
        finish(a, 1);
        long doneNs = network.time().nowNs();
        network.run();

        // the last report goes one way, and one may follow chaff
        long allowedNs = doneNs + limitMs * MS + 40 * MS;
        assertThat(there.lastNs()).isLessThan(allowedNs);
        assertThat(there.lastNs()).isGreaterThanOrEqualTo(doneNs + limitMs * MS - 20 * MS);
        assertThat(back.lastNs()).isLessThan(allowedNs);
        assertThat(network.time().nowNs()).isLessThan(doneNs + 10 * SECOND);
    }

    @Test
    void shouldFallSilentAfterSoManyBytesEachTime() {
        long limit = 100_000;
        connect(constant(50, ChaffLimit.ofBytes(limit)), link(1000 * MBPS));
        network.run();
        long packets = limit / LENGTH;
        assertThat(a.host.counters().get(Counter.CHAFF_SENT)).isEqualTo(packets);
        assertThat(a.host.counters().get(Counter.CHAFF_BYTES)).isEqualTo(packets * LENGTH);

        a.post(a.write(b, 0, 64));
        finish(a, 1);
        network.run();
        assertThat(a.host.counters().get(Counter.CHAFF_SENT)).isEqualTo(2 * packets);
        assertThat(b.host.counters().get(Counter.CHAFF_SENT)).isEqualTo(2 * packets);
    }

    /** The rate limit of the queue pair holds, too. */
    @Test
    void shouldNotExceedTheRateLimit() {
        connect(
                PayloadMover.BY_REFERENCE,
                constant(50, ChaffLimit.NONE),
                constant(50, ChaffLimit.NONE),
                link(1000 * MBPS),
                "off",
                10_000);
        network.runUntil(() -> false, SECOND);

        assertThat((double) there.packets()).isCloseTo(10e6 / 8 / ON_THE_WIRE, within(2.0));
    }

    @Test
    void shouldRefuseAPayloadThatLeavesNoRoom() {
        SimulatedNetwork other = new SimulatedNetwork(5, PayloadMover.BY_REFERENCE);
        SimulatedHost one = other.host("a", EngineConfig.DEFAULT);
        SimulatedHost two = other.host("b", EngineConfig.DEFAULT);
        other.connect(one, two, link(MBPS).build(), link(MBPS).build());
        SimulatedAssociation keys =
                other.protect(one, two, Rotation.DEFAULT, Shape.PAD, Shape.NONE);
        Peer padded = new Peer(one, MEMORY);
        Peer plain = new Peer(two, MEMORY);
        keys.establish();
        keys.seal(padded.qp, plain.qp);
        int most = padded.context.largestPayload(false);
        UrdmaOffer tooMuch = UrdmaOffer.builder().payloadBytes(most + 4).build();
        QpAttr options = new QpAttr().urdmaOffer(tooMuch).urdmaPeerOffer(tooMuch);

        assertThatThrownBy(() -> Peer.connect(padded, plain, 1, 2, options))
                .isInstanceOfSatisfying(
                        VerbsException.class, e -> assertThat(e.errno()).isEqualTo(Errno.EMSGSIZE))
                .hasMessageContaining("smaller payload");
        UrdmaOffer fits = tooMuch.toBuilder().payloadBytes(most).build();
        Peer.connect(padded, plain, 1, 2, new QpAttr().urdmaOffer(fits).urdmaPeerOffer(fits));
    }

    private double mbpsIn(long second) {
        return there.packets(second * SECOND, (second + 1) * SECOND) * ON_THE_WIRE * 8 / 1e6;
    }

    /** The path has 30 Mbit/s of the 100: chaff and data give way, by steps of two alone. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldHalveWhereThePathTakesLess(boolean busy) {
        connect(constant(100, ChaffLimit.NONE), link(30 * MBPS).jitter(MS));
        if (busy) {
            for (int i = 0; i < 10; i++) {
                a.post(a.write(b, 0, MEMORY));
            }
        }
        network.runUntil(() -> false, 12 * SECOND);

        assertThat(mbpsIn(8)).isCloseTo(25, within(1.0));
        for (int second = 0; second < 12; second++) {
            assertThat(mbpsIn(second)).isLessThan(101);
        }
    }

    @Test
    void shouldDoubleWhenThereIsRoomAgain() {
        connect(
                constant(100, ChaffLimit.NONE),
                link(30 * MBPS).jitter(MS).rateStep(10 * SECOND, 1000 * MBPS));
        network.runUntil(() -> false, 45 * SECOND);

        assertThat(mbpsIn(8)).isCloseTo(25, within(1.0));
        assertThat(mbpsIn(44)).isCloseTo(100, within(1.0));
    }

    /** Neither loss at random nor a long round trip is a reason to slow down. */
    @ParameterizedTest
    @CsvSource({"1, 0", "20, 0.01", "200, 0.01", "600, 0.01"})
    void shouldHoldTheRateWhereThePathTakesIt(long rttMs, double loss) {
        LinkConfigBuilder path = link(200 * MBPS).delay(rttMs * MS / 2).loss(new Bernoulli(loss));
        connect(constant(50, ChaffLimit.NONE), path);
        network.runUntil(() -> false, 15 * SECOND);
        a.post(a.write(b, 0, MEMORY));
        network.runUntil(() -> false, 15 * SECOND);

        for (int second = 0; second < 30; second++) {
            assertThat(mbpsIn(second)).as("second %d", second).isCloseTo(50, within(0.5));
        }
        assertThat(a.only().status()).isEqualTo(WcStatus.SUCCESS);
    }

    @Test
    void shouldHalveWhereNothingIsHeard() {
        connect(constant(64, ChaffLimit.NONE), link(1000 * MBPS).blackout(2 * SECOND, 6 * SECOND));
        network.runUntil(() -> false, 8 * SECOND);
        assertThat(mbpsIn(7)).isLessThan(8);
    }
}

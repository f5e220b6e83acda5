package org.urdma4j.simulation.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.simulation.loss.Bernoulli;
import org.urdma4j.simulation.loss.GilbertElliott;
import org.urdma4j.simulation.loss.Occurrence;
import org.urdma4j.simulation.loss.Script;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Shares, bounds and repeatability of a link's random impairments. */
class LinkRandomnessTest {
    private static final int PACKETS = 200_000;
    private static final int BYTES = 100;
    private static final long GAP_NS = 10;

    private final Pkt.Owner owner = new Pkt.Owner();

    @Test
    void shouldKeepTheOrderUnderJitterAndStayWithinItsBounds() {
        Pkt.Sink sink = run(LinkConfig.builder().delay(1_000).jitter(500).build(), 1);

        assertThat(sink.ids()).isSorted().hasSize(PACKETS);
        assertThat(sink.dueNs()).isSorted();
        for (Pkt.Delivery delivery : sink.deliveries) {
            assertThat(latency(delivery)).isBetween(1_000L, 1_500L);
        }
    }

    @Test
    void shouldSpreadReorderingJitterEvenly() {
        Pkt.Sink sink = run(LinkConfig.builder().delay(1_000).reorderingJitter(99).build(), 1);

        int[] counts = new int[100];
        for (Pkt.Delivery delivery : sink.deliveries) {
            counts[(int) latency(delivery) - 1_000]++;
        }
        double expected = PACKETS / 100.0;
        double chiSquare = 0;
        for (int count : counts) {
            chiSquare += (count - expected) * (count - expected) / expected;
        }
        assertThat(chiSquare).isLessThan(99 + 5 * Math.sqrt(2 * 99));
        assertThat(sink.dueNs()).isSorted();
        assertThat(new HashSet<>(sink.ids())).hasSize(PACKETS);
    }

    @Test
    void shouldCountAsReorderedWhatComesAfterALaterPacket() {
        Link<Pkt> link = link(LinkConfig.builder().delay(1_000).reorderingJitter(99).build(), 1);
        Pkt.Sink sink = run(link);

        int newest = -1;
        int reordered = 0;
        for (int id : sink.ids()) {
            reordered += id < newest ? 1 : 0;
            newest = Math.max(newest, id);
        }
        assertThat(link.counters().reordered()).isEqualTo(reordered).isGreaterThan(PACKETS / 2);
    }

    @Test
    void shouldHoldBackTheShareOfReorderedPacketsByTheirTime() {
        Pkt.Sink sink = run(LinkConfig.builder().delay(1_000).reorder(0.01, 300).build(), 1);

        long held = sink.deliveries.stream().filter(d -> latency(d) == 1_300).count();
        long straight = sink.deliveries.stream().filter(d -> latency(d) == 1_000).count();
        assertShare(held, 0.01);
        assertThat(held + straight).isEqualTo(PACKETS);
    }

    @Test
    void shouldDuplicateTheShareRightBehindTheOriginal() {
        Link<Pkt> link = link(LinkConfig.builder().delay(1_000).duplicate(0.02).build(), 1);
        Pkt.Sink sink = run(link);

        assertShare(link.counters().duplicated(), 0.02);
        assertThat(sink.deliveries).hasSize((int) (PACKETS + link.counters().duplicated()));
        assertThat(link.counters().reordered()).isZero();
        Pkt.Delivery before = null;
        for (Pkt.Delivery delivery : sink.deliveries) {
            if (delivery.marks() == Marks.DUPLICATE) {
                assertThat(delivery.packet()).isEqualTo(owner.copy(before.packet()));
                assertThat(delivery.dueNs()).isEqualTo(before.dueNs());
            }
            before = delivery;
        }
    }

    @Test
    void shouldFlipEveryBitEquallyOften() {
        Link<Pkt> link = link(LinkConfig.builder().corrupt(0.5).build(), 1);
        Pkt.Sink sink = run(link);

        int[] counts = new int[BYTES * 8];
        for (Pkt.Delivery delivery : sink.deliveries) {
            int bit = delivery.packet().flippedBit();
            assertThat(bit != Pkt.INTACT).isEqualTo(delivery.marks() == Marks.CORRUPTED);
            if (bit != Pkt.INTACT) {
                counts[bit]++;
            }
        }
        assertShare(link.counters().corrupted(), 0.5);
        double expected = (double) link.counters().corrupted() / counts.length;
        double chiSquare = 0;
        for (int count : counts) {
            chiSquare += (count - expected) * (count - expected) / expected;
        }
        int freedom = counts.length - 1;
        assertThat(chiSquare).isLessThan(freedom + 5 * Math.sqrt(2.0 * freedom));
    }

    @Test
    void shouldLoseTheShare() {
        Link<Pkt> link = link(LinkConfig.builder().loss(new Bernoulli(0.03)).build(), 1);
        Pkt.Sink sink = run(link);

        assertShare(link.counters().droppedByLoss(), 0.03);
        assertThat(sink.deliveries).hasSize((int) (PACKETS - link.counters().droppedByLoss()));
        assertThat(owner.released).hasSize((int) link.counters().droppedByLoss());
    }

    @ParameterizedTest
    @MethodSource("impairments")
    void shouldRepeatARunWithTheSameSeedAndNoOther(UnaryOperator<LinkConfigBuilder> impairment) {
        LinkConfig config = impairment.apply(LinkConfig.builder().delay(1_000)).build();

        List<Pkt.Delivery> run = run(config, 7).deliveries;

        assertThat(run(config, 7).deliveries).isEqualTo(run);
        assertThat(run(config, 8).deliveries).isNotEqualTo(run);
    }

    static List<UnaryOperator<LinkConfigBuilder>> impairments() {
        return List.of(
                builder -> builder.loss(new Bernoulli(0.01)),
                builder -> builder.loss(new GilbertElliott(0.01, 0.2, 1, 0)),
                builder -> builder.jitter(100),
                builder -> builder.reorderingJitter(100),
                builder -> builder.reorder(0.01, 50),
                builder -> builder.duplicate(0.01),
                builder -> builder.corrupt(0.01));
    }

    @Test
    void shouldLoseTheSamePacketsWhateverElseIsTurnedOn() {
        LinkConfig losing = LinkConfig.builder().loss(new Bernoulli(0.01)).build();
        LinkConfig more =
                losing.toBuilder()
                        .delay(1_000)
                        .reorderingJitter(100)
                        .reorder(0.1, 50)
                        .duplicate(0.1)
                        .corrupt(0.1)
                        .build();

        assertThat(idsOf(run(more, 3))).isEqualTo(idsOf(run(losing, 3)));
    }

    @Test
    void shouldLoseTheSamePacketsBesideABlackoutAndAScript() {
        LinkConfig losing = LinkConfig.builder().loss(new Bernoulli(0.01)).build();
        Link<Pkt> link = link(losing.toBuilder().blackout(100 * GAP_NS, 1_000 * GAP_NS).build(), 3);
        link.script(new Script<Pkt>().drop("2000", Occurrence.first(), p -> p.id() == 2000));

        Set<Integer> expected = idsOf(run(losing, 3));
        expected.removeIf(id -> (id >= 100 && id < 1_100) || id == 2000);

        assertThat(idsOf(run(link))).isEqualTo(expected);
        assertThat(link.counters().droppedByScript()).isEqualTo(1);
        assertThat(link.counters().droppedByBlackout()).isEqualTo(1_000);
    }

    /** Random links under random offers: nothing appears, nothing vanishes. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void shouldAccountForEveryPacket(int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Link<Pkt> link = link(anyLink(random), seed);
        Pkt.Sink sink = new Pkt.Sink();
        long now = 0;
        for (int i = 0; i < 20_000; i++) {
            now += random.nextInt(200);
            link.offer(now, new Pkt(i), 1 + random.nextInt(9000));
            if (random.nextInt(3) == 0) {
                link.poll(now, sink);
            }
            LinkCounters counters = link.counters();
            assertThat(counters.offered() + counters.duplicated())
                    .isEqualTo(counters.delivered() + counters.dropped() + link.inFlight());
        }
        link.poll(now + 1_000_000_000, sink);

        LinkCounters counters = link.counters();
        assertThat(link.inFlight()).isZero();
        assertThat(sink.deliveries).hasSize((int) counters.delivered());
        assertThat(owner.released).hasSize((int) counters.dropped());
        Set<Integer> originals =
                sink.deliveries.stream()
                        .filter(d -> (d.marks() & Marks.DUPLICATE) == 0)
                        .map(d -> d.packet().id())
                        .collect(Collectors.toSet());
        owner.released.forEach(packet -> originals.add(packet.id()));
        assertThat(originals).hasSize(20_000);
        assertThat(sink.dueNs()).isSorted();
        assertThat(counters.maxQueueBytes()).isLessThanOrEqualTo(link.config().queueBytes());
    }

    private static LinkConfig anyLink(SplittableRandom random) {
        LinkConfigBuilder builder =
                LinkConfig.builder()
                        .rate(random.nextInt(4) == 0 ? 0 : 1_000_000_000L * random.nextInt(1, 1000))
                        .delay(random.nextInt(10_000))
                        .queue(random.nextInt(200_000))
                        .loss(new GilbertElliott(0.01, 0.3, 0.9, 0.01))
                        .reorder(random.nextDouble() / 10, 1 + random.nextInt(5_000))
                        .duplicate(random.nextDouble() / 10)
                        .corrupt(random.nextDouble() / 10)
                        .rateStep(500_000, 1_000_000_000L * random.nextInt(1, 1000))
                        .delayStep(600_000, random.nextInt(10_000))
                        .delayStep(700_000, random.nextInt(10_000))
                        .blackout(800_000, 100_000);
        return random.nextBoolean()
                ? builder.jitter(random.nextInt(5_000)).build()
                : builder.reorderingJitter(random.nextInt(5_000)).build();
    }

    private static void assertShare(long count, double share) {
        assertThat((double) count)
                .isCloseTo(PACKETS * share, within(4 * Math.sqrt(PACKETS * share * (1 - share))));
    }

    private static long latency(Pkt.Delivery delivery) {
        return delivery.dueNs() - delivery.packet().id() * GAP_NS;
    }

    private static Set<Integer> idsOf(Pkt.Sink sink) {
        return new HashSet<>(sink.ids());
    }

    private Link<Pkt> link(LinkConfig config, long seed) {
        return new Link<>(config, owner, new SplittableRandom(seed), 0);
    }

    private Pkt.Sink run(LinkConfig config, long seed) {
        return run(link(config, seed));
    }

    private static Pkt.Sink run(Link<Pkt> link) {
        Pkt.Sink sink = new Pkt.Sink();
        for (int i = 0; i < PACKETS; i++) {
            link.offer(i * GAP_NS, new Pkt(i), BYTES);
            link.poll(i * GAP_NS, sink);
        }
        link.poll(Long.MAX_VALUE / 2, sink);
        return sink;
    }
}

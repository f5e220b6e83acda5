package org.urdma4j.simulation.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.simulation.loss.Bernoulli;
import org.urdma4j.simulation.loss.LossSpec;
import org.urdma4j.simulation.loss.Occurrence;
import org.urdma4j.simulation.loss.Script;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** What a link without randomness does, to the nanosecond. */
class LinkTest {
    private static final long GIGABIT = 1_000_000_000;

    private final Pkt.Owner owner = new Pkt.Owner();
    private final Pkt.Sink sink = new Pkt.Sink();

    @ParameterizedTest
    @ValueSource(longs = {0, -77, Long.MAX_VALUE - 5_000, Long.MAX_VALUE - 25_000})
    void shouldDeliverAfterSerializationAndDelay(long start) {
        Link<Pkt> link = link(LinkConfig.builder().rate(GIGABIT).framing(24).delay(10_000).build());

        // (1226 + 24) bytes take 10,000 ns
        assertThat(link.offer(start, new Pkt(0), 1226)).isTrue();
        assertThat(link.offer(start, new Pkt(1), 1226)).isTrue();

        assertThat(link.inFlight()).isEqualTo(2);
        assertThat(link.nextDeliveryNs()).isEqualTo(start + 20_000);
        assertThat(link.poll(start + 19_999, sink)).isZero();
        assertThat(link.poll(start + 20_000, sink)).isEqualTo(1);
        assertThat(link.poll(start + 40_000, sink)).isEqualTo(1);
        assertThat(sink.deliveries)
                .containsExactly(
                        new Pkt.Delivery(new Pkt(0), 1226, 0, start + 20_000),
                        new Pkt.Delivery(new Pkt(1), 1226, 0, start + 30_000));
        assertThat(link.counters().maxLateNs()).isEqualTo(10_000);
        assertThat(link.counters().wireBytes()).isEqualTo(2500);
        assertThat(link.counters().deliveredBytes()).isEqualTo(2452);
        assertThat(link.counters().maxQueuedNs()).isEqualTo(10_000);
        assertThat(link.counters().totalQueuedNs()).isEqualTo(10_000);
        assertThat(link.counters().maxQueueBytes()).isEqualTo(1250);
    }

    @Test
    void shouldDeliverAtOnceOverAPerfectWire() {
        Link<Pkt> link = link(LinkConfig.builder().build());
        offer(link, 5, 0, 3);

        assertThat(link.poll(5, sink)).isEqualTo(3);
        assertThat(sink.ids()).containsExactly(0, 1, 2);
    }

    @Test
    void shouldSayThatNothingIsOnItsWay() {
        Link<Pkt> link = link(LinkConfig.builder().build());

        assertThat(link.inFlight()).isZero();
        assertThatThrownBy(link::nextDeliveryNs)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("inFlight()");
    }

    @Test
    void shouldRefuseAPacketWithoutALengthItCanCountWith() {
        Link<Pkt> link = link(LinkConfig.builder().build());

        assertThatThrownBy(() -> link.offer(0, new Pkt(0), 0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> link.offer(0, new Pkt(0), Link.MAX_PACKET_BYTES + 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(link.counters().offered()).isZero();
    }

    @Test
    void shouldGiveBackWhatTheQueueHasNoRoomFor() {
        Link<Pkt> link = link(LinkConfig.builder().rate(GIGABIT).framing(0).queue(2000).build());

        List<Boolean> taken =
                IntStream.range(0, 5).mapToObj(i -> link.offer(0, new Pkt(i), 1000)).toList();
        link.poll(1_000_000, sink);

        assertThat(taken).containsExactly(true, true, true, false, false);
        assertThat(sink.ids()).containsExactly(0, 1, 2);
        assertThat(owner.released).containsExactly(new Pkt(3), new Pkt(4));
        assertThat(link.counters().droppedByQueue()).isEqualTo(2);
        assertThat(link.counters().wireBytes()).isEqualTo(3000);
        assertThat(link.counters().offeredBytes()).isEqualTo(5000);
        link.offer(1_000_000, new Pkt(5), 1000);
        assertThat(link.counters().maxQueueBytes()).isEqualTo(2000);
        assertThat(link.counters().maxQueuedNs()).isEqualTo(16_000);
        assertThat(link.counters().totalQueuedNs()).isEqualTo(24_000);
    }

    @Test
    void shouldLetALostPacketTakeItsShareOfTheRate() {
        Link<Pkt> link = link(LinkConfig.builder().rate(GIGABIT).framing(0).build());
        link.script(new Script<Pkt>().drop("1", Occurrence.first(), p -> p.id() == 1));

        offer(link, 0, 0, 3);
        link.poll(1_000_000, sink);

        assertThat(sink.ids()).containsExactly(0, 2);
        assertThat(sink.dueNs()).containsExactly(8_000L, 24_000L);
        assertThat(link.counters().droppedByScript()).isEqualTo(1);
        assertThat(owner.released).containsExactly(new Pkt(1));
    }

    @Test
    void shouldHoldAScriptedPacketWhileOthersOvertake() {
        Link<Pkt> link = link(LinkConfig.builder().delay(1_000).build());
        Script<Pkt> script = new Script<Pkt>().hold("1", Occurrence.first(), 500, p -> p.id() == 1);
        link.script(script);

        for (int i = 0; i < 4; i++) {
            link.offer(i * 250L, new Pkt(i), 1000);
        }
        link.poll(10_000, sink);

        // 1 is due at 1,750, as is 3; it was sent earlier and so comes first
        assertThat(sink.ids()).containsExactly(0, 2, 1, 3);
        assertThat(sink.dueNs()).containsExactly(1_000L, 1_500L, 1_750L, 1_750L);
        assertThat(link.counters().reordered()).isEqualTo(1);
        assertThat(script.unfired()).isEmpty();
    }

    @Test
    void shouldDuplicateAndCorruptScriptedPackets() {
        Link<Pkt> link = link(LinkConfig.builder().build());
        link.script(
                new Script<Pkt>()
                        .duplicate("0", Occurrence.first(), p -> p.id() == 0)
                        .corrupt("1", Occurrence.first(), p -> p.id() == 1));

        offer(link, 0, 0, 3);
        link.poll(0, sink);

        assertThat(sink.ids()).containsExactly(0, 0, 1, 2);
        assertThat(sink.deliveries.stream().map(Pkt.Delivery::marks))
                .containsExactly(0, Marks.DUPLICATE, Marks.CORRUPTED, 0);
        assertThat(sink.deliveries.get(1).packet().copied()).isTrue();
        assertThat(sink.deliveries.get(2).packet().flippedBit()).isBetween(0, 7999);
        assertThat(link.counters().duplicated()).isEqualTo(1);
        assertThat(link.counters().corrupted()).isEqualTo(1);
        assertThat(link.counters().reordered()).isZero();
        assertThat(link.counters().delivered()).isEqualTo(4);
    }

    @Test
    void shouldSpareTheCopyWhatHappensToTheOriginal() {
        Link<Pkt> link = link(LinkConfig.builder().delay(1_000).duplicate(1).build());
        link.script(
                new Script<Pkt>()
                        .corrupt("0", Occurrence.first(), p -> p.id() == 0)
                        .hold("1", Occurrence.first(), 500, p -> p.id() == 1));

        offer(link, 0, 0, 2);
        link.poll(10_000, sink);

        assertThat(sink.ids()).containsExactly(0, 0, 1, 1);
        assertThat(sink.deliveries.stream().map(Pkt.Delivery::marks))
                .containsExactly(Marks.CORRUPTED, Marks.DUPLICATE, Marks.DUPLICATE, 0);
        assertThat(sink.deliveries.get(1).packet().flippedBit()).isEqualTo(Pkt.INTACT);
        assertThat(sink.dueNs()).containsExactly(1_000L, 1_000L, 1_000L, 1_500L);
        assertThat(link.counters().reordered()).isZero();
    }

    @Test
    void shouldLoseWhatLeavesDuringABlackout() {
        Link<Pkt> link =
                new Link<>(
                        LinkConfig.builder()
                                .rate(GIGABIT)
                                .framing(0)
                                .delay(1_000_000)
                                .blackout(16_000, 16_000)
                                .build(),
                        owner,
                        new SplittableRandom(1),
                        500);

        // they leave at 8, 16, 24, 32 and 40 µs after the origin
        offer(link, 500, 0, 5);
        link.poll(10_000_000, sink);

        assertThat(sink.ids()).containsExactly(0, 3, 4);
        assertThat(sink.dueNs()).containsExactly(1_008_500L, 1_032_500L, 1_040_500L);
        assertThat(link.counters().droppedByBlackout()).isEqualTo(2);
    }

    @Test
    void shouldKeepTheOrderWhenTheDelayDrops() {
        LinkConfig config = LinkConfig.builder().delay(1_000).delayStep(100, 500).build();
        Link<Pkt> link = link(config);

        for (int i = 0; i < 4; i++) {
            link.offer(i * 100L, new Pkt(i), 1000);
        }
        link.offer(700, new Pkt(4), 1000);
        link.poll(10_000, sink);

        assertThat(sink.ids()).containsExactly(0, 1, 2, 3, 4);
        assertThat(sink.dueNs()).containsExactly(1_000L, 1_000L, 1_000L, 1_000L, 1_200L);
    }

    @Test
    void shouldOvertakeOnAShorterPathWhereTheOrderIsNotKept() {
        LinkConfig config =
                LinkConfig.builder().reorderingJitter(0).delay(1_000).delayStep(100, 500).build();
        Link<Pkt> link = link(config);

        link.offer(99, new Pkt(0), 1000);
        link.offer(100, new Pkt(1), 1000);
        link.poll(10_000, sink);

        assertThat(sink.ids()).containsExactly(1, 0);
        assertThat(sink.dueNs()).containsExactly(600L, 1_099L);
        assertThat(link.counters().reordered()).isEqualTo(1);
    }

    @Test
    void shouldReleaseWhatIsOnItsWayWhenCleared() {
        Link<Pkt> link = link(LinkConfig.builder().delay(1_000).build());
        link.script(new Script<Pkt>().hold("1", Occurrence.first(), 500, p -> p.id() == 1));
        offer(link, 0, 0, 3);

        link.clear(10);

        assertThat(link.inFlight()).isZero();
        assertThat(owner.released).containsExactly(new Pkt(0), new Pkt(2), new Pkt(1));
        assertThat(link.counters().cleared()).isEqualTo(3);
        assertThat(link.counters().dropped()).isEqualTo(3);
        assertThat(link.poll(10_000, sink)).isZero();
    }

    @Test
    void shouldLetItsSinkOfferToTheSameLink() {
        Link<Pkt> link = link(LinkConfig.builder().delay(100).build());
        List<Integer> seen = new ArrayList<>();
        LinkSink<Pkt> echo =
                (packet, bytes, _, dueNs) -> {
                    seen.add(packet.id());
                    if (packet.id() < 3) {
                        link.offer(dueNs, new Pkt(packet.id() + 1), bytes);
                    }
                };

        link.offer(0, new Pkt(0), 1000);
        link.poll(1_000, echo);

        assertThat(seen).containsExactly(0, 1, 2, 3);
    }

    @Test
    void shouldTellItsTapEverything() {
        Link<Pkt> link =
                link(
                        LinkConfig.builder()
                                .rate(GIGABIT)
                                .framing(0)
                                .delay(5_000)
                                .queue(2_000)
                                .build());
        link.script(
                new Script<Pkt>()
                        .drop("1", Occurrence.first(), p -> p.id() == 1)
                        .corrupt("2", Occurrence.first(), p -> p.id() == 2));
        List<String> log = new ArrayList<>();
        link.tap(
                new LinkTap<>() {
                    @Override
                    public void onTransmit(
                            Pkt p, int bytes, long nowNs, long departNs, long queuedNs) {
                        log.add(
                                "%d offered %d leaves %d waits %d"
                                        .formatted(p.id(), nowNs, departNs, queuedNs));
                    }

                    @Override
                    public void onDeliver(Pkt p, int bytes, int marks, long dueNs, long lateNs) {
                        log.add(
                                "%d due %d late %d marks %d"
                                        .formatted(p.id(), dueNs, lateNs, marks));
                    }

                    @Override
                    public void onDrop(Pkt p, int bytes, DropCause cause, long nowNs) {
                        log.add("%d dropped by %s".formatted(p.id(), cause));
                    }
                });

        offer(link, 100, 0, 4);
        link.poll(30_000, sink);

        assertThat(log)
                .containsExactly(
                        "0 offered 100 leaves 8100 waits 0",
                        "1 offered 100 leaves 16100 waits 8000",
                        "1 dropped by SCRIPT",
                        "2 offered 100 leaves 24100 waits 16000",
                        "3 dropped by QUEUE",
                        "0 due 13100 late 16900 marks 0",
                        "2 due 29100 late 900 marks " + Marks.CORRUPTED);
    }

    @Test
    void shouldLoseEverythingAtCertainLoss() {
        Link<Pkt> link = link(LinkConfig.builder().loss(new Bernoulli(1)).build());

        offer(link, 0, 0, 10);

        assertThat(link.poll(1_000, sink)).isZero();
        assertThat(link.counters().droppedByLoss()).isEqualTo(10);
        assertThat(owner.released).hasSize(10);
    }

    @Test
    void shouldTakeANewDelayWithoutOvertaking() {
        Link<Pkt> link = link(LinkConfig.builder().delay(1_000).delayStep(50, 9_000).build());

        link.offer(0, new Pkt(0), 1000);
        link.delay(100);
        link.offer(60, new Pkt(1), 1000);
        link.offer(2_000, new Pkt(2), 1000);
        link.poll(10_000, sink);

        assertThat(sink.dueNs()).containsExactly(1_000L, 1_000L, 2_100L);
        assertThatThrownBy(() -> link.delay(-1)).hasMessageContaining("-1 ns");
    }

    @Test
    void shouldTakeANewLossForWhatComesAfter() {
        Link<Pkt> link = link(LinkConfig.builder().loss(new Bernoulli(1)).build());

        offer(link, 0, 0, 10);
        link.loss(LossSpec.NONE, 0);
        offer(link, 0, 10, 10);
        link.loss(new Bernoulli(0.5), 0);
        offer(link, 0, 20, 10_000);

        assertThat(link.poll(0, sink)).isBetween(10 + 4_700, 10 + 5_300); // 6 standard deviations
        assertThat(sink.ids().subList(0, 10))
                .containsExactly(10, 11, 12, 13, 14, 15, 16, 17, 18, 19);
    }

    @Test
    void shouldServeALinkOfAHundredGigabitWithoutDrift() {
        Link<Pkt> link =
                link(
                        LinkConfig.builder()
                                .rate(100 * GIGABIT)
                                .framing(Framing.ROCE_V2_IPV4)
                                .delay(20_000_000)
                                .queue(Long.MAX_VALUE)
                                .build());
        int packets = 1_000_000;
        long[] last = new long[1];

        for (int i = 0; i < packets; i++) {
            link.offer(0, new Pkt(i), 4116);
        }
        link.poll(Long.MAX_VALUE / 2, (_, _, _, dueNs) -> last[0] = dueNs);

        assertThat(last[0]).isEqualTo(20_000_000L + 4186L * 8 * packets / 100);
        assertThat(link.counters().delivered()).isEqualTo(packets);
    }

    private Link<Pkt> link(LinkConfig config) {
        return new Link<>(config, owner, new SplittableRandom(1), 0);
    }

    private static void offer(Link<Pkt> link, long nowNs, int firstId, int count) {
        for (int i = 0; i < count; i++) {
            link.offer(nowNs, new Pkt(firstId + i), 1000);
        }
    }
}

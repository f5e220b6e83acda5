package org.urdma4j.simulation.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.simulation.loss.Bernoulli;
import org.urdma4j.simulation.loss.Occurrence;
import org.urdma4j.simulation.loss.Script;

import java.util.List;
import java.util.SplittableRandom;

/** Marks are made when packets leave the queue, by what they leave behind. */
class RedMarkingTest {
    private static final long GIGABIT = 1_000_000_000;

    /** A packet of 1000 bytes takes this long. */
    private static final long SLOT_NS = 8_000;

    private final Pkt.Owner owner = new Pkt.Owner();
    private final Pkt.Sink sink = new Pkt.Sink();

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "5000, 0",
        "5001, 0.00000005",
        "102500, 0.005",
        "200000, 0.01",
        "200001, 1"
    })
    void shouldRiseFromKminToKmaxAndJump(long queue, double probability) {
        RedMarking paper = new RedMarking(5_000, 200_000, 0.01);

        assertThat(paper.probability(queue)).isCloseTo(probability, within(1e-8));
    }

    @Test
    void shouldMarkTheShareThatItsRampSays() {
        RedMarking marking = new RedMarking(0, 1000, 0.5);
        SplittableRandom random = new SplittableRandom(1);
        int marked = 0;
        for (int i = 0; i < 100_000; i++) {
            marked += marking.marks(600, random) ? 1 : 0;
        }

        assertThat(marked).isBetween(29_300, 30_700);
        assertThat(RedMarking.NONE.marks(Long.MAX_VALUE, random)).isFalse();
    }

    @Test
    void shouldReadAndScaleThresholds() {
        RedMarking at100 = new RedMarking(400_000, 1_600_000, 0.2);

        assertThat(RedMarking.parse("400KB,1.6MB,20%")).isEqualTo(at100);
        assertThat(RedMarking.scaled(100 * GIGABIT)).isEqualTo(at100);
        assertThat(RedMarking.parse(at100.toString())).isEqualTo(at100);
        assertThat(RedMarking.parse("none")).isEqualTo(RedMarking.NONE).hasToString("none");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5KB", "5KB,1KB,0.1", "5KB,9KB,1.1", "-1,5,0", "1,2,3,4", "a,b,c"})
    void shouldRefuseOtherThresholds(String text) {
        assertThatThrownBy(() -> RedMarking.parse(text))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldMarkWhatLeavesMoreThanTheThresholdBehind() {
        Link<Pkt> link = link(RedMarking.above(2000), LinkConfig.builder());

        offer(link, 0, 0, 5);
        link.poll(1_000_000, sink);
        offer(link, 1_000_000, 5, 1);
        link.poll(2_000_000, sink);

        // the first is sent at once; the second leaves three behind, the third two
        assertThat(marks()).containsExactly(0, Marks.CONGESTION_EXPERIENCED, 0, 0, 0, 0);
        assertThat(link.counters().ecnMarked()).isEqualTo(1);
    }

    @Test
    void shouldCountWhatJoinsUpToTheMomentOfLeaving() {
        Link<Pkt> link = link(RedMarking.above(2000), LinkConfig.builder());

        offer(link, 0, 0, 2);
        offer(link, SLOT_NS - 1, 2, 3);
        offer(link, SLOT_NS, 5, 3);
        link.poll(1_000_000, sink);

        // the second joined an empty queue and left 3 behind; the third left 5, then 4, 3 and 2
        int ce = Marks.CONGESTION_EXPERIENCED;
        assertThat(marks()).containsExactly(0, ce, ce, ce, ce, 0, 0, 0);
    }

    /** Marks are known at delivery even where nothing was offered since the packet left. */
    @Test
    void shouldMarkWithTheSmallestDelayToo() {
        Link<Pkt> link = link(RedMarking.above(0), LinkConfig.builder());

        offer(link, 0, 0, 3);
        for (int i = 1; i <= 3; i++) {
            link.poll(i * SLOT_NS, sink);
        }

        assertThat(marks()).containsExactly(0, Marks.CONGESTION_EXPERIENCED, 0);
    }

    @Test
    void shouldMarkACopyAsItsOriginal() {
        Link<Pkt> link = link(RedMarking.above(0), LinkConfig.builder());
        link.script(new Script<Pkt>().duplicate("second", Occurrence.nth(2), packet -> true));

        offer(link, 0, 0, 3);
        link.poll(1_000_000, sink);

        int ce = Marks.CONGESTION_EXPERIENCED;
        assertThat(marks()).containsExactly(0, ce, ce | Marks.DUPLICATE, 0);
        assertThat(link.counters().ecnMarked()).isEqualTo(1);
    }

    @Test
    void shouldNotMarkOthersInPlaceOfTheLost() {
        Link<Pkt> link = link(RedMarking.above(1000), LinkConfig.builder().delay(100_000));
        link.script(new Script<Pkt>().drop("second", Occurrence.nth(2), packet -> true));

        offer(link, 0, 0, 4);
        link.clear(SLOT_NS / 2);
        offer(link, SLOT_NS / 2, 4, 2);
        link.poll(1_000_000, sink);

        // what was cleared still leaves the queue, and its marks are nobody's
        assertThat(sink.ids()).containsExactly(4, 5);
        assertThat(marks()).containsExactly(0, 0);
        assertThat(link.counters().ecnMarked()).isEqualTo(3);
    }

    /** Whoever turns marks on gets the losses and delays of before. */
    @Test
    void shouldLeaveOtherImpairmentsAlone() {
        LinkConfigBuilder impaired =
                LinkConfig.builder().delay(50_000).jitter(20_000).loss(new Bernoulli(0.1));
        Pkt.Sink plain = new Pkt.Sink();
        run(link(RedMarking.NONE, impaired), plain);
        Link<Pkt> marking = link(new RedMarking(1000, 50_000, 0.3), impaired);
        run(marking, sink);

        assertThat(sink.ids()).isEqualTo(plain.ids());
        assertThat(sink.dueNs()).isEqualTo(plain.dueNs());
        long marked =
                sink.deliveries.stream()
                        .filter(d -> d.marks() == Marks.CONGESTION_EXPERIENCED)
                        .count();
        assertThat((double) marked).isCloseTo(0.9 * marking.counters().ecnMarked(), within(60.0));
        assertThat(marked).isGreaterThan(500);
    }

    private void run(Link<Pkt> link, Pkt.Sink to) {
        SplittableRandom random = new SplittableRandom(3);
        long now = 0;
        for (int i = 0; i < 10_000; i++) {
            link.offer(now, new Pkt(i), 1000);
            now += random.nextLong(2 * SLOT_NS);
            link.poll(now, to);
        }
        link.poll(now + 1_000_000_000L, to);
    }

    private List<Integer> marks() {
        return sink.deliveries.stream().map(Pkt.Delivery::marks).toList();
    }

    private Link<Pkt> link(RedMarking marking, LinkConfigBuilder builder) {
        LinkConfig config = builder.rate(GIGABIT).framing(0).marking(marking).build();
        return new Link<>(config, owner, new SplittableRandom(1), 0);
    }

    private static void offer(Link<Pkt> link, long nowNs, int firstId, int count) {
        for (int i = 0; i < count; i++) {
            link.offer(nowNs, new Pkt(firstId + i), 1000);
        }
    }
}

package org.urdma4j.simulation.congestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.simulation.congestion.SharedQueue.MS;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.link.LinkCounters;
import org.urdma4j.simulation.queue.QueueType;
import org.urdma4j.verbs.CongestionControlType;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.UrdmaTuning;

/** The real engine behind queues that are managed. */
class ManagedQueueTest {
    private static final long RATE = 100_000_000;

    /** Bytes, at 10 ms. */
    private static final double BDP = 125_000;

    private static SharedQueue path(QueueType queue) {
        LinkConfig link = LinkConfig.builder().rate(RATE).delay(5 * MS).queue(4 << 20).build();
        return new SharedQueue(RATE, 1, link, link, queue);
    }

    private static QpAttr attributes(UrdmaTuning tuning, boolean marksSeen) {
        UrdmaOffer offer = UrdmaOffer.builder().payloadBytes(1024).marksSeen(marksSeen).build();
        return new QpAttr().urdmaOffer(offer).urdmaPeerOffer(offer).urdmaTuning(tuning);
    }

    /**
     * Twice what the link carries, from a sender that heeds nothing, beside one that heeds marks.
     */
    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"DROP_TAIL", "PRIORITY"})
    void shouldMarkOnlyWhereMarksAreHeeded(QueueType queue) {
        UrdmaTuning fixed =
                UrdmaTuning.builder()
                        .congestionControl(CongestionControlType.FIXED)
                        .referenceRate(2 * RATE, true)
                        .build();
        SharedQueue heedless = path(queue).start(1, 0, () -> attributes(fixed, true));
        heedless.found(0, 500 * MS);
        LinkCounters dropped = heedless.counters();
        assertThat(dropped.ecnMarked()).isZero();
        assertThat(dropped.droppedByQueue()).isPositive();

        UrdmaTuning dcqcn =
                UrdmaTuning.builder()
                        .congestionControl(CongestionControlType.DCQCN)
                        .referenceRate(2 * RATE, false)
                        .build();
        SharedQueue heedful = path(queue).start(1, 0, () -> attributes(dcqcn, true));
        heedful.found(0, 500 * MS);
        assertThat(heedful.counters().ecnMarked()).isPositive();
    }

    /**
     * Who begins beside another finds a queue of both; the way there holds 33 BDP, as many do at
     * home. Neither takes what is theirs for others' and lets it grow until it overflows.
     */
    @ParameterizedTest
    @CsvSource({"DROP_TAIL, false", "FQ_CODEL, true", "PIE, false", "PIE, true", "DUALPI2, false"})
    void shouldDrainWhatTwoOfOursHaveFilled(QueueType queue, boolean marks) {
        SharedQueue shared =
                path(queue).start(2, 100 * MS, () -> attributes(UrdmaTuning.DEFAULT, marks));

        SharedQueue.Found early = shared.found(1000 * MS, 3000 * MS);
        long dropped = shared.counters().droppedByQueue();
        SharedQueue.Found late = shared.found(4000 * MS, 6000 * MS);

        String found = "%s, dropped %d; later %s".formatted(early, dropped, late);
        assertThat(early.use()).as(found).isGreaterThan(0.95);
        assertThat(early.meanBytes()).as(found).isLessThan(4 * BDP);
        assertThat(late.use()).as(found).isGreaterThan(0.95);
        assertThat(late.jain()).as(found).isGreaterThan(0.95);
        assertThat(late.meanBytes()).as(found).isLessThan(BDP);
        assertThat(shared.counters().droppedByQueue()).as(found).isEqualTo(dropped);
    }
}

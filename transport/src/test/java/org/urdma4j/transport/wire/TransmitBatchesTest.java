package org.urdma4j.transport.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.transport.memory.PayloadMover;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** What several queue pairs have for one peer leaves together if it can, all of it in its order. */
class TransmitBatchesTest {
    private static final int MAX_BYTES = 1000;
    private static final int MAX_PACKETS = 8;
    private static final Route HERE = source -> false;
    private static final Route THERE = source -> false;

    private final TransmitBatches batches =
            new TransmitBatches(MAX_BYTES, MAX_PACKETS, PayloadMover.COPYING);

    /** What queue pairs have, in the order of their turns. */
    private final ArrayDeque<Turn> turns = new ArrayDeque<>();

    private final List<Integer> filled = new ArrayList<>();
    private int packets;

    /** What one queue pair has. */
    private record Turn(Route route, boolean alone, List<Integer> lengths) {}

    private static Turn turn(Integer... lengths) {
        return new Turn(HERE, false, List.of(lengths));
    }

    private TransmitBatch next() {
        return batches.next(this::fill, this::mayFollow);
    }

    private boolean mayFollow(TransmitBatch batch) {
        return !turns.isEmpty() && batch.route().isSameWay(turns.peek().route);
    }

    private int fill(TransmitBatch batch) {
        batch.clear(); // as whoever takes no chances would
        Turn turn = turns.poll();
        if (turn == null) {
            return 0;
        }
        for (int length : turn.lengths) {
            assertThat(batch.accepts(length)).isTrue();
            int at = batch.begin(turn.route);
            batch.buffer().putInt(at, packets);
            batch.end(at + length - TransmitBatch.ICRC_LENGTH, length);
            filled.add(packets++);
        }
        if (turn.alone) {
            batch.closeAlone();
        }
        return batch.count();
    }

    /** Returns the packets of each batch that leaves, by their numbers. */
    private List<List<Integer>> all() {
        List<List<Integer>> all = new ArrayList<>();
        for (TransmitBatch batch = next(); batch != null; batch = next()) {
            all.add(contents(batch));
            scribble(batch); // it has left
        }
        return all;
    }

    private static List<Integer> contents(TransmitBatch batch) {
        List<Integer> numbers = new ArrayList<>();
        int at = batch.offset();
        int bytes = 0;
        for (int i = 0; i < batch.count(); i++) {
            assertThat(batch.offset(i)).isEqualTo(at);
            assertThat(batch.storedLength(i)).isEqualTo(batch.length(i));
            if (i < batch.count() - 1) {
                assertThat(batch.length(i)).isEqualTo(batch.length(0));
            } else {
                assertThat(batch.length(i)).isLessThanOrEqualTo(batch.length(0));
            }
            numbers.add(batch.buffer().getInt(at));
            at += batch.length(i);
            bytes += batch.length(i);
        }
        assertThat(batch.bytes()).isEqualTo(bytes).isLessThanOrEqualTo(MAX_BYTES);
        assertThat(batch.count()).isBetween(1, MAX_PACKETS);
        return numbers;
    }

    private static void scribble(TransmitBatch batch) {
        for (int i = 0; i < batch.bytes(); i++) {
            batch.buffer().put(batch.offset() + i, (byte) -1);
        }
    }

    @Test
    void shouldHaveNothingWhereNobodySends() {
        assertThat(next()).isNull();
    }

    @Test
    void shouldSendTogetherWhatGoesTheSameWay() {
        Collections.addAll(turns, turn(40), turn(40, 40), turn(40), turn(40, 40, 20));
        assertThat(all()).containsExactly(List.of(0, 1, 2, 3, 4, 5, 6));
    }

    @Test
    void shouldNotSendTogetherWhatGoesToOthers() {
        Collections.addAll(turns, turn(40), new Turn(THERE, false, List.of(40)), turn(40));
        assertThat(all()).containsExactly(List.of(0), List.of(1), List.of(2));
    }

    @Test
    void shouldEndWithAShorterPacket() {
        Collections.addAll(turns, turn(40), turn(20), turn(40), turn(40, 30), turn(40));
        assertThat(all()).containsExactly(List.of(0, 1), List.of(2, 3, 4), List.of(5));
    }

    @Test
    void shouldBeginAgainWithLongerPackets() {
        Collections.addAll(turns, turn(40), turn(60), turn(60));
        assertThat(all()).containsExactly(List.of(0), List.of(1, 2));
    }

    @Test
    void shouldKeepSeveralShorterPacketsForTheNextBatch() {
        Collections.addAll(turns, turn(40), turn(20, 20), turn(20));
        assertThat(all()).containsExactly(List.of(0), List.of(1, 2, 3));
    }

    @Test
    void shouldBeNoMoreThanOneBatchTakes() {
        Collections.addAll(turns, turn(40, 40, 40, 40, 40), turn(40, 40, 40, 40), turn(40));
        assertThat(all()).containsExactly(List.of(0, 1, 2, 3, 4), List.of(5, 6, 7, 8, 9));
    }

    @Test
    void shouldBeNoLongerThanOneBatchTakes() {
        Collections.addAll(turns, turn(400), turn(400), turn(400), turn(300, 300), turn(300, 300));
        assertThat(all()).containsExactly(List.of(0, 1), List.of(2), List.of(3, 4), List.of(5, 6));
    }

    @Test
    void shouldSendAloneWhatMayBeTooLong() {
        Collections.addAll(turns, turn(40), new Turn(HERE, true, List.of(40)), turn(40));
        assertThat(all()).containsExactly(List.of(0), List.of(1), List.of(2));
    }

    @Test
    void shouldNotAskWhoSendsElsewhere() {
        Collections.addAll(turns, turn(40), new Turn(THERE, false, List.of(40)));
        next();
        assertThat(filled).containsExactly(0);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void shouldLoseAndReorderNothing(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 2000; i++) {
            Route route = random.nextInt(5) == 0 ? THERE : HERE;
            int length = 40 * random.nextInt(1, 4);
            List<Integer> lengths =
                    new ArrayList<>(
                            Collections.nCopies(random.nextInt(1, MAX_PACKETS + 1), length));
            lengths.set(lengths.size() - 1, length - 20 * random.nextInt(2));
            turns.add(new Turn(route, random.nextInt(20) == 0, lengths));
        }

        List<List<Integer>> all = all();

        assertThat(all.stream().flatMap(List::stream).toList()).isEqualTo(filled);
        assertThat(all).hasSizeLessThan(2000);
    }
}

package org.urdma4j.tunnel.cell;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Cells that get lost, overtake each other and come twice; each seed is another course. */
class TroubledCellsTest {
    private static final int TEXT = 400;
    private static final long CELL_NS = 1000;

    private final Ends ends = new Ends(4 << 20);

    private List<byte[]> frames(SplittableRandom random, int count) {
        List<byte[]> frames = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            frames.add(Ends.frame(random, random.nextInt(14, 1515)));
            assertThat(ends.send(frames.getLast())).isTrue();
        }
        return frames;
    }

    private static void assertSame(List<byte[]> came, List<byte[]> expected) {
        assertThat(came).usingElementComparator(Arrays::compare).isEqualTo(expected);
    }

    /** All frames come but those of which a cell is lost, in their order. */
    @RepeatedTest(20)
    void shouldLoseTheFramesOfLostCellsAlone(RepetitionInfo seed) {
        SplittableRandom random = new SplittableRandom(seed.getCurrentRepetition());
        List<byte[]> frames = frames(random, 500);
        List<Layout> layout = Layout.of(frames, TEXT);
        List<byte[]> cells = ends.cells(TEXT);
        List<Integer> arrived =
                IntStream.range(0, cells.size())
                        .filter(_ -> random.nextInt(20) > 0)
                        .boxed()
                        .toList();
        for (int cell : arrived) {
            long nowNs = cell * CELL_NS;
            ends.reader.onTimer(nowNs);
            ends.receive(cells.get(cell), nowNs);
        }
        ends.reader.onTimer(cells.size() * CELL_NS + CellReader.HOLD_NS);

        assertSame(
                ends.came,
                IntStream.range(0, frames.size())
                        .filter(i -> layout.get(i).isIn(arrived))
                        .mapToObj(frames::get)
                        .toList());
        int span = arrived.getLast() - arrived.getFirst() + 1;
        assertThat(ends.reader.cellsLost()).isEqualTo(span - arrived.size());
        assertThat(ends.reader.malformed()).isZero();
    }

    @RepeatedTest(20)
    void shouldPutRightWhatIsOutOfOrderAndLeaveOutWhatComesTwice(RepetitionInfo seed) {
        SplittableRandom random = new SplittableRandom(seed.getCurrentRepetition());
        ends.receive(ends.cell(TEXT), 0); // the first says where it begins
        List<byte[]> frames = frames(random, 500);
        List<byte[]> cells = ends.cells(TEXT);
        List<byte[]> way = new ArrayList<>();
        Random shuffled = new Random(seed.getCurrentRepetition());
        for (int from = 0; from < cells.size(); from += 100) {
            List<byte[]> part =
                    new ArrayList<>(cells.subList(from, Math.min(from + 100, cells.size())));
            part.addAll(part.subList(0, part.size() / 3));
            Collections.shuffle(part, shuffled);
            way.addAll(part);
        }
        for (int i = 0; i < way.size(); i++) {
            ends.reader.onTimer(i * CELL_NS);
            ends.receive(way.get(i), i * CELL_NS);
        }

        assertSame(ends.came, frames);
        assertThat(ends.reader.cellsLate()).isEqualTo(way.size() - cells.size());
        assertThat(ends.reader.cellsLost()).isZero();
        assertThat(ends.reader.nextDeadlineNs()).isEqualTo(CellReader.NEVER);
    }

    /** What is missing is waited for as long as it is said, and no longer. */
    @Test
    void shouldWaitForACellForItsTime() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 3; i++) {
            ends.send(Ends.frame(random, TEXT - CellText.HEADER - CellText.LENGTH));
        }
        List<byte[]> cells = ends.cells(TEXT);
        ends.receive(cells.get(0), 0);
        ends.receive(cells.get(2), 70);

        assertThat(ends.came).hasSize(1);
        assertThat(ends.reader.nextDeadlineNs()).isEqualTo(70 + CellReader.HOLD_NS);
        ends.reader.onTimer(70 + CellReader.HOLD_NS - 1);
        assertThat(ends.came).hasSize(1);
        ends.reader.onTimer(70 + CellReader.HOLD_NS);
        assertThat(ends.came).hasSize(2);
        ends.receive(cells.get(1), 80 + CellReader.HOLD_NS);
        assertThat(ends.came).hasSize(2);
        assertThat(ends.reader.cellsLate()).isEqualTo(1);
    }

    /** Each gap has its own time: many don't add up. */
    @Test
    void shouldNotWaitForOneGapAfterTheOther() {
        SplittableRandom random = new SplittableRandom(2);
        List<byte[]> cells = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            ends.send(Ends.frame(random, TEXT - CellText.HEADER - CellText.LENGTH));
            cells.addAll(ends.cells(TEXT));
        }
        for (int i = 0; i < 200; i += 2) {
            ends.receive(cells.get(i), i * CELL_NS);
        }
        ends.reader.onTimer(199 * CELL_NS + CellReader.HOLD_NS);

        assertThat(ends.came).hasSize(100);
        assertThat(ends.reader.nextDeadlineNs()).isEqualTo(CellReader.NEVER);
    }

    /** Time doesn't go on, and still there is an end to what is kept. */
    @Test
    void shouldKeepABoundedNumber() {
        SplittableRandom random = new SplittableRandom(3);
        List<byte[]> frames = frames(random, 2000);
        List<byte[]> cells = ends.cells(TEXT);
        List<Layout> layout = Layout.of(frames, TEXT);
        List<Integer> arrived =
                IntStream.range(0, cells.size()).filter(i -> i != 1).boxed().toList();
        arrived.forEach(cell -> ends.receive(cells.get(cell), 0));

        assertThat(cells).hasSizeGreaterThan(1100);
        assertSame(
                ends.came,
                IntStream.range(0, frames.size())
                        .filter(i -> layout.get(i).isIn(arrived))
                        .mapToObj(frames::get)
                        .toList());
        assertThat(ends.reader.cellsLost()).isEqualTo(1);
    }
}

package org.urdma4j.simulation.link;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

class DelayLineTest {
    private record Entry(int id, long dueNs) {}

    /** Whatever goes in, it comes out as a stable sort by due time would have it. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 50, 2000})
    void shouldTakeOutInTheOrderOfDueTimeThenOfAdding(int spread) {
        SplittableRandom random = new SplittableRandom(spread);
        DelayLine<Entry> line = new DelayLine<>();
        List<Entry> added = new ArrayList<>();
        List<Entry> taken = new ArrayList<>();
        List<Entry> expected = new ArrayList<>();
        long now = Long.MAX_VALUE - 20_000;
        for (int i = 0; i < 50_000; i++) {
            now += random.nextInt(3);
            Entry entry = new Entry(i, now + 500 + random.nextInt(spread + 1));
            added.add(entry);
            if (random.nextInt(10) == 0) {
                line.addHeld(entry, i, i & 7, entry.dueNs());
            } else {
                line.add(entry, i, i & 7, entry.dueNs());
            }
            if (random.nextInt(4) == 0) {
                take(line, now, taken);
                expect(added, now, expected);
            }
        }
        now += 10_000;
        take(line, now, taken);
        expect(added, now, expected);

        assertThat(line.size()).isZero();
        assertThat(line.next()).isEqualTo(DelayLine.NONE);
        assertThat(taken).isEqualTo(expected).hasSize(50_000);
    }

    private static void take(DelayLine<Entry> line, long now, List<Entry> taken) {
        for (int slot = line.nextDue(now); slot != DelayLine.NONE; slot = line.nextDue(now)) {
            int bytes = line.slots().bytes(slot);
            int marks = line.slots().marks(slot);
            long dueNs = line.slots().dueNs(slot);
            Entry entry = line.slots().take(slot);
            assertThat(bytes).isEqualTo(entry.id());
            assertThat(marks).isEqualTo(entry.id() & 7);
            assertThat(dueNs).isEqualTo(entry.dueNs());
            taken.add(entry);
        }
    }

    private static void expect(List<Entry> added, long now, List<Entry> expected) {
        List<Entry> due =
                new ArrayList<>(added.stream().filter(e -> e.dueNs() - now <= 0).toList());
        due.sort(Comparator.comparingLong(e -> e.dueNs() - now));
        expected.addAll(due);
        added.removeIf(e -> e.dueNs() - now <= 0);
    }
}

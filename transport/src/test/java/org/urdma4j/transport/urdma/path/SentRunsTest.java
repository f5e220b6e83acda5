package org.urdma4j.transport.urdma.path;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Which sequence numbers the packets of a path had, against a list of them. */
class SentRunsTest {
    private final SentRuns runs = new SentRuns();

    private record Sent(int space, long psn, long atNs) {}

    @Test
    void shouldJoinNeighboursThatLeftTogether() {
        runs.start(5);
        for (int i = 0; i < 100; i++) {
            runs.add(SentRuns.REQUESTS, 1000 + i, 7);
        }

        assertThat(runs.size()).isEqualTo(1);
        assertThat(runs.next()).isEqualTo(105);
        assertThat(runs.psn(runs.find(50), 50)).isEqualTo(1045);
        assertThat(runs.find(4)).isEqualTo(-1);
        assertThat(runs.find(105)).isEqualTo(-1);
    }

    @Test
    void shouldBeginARunWithEachOtherTimeSpaceOrGap() {
        runs.start(0);
        runs.add(SentRuns.REQUESTS, 10, 1);
        runs.add(SentRuns.REQUESTS, 11, 2);
        runs.add(SentRuns.ANSWERS, 12, 2);
        runs.add(SentRuns.ANSWERS, 14, 2);
        runs.add(SentRuns.NEITHER, 0, 2);

        assertThat(runs.size()).isEqualTo(5);
        assertThat(runs.space(runs.find(2))).isEqualTo(SentRuns.ANSWERS);
        assertThat(runs.psn(runs.find(3), 3)).isEqualTo(14);
        assertThat(runs.sentNs(runs.find(0))).isEqualTo(1);
    }

    @Test
    void shouldKnowEveryPacketThatIsNotReleased() {
        for (int seed = 0; seed < 50; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            long first = random.nextInt(1 << 24);
            runs.start(first);
            List<Sent> sent = new ArrayList<>();
            long released = first;
            long psn = 0;
            long nowNs = 0;
            for (int step = 0; step < 2_000; step++) {
                nowNs += random.nextInt(4) == 0 ? 1 : 0;
                psn += random.nextInt(8) == 0 ? 1 + random.nextInt(50) : 1;
                int space = random.nextInt(20) == 0 ? SentRuns.ANSWERS : SentRuns.REQUESTS;
                runs.add(space, psn, nowNs);
                sent.add(new Sent(space, psn, nowNs));
                if (random.nextInt(100) == 0) {
                    released += random.nextLong(runs.next() - released + 1);
                    runs.release(released);
                }
            }
            assertThat(runs.next()).isEqualTo(first + sent.size());
            for (long ppn = released; ppn < runs.next(); ppn++) {
                long run = runs.find(ppn);
                assertThat(new Sent(runs.space(run), runs.psn(run, ppn), runs.sentNs(run)))
                        .isEqualTo(sent.get((int) (ppn - first)));
                assertThat(ppn).isBetween(runs.begin(run), runs.end(run) - 1);
            }
        }
    }
}

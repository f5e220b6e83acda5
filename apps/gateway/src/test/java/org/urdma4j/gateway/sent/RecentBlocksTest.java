package org.urdma4j.gateway.sent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

class RecentBlocksTest {
    private static final int NUMBERS = 1 << 13;

    private record Note(long sentNs, int mark) {
        boolean isOnItsWay(int seen, long nowNs, long rttNs) {
            return sentNs > nowNs - (mark != 0 && seen < mark ? 2 * rttNs : rttNs);
        }
    }

    @Test
    void shouldPassOverNoNumberThatHasToBeLookedAt() {
        SplittableRandom random = new SplittableRandom(1);
        RecentBlocks blocks = new RecentBlocks();
        Map<Long, Note> notes = new HashMap<>();
        int passed = 0;
        for (int nowNs = 1; nowNs < 3000; nowNs++) {
            long from = random.nextInt(-NUMBERS, NUMBERS);
            long to = from + random.nextInt(300);
            for (long psn = from; psn < to; psn++) {
                int what = random.nextInt(300);
                if (what == 0 && notes.remove(psn) != null) {
                    blocks.drop(psn);
                } else if (what > 1) {
                    notes.putIfAbsent(psn, new Note(nowNs, 0));
                } else if (notes.containsKey(psn)) {
                    notes.put(psn, new Note(nowNs, nowNs));
                }
            }
            long rttNs = random.nextInt(1000);
            int seen = random.nextInt(nowNs);
            long psn = from;
            blocks.look();
            while (psn < to) {
                if (blocks.areOnTheirWay(psn, seen, nowNs - rttNs, nowNs - 2 * rttNs)) {
                    for (int i = 0; i < RecentBlocks.LENGTH; i++) {
                        assertThat(notes.get(psn++).isOnItsWay(seen, nowNs, rttNs)).isTrue();
                    }
                    passed++;
                } else {
                    Note note = notes.get(psn);
                    if (note != null) {
                        blocks.see(psn, note.sentNs(), note.mark());
                    }
                    psn++;
                }
            }
        }
        assertThat(passed).isGreaterThan(100);
    }

    @Test
    void shouldKnowNothingOfABlockOfWhichANumberWasDroppedOrNotSeen() {
        RecentBlocks blocks = new RecentBlocks();
        see(blocks, 64, 192);
        assertThat(blocks.areOnTheirWay(64, 0, 9, 0)).isTrue();
        assertThat(blocks.areOnTheirWay(64, 0, 10, 0)).isFalse();
        assertThat(blocks.areOnTheirWay(65, 0, 9, 0)).isFalse();

        blocks.drop(100);
        assertThat(blocks.areOnTheirWay(64, 0, 9, 0)).isFalse();
        assertThat(blocks.areOnTheirWay(128, 0, 9, 0)).isTrue();

        see(blocks, 64, 90);
        see(blocks, 91, 128);
        assertThat(blocks.areOnTheirWay(64, 0, 9, 0)).isFalse();
        see(blocks, 64, 128);
        assertThat(blocks.areOnTheirWay(64, 0, 9, 0)).isTrue();

        blocks.clear();
        assertThat(blocks.areOnTheirWay(64, 0, 9, 0)).isFalse();
    }

    @Test
    void shouldWaitTwiceAsLongForABlockOfWhichNoMarkHasArrived() {
        RecentBlocks blocks = new RecentBlocks();
        blocks.look();
        for (long psn = 0; psn < RecentBlocks.LENGTH; psn++) {
            blocks.see(psn, 10, (int) (Integer.MAX_VALUE + psn)); // the numbers overflow
        }
        assertThat(blocks.areOnTheirWay(0, Integer.MAX_VALUE - 1, 10, 9)).isTrue();
        assertThat(blocks.areOnTheirWay(0, Integer.MAX_VALUE - 1, 10, 10)).isFalse();
        assertThat(blocks.areOnTheirWay(0, Integer.MAX_VALUE, 10, 9)).isFalse();

        blocks.look();
        for (long psn = 0; psn < RecentBlocks.LENGTH; psn++) {
            blocks.see(psn, 10, psn == 40 ? 0 : 7);
        }
        assertThat(blocks.areOnTheirWay(0, 1, 10, 9)).isFalse();
    }

    private static void see(RecentBlocks blocks, long from, long to) {
        blocks.look();
        for (long psn = from; psn < to; psn++) {
            blocks.see(psn, 10, 0);
        }
    }
}

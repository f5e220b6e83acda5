package org.urdma4j.gateway.sent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.gateway.sent.HoleBlocks.State;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

class HoleBlocksTest {
    private static final int NUMBERS = 1 << 11;
    private static final int RTT_NS = 100;

    private record Note(long sentNs, int mark, boolean filled) {
        State at(int seen, long nowNs, long rttNs) {
            boolean lost = nowNs - sentNs >= (mark != 0 && seen < mark ? 2 * rttNs : rttNs);
            return lost && !filled ? State.GONE : lost ? State.UNKNOWN : State.ON_THEIR_WAY;
        }
    }

    @Test
    void shouldPassOverNoNumberThatHasToBeLookedAt() {
        SplittableRandom random = new SplittableRandom(1);
        HoleBlocks blocks = new HoleBlocks();
        Map<Long, Note> notes = new HashMap<>();
        Map<State, Integer> passed = new HashMap<>();
        for (int nowNs = 1; nowNs < 5000; nowNs++) {
            long from = random.nextInt(-NUMBERS, NUMBERS);
            long to = from + random.nextInt(500);
            for (long psn = from; psn < to; psn++) {
                int what = random.nextInt(1000);
                if (what == 0 && notes.remove(psn) != null) {
                    blocks.drop(psn);
                } else if (what == 1 && notes.containsKey(psn)) {
                    blocks.sentAgain(psn);
                    notes.put(psn, new Note(nowNs, nowNs, random.nextInt(500) == 0));
                } else {
                    notes.putIfAbsent(psn, new Note(nowNs, 0, false));
                }
            }
            long rttNs = random.nextInt(RTT_NS, 8 * RTT_NS);
            int seen = random.nextInt(nowNs);
            long psn = from;
            blocks.look();
            while (psn < to) {
                State known = blocks.at(psn, seen, nowNs, rttNs);
                if (known != State.UNKNOWN) {
                    for (int i = 0; i < HoleBlocks.LENGTH; i++) {
                        assertThat(notes.get(psn++).at(seen, nowNs, rttNs)).isEqualTo(known);
                    }
                    passed.merge(known, 1, Integer::sum);
                    continue;
                }
                Note note = notes.get(psn);
                if (note != null && note.at(seen, nowNs, rttNs) != State.UNKNOWN) {
                    State state = note.at(seen, nowNs, rttNs);
                    blocks.see(psn, state, note.sentNs(), note.mark());
                }
                psn++;
            }
        }
        assertThat(passed.get(State.GONE)).isGreaterThan(100);
        assertThat(passed.get(State.ON_THEIR_WAY)).isGreaterThan(100);
    }

    @Test
    void shouldKnowNothingOfABlockOfWhichANumberWasDroppedOrNotSeen() {
        HoleBlocks blocks = new HoleBlocks();
        see(blocks, 64, 192, State.ON_THEIR_WAY);
        assertThat(at(blocks, 64, 109)).isEqualTo(State.ON_THEIR_WAY);
        assertThat(at(blocks, 64, 110)).isEqualTo(State.UNKNOWN);
        assertThat(at(blocks, 65, 109)).isEqualTo(State.UNKNOWN);

        blocks.drop(100);
        assertThat(at(blocks, 64, 109)).isEqualTo(State.UNKNOWN);
        assertThat(at(blocks, 128, 109)).isEqualTo(State.ON_THEIR_WAY);

        see(blocks, 64, 90, State.ON_THEIR_WAY);
        see(blocks, 91, 128, State.ON_THEIR_WAY);
        assertThat(at(blocks, 64, 109)).isEqualTo(State.UNKNOWN);
        see(blocks, 64, 128, State.ON_THEIR_WAY);
        assertThat(at(blocks, 64, 109)).isEqualTo(State.ON_THEIR_WAY);

        blocks.clear();
        assertThat(at(blocks, 64, 109)).isEqualTo(State.UNKNOWN);
    }

    @Test
    void whatIsGoneShouldBeSoUntilItIsSentAgain() {
        HoleBlocks blocks = new HoleBlocks();
        see(blocks, 0, 128, State.GONE);
        assertThat(at(blocks, 0, 110)).isEqualTo(State.GONE);
        assertThat(at(blocks, 0, 109)).isEqualTo(State.UNKNOWN);

        blocks.sentAgain(63);
        assertThat(at(blocks, 0, 110)).isEqualTo(State.UNKNOWN);
        assertThat(at(blocks, 64, 110)).isEqualTo(State.GONE);
    }

    @Test
    void whatLiesBeforeAMarkThatHasNotArrivedShouldBeOnItsWayTwiceAsLong() {
        HoleBlocks blocks = new HoleBlocks();
        blocks.look();
        for (int psn = 0; psn < HoleBlocks.LENGTH; psn++) {
            int mark = Integer.MAX_VALUE + psn; // overflows
            blocks.see(psn, State.ON_THEIR_WAY, 10, mark);
        }
        assertThat(blocks.at(0, Integer.MAX_VALUE - 1, 209, RTT_NS)).isEqualTo(State.ON_THEIR_WAY);
        assertThat(blocks.at(0, Integer.MAX_VALUE - 1, 210, RTT_NS)).isEqualTo(State.UNKNOWN);
        assertThat(blocks.at(0, Integer.MAX_VALUE, 110, RTT_NS)).isEqualTo(State.UNKNOWN);

        blocks.look();
        for (int psn = 0; psn < HoleBlocks.LENGTH; psn++) {
            blocks.see(psn, State.ON_THEIR_WAY, 10, psn == 40 ? 0 : 7);
        }
        assertThat(blocks.at(0, 1, 110, RTT_NS)).isEqualTo(State.UNKNOWN);
    }

    private static State at(HoleBlocks blocks, long psn, long nowNs) {
        return blocks.at(psn, 0, nowNs, RTT_NS);
    }

    private static void see(HoleBlocks blocks, long from, long to, State state) {
        blocks.look();
        for (long psn = from; psn < to; psn++) {
            blocks.see(psn, state, 10, 0);
        }
    }
}

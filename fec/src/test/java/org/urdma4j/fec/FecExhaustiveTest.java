package org.urdma4j.fec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;

/** Every pattern of losses of small groups: repaired is exactly what theory says. */
class FecExhaustiveTest {
    private static final int UNIT = 27;
    private static final long SEED = 7;

    @ParameterizedTest(name = "scheme {0}, r {1}, k {2}, {3} members")
    @CsvSource({
        "1,1,1,1", "1,1,5,5", "1,1,5,3", "1,4,1,4", "1,4,1,2", "1,2,4,8", "1,3,3,9", "1,3,3,7",
        "1,3,3,2", "1,5,2,9", "2,1,1,1", "2,3,3,9", "2,3,3,8", "2,3,3,4", "2,3,3,2", "2,2,4,8",
        "2,4,2,8", "2,4,2,7", "2,1,6,6", "2,6,1,6",
    })
    void shouldRepairExactlyWhatTheoryAllows(int scheme, int r, int k, int members) {
        SplittableRandom random = new SplittableRandom(SEED);
        FecEncoder encoder = new FecEncoder(UNIT, true, 16);
        FecDecoder decoder = new FecDecoder(UNIT, true, 4, 1 << 20);
        List<BitSet> parities = Theory.parities(scheme, r, members);
        int packets = members + parities.size();
        TestGroup group = null;
        for (int lost = 0; lost < 1 << packets; lost++) {
            BitSet lostMembers = BitSet.valueOf(new long[] {lost & ((1L << members) - 1)});
            BitSet lostParities = BitSet.valueOf(new long[] {lost >>> members});
            if (lost % 32 == 0) {
                group = TestGroup.encode(encoder, 0, scheme, r, k, members, UNIT, random);
            }
            group.first = (long) lost * members;
            assertThat(group.repairs).hasSameSizeAs(parities);

            BitSet repaired = new BitSet();
            for (int packet : order(packets, lost % 3, random)) {
                if ((lost >>> packet & 1) == 0) {
                    if (packet < members) {
                        boolean wanted = group.member(decoder, packet);
                        // A repaired packet that was late only is a duplicate.
                        assertThat(wanted).isEqualTo(!repaired.get(packet));
                    } else {
                        group.repair(decoder, packet - members);
                    }
                    group.fetch(decoder).forEach(repaired::set);
                }
            }

            // What was late may have been repaired before it came.
            repaired.and(lostMembers);
            assertThat(repaired)
                    .as("losses %s", Integer.toBinaryString(lost))
                    .isEqualTo(Theory.repairable(parities, lostMembers, lostParities));
            decoder.forget((long) (lost + 1) * members);
        }
        assertThat(decoder.counters().refused()).isZero();
        assertThat(decoder.counters().corrupt()).isZero();
        assertThat(decoder.counters().starved()).isZero();
    }

    /** In order, repair packets first, or shuffled. */
    private static int[] order(int packets, int how, SplittableRandom random) {
        int[] order = new int[packets];
        for (int i = 0; i < packets; i++) {
            order[i] = how == 1 ? packets - 1 - i : i;
        }
        for (int i = packets - 1; how == 2 && i > 0; i--) {
            int j = random.nextInt(i + 1);
            int swapped = order[i];
            order[i] = order[j];
            order[j] = swapped;
        }
        return order;
    }
}

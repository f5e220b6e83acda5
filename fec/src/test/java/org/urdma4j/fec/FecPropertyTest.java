package org.urdma4j.fec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Groups of random shapes, closed anywhere, whose packets arrive in any order among those of other
 * groups, some lost and some twice: each group gives back what theory says.
 */
class FecPropertyTest {
    private static final int UNIT = 100;
    private static final int GROUPS = 5;

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldRepairWhatTheoryAllowsInAnyOrder(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        FecEncoder encoder = new FecEncoder(UNIT, true, FecScheme.MAX_PARITIES);
        FecDecoder decoder = new FecDecoder(UNIT, true, GROUPS, 4 << 20);
        // Begins before the 24-bit PSN wraps.
        long psn = (1L << 24) - 100;
        for (int round = 0; round < 20; round++) {
            List<Flight> flights = new ArrayList<>();
            double loss = random.nextDouble(0.4);
            for (int i = 0; i < GROUPS; i++) {
                TestGroup group = group(encoder, psn, random);
                flights.add(new Flight(group, loss, random));
                psn += group.packets.size();
            }

            deliver(flights, decoder, random);

            for (Flight flight : flights) {
                assertThat(flight.repaired)
                        .as("seed %d, round %d", seed, round)
                        .isEqualTo(flight.repairable());
            }
            decoder.forget(psn);
            assertThat(decoder.groups()).isLessThanOrEqualTo(GROUPS);
        }
        assertThat(decoder.counters().refused()).isZero();
        assertThat(decoder.counters().corrupt()).isZero();
        assertThat(decoder.counters().starved()).isZero();
        assertThat(decoder.counters().repaired()).isPositive();
    }

    private static TestGroup group(FecEncoder encoder, long psn, SplittableRandom random) {
        int scheme = 1 + random.nextInt(2);
        int r = 1 + random.nextInt(12);
        int k = 1 + random.nextInt(12);
        int members = 1 + random.nextInt(k * r);
        return TestGroup.encode(encoder, psn, scheme, r, k, members, UNIT, random);
    }

    private static void deliver(List<Flight> flights, FecDecoder decoder, SplittableRandom random) {
        List<Flight> left = new ArrayList<>(flights);
        while (!left.isEmpty()) {
            Flight flight = left.get(random.nextInt(left.size()));
            if (!flight.deliverOne(decoder, random)) {
                left.remove(flight);
            }
        }
    }

    /** The packets of a group on their way. */
    private static final class Flight {
        private final TestGroup group;
        private final BitSet lostMembers = new BitSet();
        private final BitSet lostRepairs = new BitSet();
        private final BitSet repaired = new BitSet();
        private final List<Integer> onTheWay = new ArrayList<>();

        Flight(TestGroup group, double loss, SplittableRandom random) {
            this.group = group;
            int members = group.packets.size();
            for (int i = 0; i < members + group.repairs.size(); i++) {
                if (random.nextDouble() < loss) {
                    (i < members ? lostMembers : lostRepairs).set(i < members ? i : i - members);
                    continue;
                }
                onTheWay.add(i);
                if (random.nextInt(10) == 0) {
                    onTheWay.add(i);
                }
            }
        }

        boolean deliverOne(FecDecoder decoder, SplittableRandom random) {
            if (onTheWay.isEmpty()) {
                return false;
            }
            int at = random.nextInt(onTheWay.size());
            int packet = onTheWay.get(at);
            onTheWay.set(at, onTheWay.getLast());
            onTheWay.removeLast();
            int members = group.packets.size();
            if (packet < members) {
                group.member(decoder, packet);
            } else {
                group.repair(decoder, packet - members);
            }
            for (int index : group.fetch(decoder)) {
                repaired.set(index, lostMembers.get(index));
            }
            return true;
        }

        BitSet repairable() {
            List<BitSet> parities = Theory.parities(group.scheme, group.r, group.packets.size());
            return Theory.repairable(parities, lostMembers, lostRepairs);
        }
    }
}

package org.urdma4j.protection.key;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.protection.aead.PacketCipher;

import java.lang.foreign.MemorySegment;
import java.util.HashSet;
import java.util.Set;

class EpochsTest {
    private static final int BITS = 8;
    private static final long LAST = (1L << 48) - 1;
    private static final long MOST_NS = 1000;
    private static final long GRACE_NS = 500;

    private final Set<Integer> live = new HashSet<>();

    /** A cipher that knows its epoch, and nothing else. */
    private final class Named implements PacketCipher {
        private final int epoch;

        Named(int epoch) {
            this.epoch = epoch;
            assertThat(live.add(epoch)).isTrue();
        }

        @Override
        public void seal(long n, MemorySegment extra, MemorySegment memory, long at, int length) {}

        @Override
        public boolean open(long n, MemorySegment extra, MemorySegment memory, long at, int len) {
            return true;
        }

        @Override
        public void close() {
            assertThat(live.remove(epoch)).isTrue();
        }
    }

    private static int epoch(PacketCipher cipher) {
        return cipher == null ? -1 : ((Named) cipher).epoch;
    }

    @Test
    void shouldSealEachNumberOnceWithTheKeyThatItNames() {
        try (SealingKeys keys = new SealingKeys(Named::new, BITS, LAST, MOST_NS, 0)) {
            for (long number = 0; number < 5 << BITS; number++) {
                assertThat(keys.next(number / 10)).isEqualTo(number);
                assertThat(epoch(keys.cipher())).isEqualTo((int) (number >> BITS));
                assertThat(live).hasSize(2);
            }
        }
        assertThat(live).isEmpty();
    }

    @Test
    void shouldJumpWhenAnEpochHasLastedLongEnough() {
        SealingKeys keys = new SealingKeys(Named::new, BITS, LAST, MOST_NS, 0);
        keys.next(1);
        assertThat(keys.next(MOST_NS)).isEqualTo(1 << BITS);
        assertThat(epoch(keys.cipher())).isEqualTo(1);
        assertThat(keys.next(MOST_NS)).isEqualTo((1 << BITS) + 1);
    }

    /** Both ends of an epoch at the same time make one new key, not two. */
    @Test
    void shouldNotJumpFromAnEpochThatIsDone() {
        SealingKeys keys = new SealingKeys(Named::new, BITS, LAST, MOST_NS, 0);
        for (int i = 0; i < 1 << BITS; i++) {
            keys.next(1);
        }
        assertThat(keys.next(MOST_NS)).isEqualTo(1 << BITS);
        assertThat(epoch(keys.cipher())).isEqualTo(1);
    }

    @Test
    void shouldEndBeforeANumberComesAgain() {
        SealingKeys keys = new SealingKeys(Named::new, BITS, (4L << BITS) - 1, MOST_NS, 0);
        long last = -1;
        while (keys.hasNext()) {
            last = keys.next(0);
        }
        assertThat(last).isBetween(1L << BITS, (4L << BITS) - 1);
    }

    @Test
    void shouldOpenTheCurrentEpochAndTwoAhead() {
        OpeningKeys keys = new OpeningKeys(Named::new, BITS);

        assertThat(epoch(keys.cipher(5, 0))).isZero();
        assertThat(epoch(keys.cipher((2 << BITS) + 5, 0))).isEqualTo(2);
        assertThat(live).containsExactlyInAnyOrder(0, 1, 2);
        assertThat(keys.cipher(LAST, 0)).isNull();
    }

    /** All packets of some epochs may be lost; but anybody can write a number. */
    @Test
    void shouldFindTheKeyOfAnEpochFarAheadButNotOften() {
        long ms = 1_000_000;
        OpeningKeys keys = new OpeningKeys(Named::new, BITS);

        assertThat(epoch(keys.cipher(300 << BITS, 0))).isEqualTo(300);
        assertThat(keys.cipher(301 << BITS, ms - 1)).as("another at once").isNull();
        assertThat(epoch(keys.cipher((300 << BITS) + 7, ms - 1))).isEqualTo(300);
        assertThat(epoch(keys.cipher(301 << BITS, ms))).isEqualTo(301);
        assertThat(live).containsExactlyInAnyOrder(0, 1, 2, 301);
        keys.onGenuine(301 << BITS, ms, GRACE_NS);
        assertThat(epoch(keys.cipher(303 << BITS, ms))).isEqualTo(303);
        assertThat(epoch(keys.cipher(5, ms))).as("what was on its way").isZero();
        keys.close();
        assertThat(live).isEmpty();
    }

    @Test
    void shouldOpenOldPacketsForAWhile() {
        OpeningKeys keys = new OpeningKeys(Named::new, BITS);
        keys.onGenuine(2 << BITS, -100, GRACE_NS);

        assertThat(epoch(keys.cipher(5, GRACE_NS - 101))).isZero();
        assertThat(keys.cipher(5, GRACE_NS - 100)).isNull();
        assertThat(epoch(keys.cipher(4 << BITS, 0))).isEqualTo(4);
        keys.onGenuine(5, 0, GRACE_NS);
        assertThat(keys.epoch()).isEqualTo(2);
        assertThat(live).containsExactlyInAnyOrder(0, 1, 2, 3, 4);
        keys.onGenuine(3 << BITS, GRACE_NS, GRACE_NS);
        assertThat(live).containsExactlyInAnyOrder(2, 3, 4, 5);
        keys.close();
        assertThat(live).isEmpty();
    }

    /** Epochs of 256 packets at a million packets a second are over before their grace is. */
    @Test
    void shouldKeepNoMoreThanItHasRoomFor() {
        OpeningKeys keys = new OpeningKeys(Named::new, BITS);
        for (int epoch = 0; epoch < 1000; epoch++) {
            keys.onGenuine((long) epoch << BITS, epoch, 1 << 20);
            assertThat(live).hasSizeLessThanOrEqualTo(16);
            assertThat(epoch(keys.cipher((long) epoch << BITS, epoch))).isEqualTo(epoch);
        }
    }
}

package org.urdma4j.protection;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.protection.aead.PacketCipher;
import org.urdma4j.protection.key.Role;
import org.urdma4j.protection.key.SealingKeys;
import org.urdma4j.protection.packet.SealedHeader;
import org.urdma4j.protection.testing.Link;
import org.urdma4j.protection.testing.RecordingSource;

import java.lang.foreign.MemorySegment;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import java.util.SplittableRandom;

/** No number is sealed twice with a key, and no two keys of an association are the same. */
class NonceTest {
    private static final int SEEDS = 1000;
    private static final int PACKETS = 3000;
    private static final long MOST_NS = 100;

    /** A key that knows whose it is, and whether it is over. */
    private static final class Key implements PacketCipher {
        private final int generation;
        private final int epoch;
        private boolean closed;

        Key(int generation, int epoch) {
            this.generation = generation;
            this.epoch = epoch;
        }

        @Override
        public void seal(long n, MemorySegment extra, MemorySegment memory, long at, int length) {}

        @Override
        public boolean open(long n, MemorySegment extra, MemorySegment memory, long at, int len) {
            return true;
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    private record Sealed(int generation, int epoch, long number) {}

    /** By count and by time, over generations; past 2^24, and past 2^32 where epochs are long. */
    @Test
    void shouldSealNoNumberTwiceWithAKey() {
        long highest = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int bits = random.nextInt(8, 23);
            double jumps = random.nextDouble();
            Set<Sealed> all = new HashSet<>();
            long nowNs = random.nextLong();
            int sealed = 0;
            for (int generation = 0; generation < 2; generation++) {
                int own = generation;
                SealingKeys keys =
                        new SealingKeys(
                                epoch -> new Key(own, epoch),
                                bits,
                                SealedHeader.LAST_NUMBER,
                                MOST_NS,
                                nowNs);
                for (int i = 0; i < PACKETS && keys.hasNext(); i++) {
                    nowNs += random.nextDouble() < jumps ? MOST_NS : 0;
                    long number = keys.next(nowNs);
                    Key key = (Key) keys.cipher();
                    assertThat(key.closed).as("seed %d", seed).isFalse();
                    assertThat((long) key.epoch).as("seed %d", seed).isEqualTo(number >> bits);
                    all.add(new Sealed(key.generation, key.epoch, number));
                    sealed++;
                    highest = Math.max(highest, number);
                }
            }
            assertThat(all).as("seed %d", seed).hasSize(sealed);
        }
        assertThat(highest).isGreaterThan(1L << 32);
    }

    /** The last numbers of all: it ends, and none comes again. */
    @Test
    void shouldEndBeforeTheNumbersDo() {
        int bits = 22;
        long last = (5000L << bits) - 1;
        SealingKeys keys = new SealingKeys(epoch -> new Key(0, epoch), bits, last, MOST_NS, 0);
        long before = -1;
        long nowNs = 0;
        while (keys.hasNext()) {
            nowNs += MOST_NS;
            long number = keys.next(nowNs);
            assertThat(number).isGreaterThan(before).isLessThanOrEqualTo(last);
            before = number;
        }
        assertThat(before).isGreaterThan(1L << 34);
    }

    /** Real ones: of every direction, queue pair, generation and epoch another. */
    @Test
    void shouldDeriveNoKeyTwice() {
        RecordingSource recorder = new RecordingSource();
        for (int generation = 0; generation < 10; generation++) {
            for (int qpn = 0; qpn < 10; qpn++) {
                for (Role sender : Role.values()) {
                    for (int epoch = 0; epoch < 10; epoch++) {
                        Link.keys(recorder, generation, sender, qpn).apply(epoch).close();
                    }
                }
            }
        }
        assertThat(recorder.keys.stream().map(HexFormat.of()::formatHex).distinct()).hasSize(2000);
    }
}

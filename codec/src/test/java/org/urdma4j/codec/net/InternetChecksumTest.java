package org.urdma4j.codec.net;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.SplittableRandom;

class InternetChecksumTest {
    /** The example of RFC 1071, section 3: the sum is ddf2. */
    @Test
    void shouldSumTheExample() {
        ByteBuffer b = ByteBuffer.wrap(HexFormat.of().parseHex("0001f203f4f5f6f7"));

        assertThat(InternetChecksum.finish(InternetChecksum.add(0, b, 0, 8))).isEqualTo(0x220d);
    }

    @Test
    void shouldSumEveryLengthInWordsOfSixteenBits() {
        byte[] bytes = new byte[200];
        new SplittableRandom(1).nextBytes(bytes);
        ByteBuffer b = ByteBuffer.wrap(bytes);
        MemorySegment memory = MemorySegment.ofArray(bytes);
        for (int at = 0; at < 9; at++) {
            for (int length = 0; length + at <= bytes.length; length++) {
                long sum = 5;
                for (int i = 0; i < length; i++) {
                    sum += (bytes[at + i] & 0xff) << (i % 2 == 0 ? Byte.SIZE : 0);
                }
                assertThat(InternetChecksum.finish(InternetChecksum.add(5, b, at, length)))
                        .as("%d bytes from %d", length, at)
                        .isEqualTo(InternetChecksum.finish(sum));
                long ofSegment = InternetChecksum.add(5, memory, at, length);
                assertThat(InternetChecksum.finish(ofSegment))
                        .as("%d bytes from %d of a segment", length, at)
                        .isEqualTo(InternetChecksum.finish(sum));
            }
        }
    }

    @Test
    void shouldCarryWhatIsMost() {
        ByteBuffer b = ByteBuffer.allocate(1 << 16);
        while (b.hasRemaining()) {
            b.put((byte) 0xff);
        }

        assertThat(InternetChecksum.finish(InternetChecksum.add(0, b, 0, 1 << 16))).isZero();
    }
}

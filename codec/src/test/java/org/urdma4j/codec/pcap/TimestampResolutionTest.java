package org.urdma4j.codec.pcap;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.math.BigInteger;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

class TimestampResolutionTest {
    @ParameterizedTest
    @CsvSource({
        "0, 7, 7000000000",
        "6, 1700000000123456, 1700000000123456000",
        "9, 1700000000123456789, 1700000000123456789",
        "12, 1700000000123, 1700000000",
        "0x80, 7, 7000000000",
        "0x81, 3, 1500000000",
        "0xa0, 0x180000000, 1500000000"
    })
    void shouldConvertTicksToNanoseconds(String code, String ticks, long ns) {
        byte resolution = Integer.decode(code).byteValue();

        assertThat(new TimestampResolution(resolution, 0).toNs(Long.decode(ticks))).isEqualTo(ns);
    }

    @Test
    void shouldAgreeWithExactArithmeticForEveryResolution() {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(42);
        for (int code = 0; code < 256; code++) {
            for (int i = 0; i < 200; i++) {
                long ticks = random.nextLong() >>> random.nextInt(64);
                long offset = random.nextInt();

                assertThat(new TimestampResolution((byte) code, offset).toNs(ticks))
                        .as("resolution %x, %d ticks, offset %d", code, ticks, offset)
                        .isEqualTo(exact(code, ticks, offset));
            }
        }
    }

    private static long exact(int code, long ticks, long offset) {
        BigInteger perSecond = BigInteger.valueOf(code < 128 ? 10 : 2).pow(code & 127);
        return new BigInteger(Long.toUnsignedString(ticks))
                .multiply(BigInteger.TEN.pow(9))
                .divide(perSecond)
                .add(BigInteger.valueOf(offset).multiply(BigInteger.TEN.pow(9)))
                .longValue();
    }
}

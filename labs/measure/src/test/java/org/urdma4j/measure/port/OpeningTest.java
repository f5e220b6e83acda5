package org.urdma4j.measure.port;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.HexFormat;
import java.util.SplittableRandom;

class OpeningTest {
    @ParameterizedTest
    @CsvSource({
        "'',                 UNDECIDED",
        "16,                 UNDECIDED",
        "1603,               KEYS",
        "160301020001,       KEYS", // a ClientHello
        "1602,               UNKNOWN", // of SSL 2
        "1503010002,         UNKNOWN", // an alert
        "7b,                 CONTROL", // {
        "20,                 CONTROL",
        "0a,                 CONTROL",
        "474554202f,         CONTROL", // GET /
        "7e,                 CONTROL",
        "7f,                 UNKNOWN",
        "da,                 UNDECIDED",
        "da7a,               UNDECIDED",
        "da7a0102030405,     UNDECIDED",
        "da7a010203040506,   STREAM",
        "da7a01020304050607, STREAM",
        "da7b,               UNKNOWN",
        "da7b010203040506,   UNKNOWN",
        "00,                 UNKNOWN",
        "ff,                 UNKNOWN",
    })
    void shouldTellByTheFirstBytes(String hex, Opening opening) {
        ByteBuf head = Unpooled.wrappedBuffer(HexFormat.of().parseHex("55" + hex)).skipBytes(1);

        assertThat(Opening.of(head)).isEqualTo(opening);
        assertThat(head.readerIndex()).isEqualTo(1);
    }

    /** More bytes decide what was undecided, and change nothing that was decided. */
    @RepeatedTest(20)
    void shouldNotChangeItsMind(RepetitionInfo repetition) {
        SplittableRandom random = new SplittableRandom(repetition.getCurrentRepetition());
        for (int run = 0; run < 1_000; run++) {
            byte[] bytes = new byte[16];
            random.nextBytes(bytes);
            if (random.nextBoolean()) {
                bytes[0] = (byte) (random.nextBoolean() ? 0xda : 0x16);
                bytes[1] = (byte) (random.nextBoolean() ? 0x7a : 3);
            }
            Opening before = Opening.UNDECIDED;
            for (int length = 0; length <= bytes.length; length++) {
                Opening now = Opening.of(Unpooled.wrappedBuffer(bytes, 0, length));
                if (before != Opening.UNDECIDED) {
                    assertThat(now).isEqualTo(before);
                }
                before = now;
            }
            assertThat(before).isNotEqualTo(Opening.UNDECIDED);
        }
    }

    @RepeatedTest(5)
    void shouldKnowTheCookiesOfRuns(RepetitionInfo repetition) {
        SplittableRandom random = new SplittableRandom(repetition.getCurrentRepetition());
        long cookie = StreamCookie.next(random);

        assertThat(Opening.of(Unpooled.copyLong(cookie))).isEqualTo(Opening.STREAM);
        assertThat(StreamCookie.next(random)).isNotEqualTo(cookie);
    }
}

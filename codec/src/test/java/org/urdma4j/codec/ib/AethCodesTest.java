package org.urdma4j.codec.ib;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Syndromes, credits, RNR timers and ACK timeouts, against the printed tables. */
class AethCodesTest {
    private static final String CREDITS =
            "0:0 1:1 2:2 3:3 4:4 5:6 6:8 7:12 8:16 9:24 10:32 11:48 12:64 13:96 14:128 15:192"
                    + " 16:256 17:384 18:512 19:768 20:1024 21:1536 22:2048 23:3072 24:4096"
                    + " 25:6144 26:8192 27:12288 28:16384 29:24576 30:32768";

    private static final double[] RNR_MILLISECONDS = {
        655.36, 0.01, 0.02, 0.03, 0.04, 0.06, 0.08, 0.12, 0.16, 0.24, 0.32, 0.48, 0.64, 0.96, 1.28,
        1.92, 2.56, 3.84, 5.12, 7.68, 10.24, 15.36, 20.48, 30.72, 40.96, 61.44, 81.92, 122.88,
        163.84, 245.76, 327.68, 491.52
    };

    @Test
    void shouldDecodeEveryCreditCode() {
        String[] entries = CREDITS.split(" ", -1);
        assertThat(entries).hasSize(31);
        for (String entry : entries) {
            String[] pair = entry.split(":", -1);
            int code = Integer.parseInt(pair[0]);
            assertThat(CreditCode.decode(code)).isEqualTo(Integer.parseInt(pair[1]));
        }
        assertThat(CreditCode.decode(0x1f)).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void shouldEncodeTheGreatestCreditThatIsNotMoreThanAvailable() {
        for (int available = 0; available <= 70_000; available++) {
            int code = CreditCode.encode(available);
            assertThat(code).isBetween(0, 30);
            assertThat(CreditCode.decode(code)).isLessThanOrEqualTo(available);
            if (code < 30) {
                assertThat(CreditCode.decode(code + 1)).isGreaterThan(available);
            }
        }
        assertThat(CreditCode.encode(-1)).isZero();
        assertThat(CreditCode.encode(Integer.MAX_VALUE)).isEqualTo(30);
    }

    @Test
    void shouldGiveEveryRnrTimer() {
        for (int code = 0; code < 32; code++) {
            assertThat(RnrTimer.nanos(code)).isEqualTo(Math.round(RNR_MILLISECONDS[code] * 1e6));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "-5, 1",
        "0, 1",
        "10000, 1",
        "10001, 2",
        "40000, 4",
        "40001, 5",
        "640000, 12",
        "491520000, 31",
        "491520001, 0",
        "655360000, 0",
        "655360001, 0"
    })
    void shouldChooseTheShortestRnrTimerThatIsLongEnough(long nanos, int code) {
        assertThat(RnrTimer.codeAtLeast(nanos)).isEqualTo(code);
    }

    /** 4.096 us x 2^13 is 33.6 ms, x 2^14 67.1 ms, x 2^15 134 ms. */
    @Test
    void shouldFindTheShortestAckTimeoutThatIsLongEnough() {
        assertThat(AckTimeout.codeOf(0)).isEqualTo(1);
        assertThat(AckTimeout.codeOf(32_000_000)).isEqualTo(13);
        assertThat(AckTimeout.codeOf(67_108_864)).isEqualTo(14);
        assertThat(AckTimeout.codeOf(67_108_865)).isEqualTo(15);
        assertThat(AckTimeout.codeOf(Long.MAX_VALUE)).isEqualTo(31);
    }

    @Test
    void shouldDoubleTheAckTimeoutWithEachCode() {
        assertThat(AckTimeout.nanos(0)).isEqualTo(AckTimeout.INFINITE);
        assertThat(AckTimeout.nanos(1)).isEqualTo(8_192);
        assertThat(AckTimeout.nanos(14)).isEqualTo(67_108_864);
        assertThat(AckTimeout.nanos(17)).isEqualTo(536_870_912);
        assertThat(AckTimeout.nanos(31)).isEqualTo(8_796_093_022_208L);
        assertThatThrownBy(() -> AckTimeout.nanos(32)).hasMessageContaining("0 (none) to 31");
        assertThatThrownBy(() -> AckTimeout.nanos(-1)).hasMessageContaining("-1");
    }

    @Test
    void shouldHaveTheSyndromesOfTheWire() {
        assertThat(AethSyndrome.NAK_PSN_SEQUENCE_ERROR).isEqualTo(0x60);
        assertThat(AethSyndrome.NAK_INVALID_REQUEST).isEqualTo(0x61);
        assertThat(AethSyndrome.NAK_REMOTE_ACCESS_ERROR).isEqualTo(0x62);
        assertThat(AethSyndrome.NAK_REMOTE_OPERATIONAL_ERROR).isEqualTo(0x63);
        assertThat(AethSyndrome.NAK_INVALID_RD_REQUEST).isEqualTo(0x64);
        assertThat(AethSyndrome.ACK_UNLIMITED).isEqualTo(0x1f);
        assertThat(AethSyndrome.rnrNak(0)).isEqualTo(0x20);
        assertThat(AethSyndrome.rnrNak(20)).isEqualTo(0x34);
        assertThat(AethSyndrome.ack(30)).isEqualTo(0x1e);
    }

    @Test
    void shouldTellEverySyndromeByItsHighBits() {
        for (int syndrome = 0; syndrome < 256; syndrome++) {
            assertThat(AethSyndrome.isAck(syndrome)).isEqualTo(syndrome < 0x20);
            assertThat(AethSyndrome.isRnrNak(syndrome))
                    .isEqualTo(syndrome >= 0x20 && syndrome < 0x40);
            assertThat(AethSyndrome.isNak(syndrome)).isEqualTo(syndrome >= 0x60 && syndrome < 0x80);
            assertThat(AethSyndrome.value(syndrome)).isEqualTo(syndrome % 32);
            assertThat(AethSyndrome.toString(syndrome)).isNotBlank();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0x1f, ACK without credits",
        "0x0a, ACK with 32 credits",
        "0x20, RNR NAK 655360 us",
        "0x34, RNR NAK 10240 us",
        "0x60, NAK PSN sequence error",
        "0x64, NAK invalid RD request",
        "0x65, NAK reserved 5",
        "0x40, reserved 0x40",
        "0xff, reserved 0xff"
    })
    void shouldSayASyndromeInWords(String syndrome, String words) {
        assertThat(AethSyndrome.toString(Integer.decode(syndrome))).isEqualTo(words);
    }
}

package org.urdma4j.codec.urdma;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

class OfferRecordTest {
    private static final OfferRecord OFFER =
            new OfferRecord(5, 257, 1_025, 64, 4096, 0x98fedcba, 4096, 95_000_000_000L);

    private final ByteBuffer b = ByteBuffer.allocate(56);

    private void encode(OfferRecord offer) {
        b.position(32);
        offer.encode(b);
        assertThat(b.position()).isEqualTo(56);
        b.position(0);
    }

    @Test
    void shouldReadWhatWasWritten() {
        encode(OFFER);
        assertThat(OfferRecord.status(b, 32)).isEqualTo(OfferStatus.OK);
        assertThat(OfferRecord.decode(b, 32)).isEqualTo(OFFER);
        assertThat(OfferRecord.decode(b.position(32))).isEqualTo(OFFER);
        assertThat(b.position()).isEqualTo(32);
    }

    @Test
    void shouldKeepEveryValueButPartsOfAMegabit() {
        for (long seed = 1; seed <= 2000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            long megabits = random.nextInt(1 << 24);
            OfferRecord offer =
                    new OfferRecord(
                            random.nextInt(),
                            1 + random.nextInt(65_535),
                            1 + random.nextInt(65_535),
                            random.nextInt(256),
                            4 + 4 * random.nextInt(16_383),
                            random.nextInt(),
                            random.nextInt(65_536),
                            megabits * 1_000_000);
            encode(offer);
            assertThat(OfferRecord.decode(b, 32)).as("seed %d", seed).isEqualTo(offer);
        }
        encode(of(4, 0, 0, 7_999_999));
        assertThat(OfferRecord.decode(b, 32).referenceRate()).isEqualTo(7_000_000);
    }

    @Test
    void shouldNoticeEveryFlippedBit() {
        encode(OFFER);
        for (int bit = 0; bit < 8 * OfferRecord.LENGTH; bit++) {
            int at = 32 + bit / 8;
            b.put(at, (byte) (b.get(at) ^ (1 << (bit % 8))));
            assertThat(OfferRecord.status(b, 32))
                    .isEqualTo(bit < 16 ? OfferStatus.ABSENT : OfferStatus.DAMAGED);
            assertThat(OfferRecord.decode(b, 32)).isNull();
            b.put(at, (byte) (b.get(at) ^ (1 << (bit % 8))));
        }
        assertThat(OfferRecord.status(b, 33)).isEqualTo(OfferStatus.ABSENT);
        assertThat(OfferRecord.status(b, -1)).isEqualTo(OfferStatus.ABSENT);
        assertThat(OfferRecord.status(ByteBuffer.allocate(0), 0)).isEqualTo(OfferStatus.ABSENT);
    }

    /** Position in the record, byte, and what it becomes with the check made right. */
    @ParameterizedTest
    @CsvSource({
        "2, 1, NOT_UNDERSTOOD",
        "2, 3, NOT_UNDERSTOOD",
        "2, 0, NOT_UNDERSTOOD",
        "12, 255, OK",
        "21, 30, OK",
        "7, 2, INVALID",
        "6, 0, INVALID",
        "5, 193, OK",
        "5, 249, OK",
        "4, 255, OK"
    })
    void shouldJudgeForeignValues(int position, int value, OfferStatus status) {
        encode(OFFER);
        b.put(32 + position, (byte) value);
        b.putShort(54, (short) Crc16.of(b, 32, 22));
        assertThat(OfferRecord.status(b, 32)).isEqualTo(status);
        OfferRecord decoded = OfferRecord.decode(b, 32);
        if (status == OfferStatus.OK) {
            // All bits of the lower byte are known.
            assertThat(decoded.features()).isEqualTo(position == 5 ? value & 0xff : 5);
        } else {
            assertThat(decoded).isNull();
        }
    }

    @Test
    void shouldRefuseZeros() {
        for (int position : new int[] {6, 8, 10}) {
            encode(OFFER);
            b.putShort(32 + position, (short) 0);
            b.putShort(54, (short) Crc16.of(b, 32, 22));
            assertThat(OfferRecord.status(b, 32)).isEqualTo(OfferStatus.INVALID);
        }
    }

    @Test
    void shouldNeverThrowOnNoise() {
        SplittableRandom random = new SplittableRandom(4);
        for (int i = 0; i < 20_000; i++) {
            encode(OFFER);
            for (int n = 1 + random.nextInt(6); n > 0; n--) {
                b.put(34 + random.nextInt(20), (byte) random.nextInt());
            }
            b.putShort(54, (short) Crc16.of(b, 32, 22));
            OfferRecord decoded = OfferRecord.decode(b, 32);
            assertThat(decoded != null).isEqualTo(OfferRecord.status(b, 32) == OfferStatus.OK);
        }
    }

    @Test
    void shouldRefuseWhatTheWireCannotCarry() {
        assertThat(of(4, 0, 0xffff, (1L << 24) * 1_000_000 - 1)).isNotNull();
        assertThatIllegalArgumentException().isThrownBy(() -> of(6, 0, 0, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> of(0, 0, 0, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> of(65_536, 0, 0, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> of(4, 0, 0x1_0000, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> of(4, 0, 0, (1L << 24) * 1_000_000));
    }

    private static OfferRecord of(int payload, int tag, int limit, long rate) {
        return new OfferRecord(0, 1, 1, 0, payload, tag, limit, rate);
    }

    @Test
    void shouldHaveThePublishedCheckOfTheCrc() {
        byte[] digits = "123456789".getBytes(StandardCharsets.US_ASCII);
        assertThat(Crc16.of(ByteBuffer.wrap(digits), 0, 9)).isEqualTo(0x29b1);
    }
}

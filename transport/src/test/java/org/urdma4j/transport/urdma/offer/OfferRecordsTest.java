package org.urdma4j.transport.urdma.offer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.codec.urdma.OfferRecord;
import org.urdma4j.verbs.UrdmaOffer;

import java.nio.ByteBuffer;
import java.util.HexFormat;

class OfferRecordsTest {
    private static final UrdmaOffer OFFER =
            UrdmaOffer.builder()
                    .fec(16)
                    .relaxedOrder(true)
                    .sack(200, 3_000)
                    .payloadBytes(1428)
                    .verificationTag(0xfedcba)
                    .receiveLimit(12)
                    .referenceRate(95_000_000_000L)
                    .build();

    private static ByteBuffer encoded(UrdmaOffer offer) {
        ByteBuffer b = ByteBuffer.allocate(OfferRecord.LENGTH);
        OfferRecords.encode(offer, b);
        return b.flip();
    }

    @Test
    void shouldReadWhatItWrote() {
        assertThat(OfferRecords.decode(encoded(OFFER))).isEqualTo(OFFER);
        assertThat(OfferRecords.decode(encoded(UrdmaOffer.DEFAULT))).isEqualTo(UrdmaOffer.DEFAULT);
    }

    /** Of 0.1.0, as wire-examples.md has it: what was offered once is understood ever after. */
    @Test
    void shouldReadWhatAnOlderBuildOffers() {
        byte[] recorded =
                HexFormat.of().parseHex("5552024000030598010003e85ca788bc100001731800aacc");

        UrdmaOffer offer = OfferRecords.decode(ByteBuffer.wrap(recorded));

        assertThat(offer)
                .isEqualTo(
                        new UrdmaOffer(
                                2, 3, 256, 1_000, 64, 1432, 0x5ca788bc, 4096, 95_000_000_000L));
        assertThat(encoded(offer).array()).isEqualTo(recorded);
    }

    /** What a newer build knows besides is passed over; what both know is agreed on. */
    @Test
    void shouldAgreeOnWhatItKnowsOfANewerOffer() {
        ByteBuffer later = ByteBuffer.allocate(OfferRecord.LENGTH);
        new OfferRecord(0xff07, 64, 1_000, 16, 1024, 7, 4096, 0).encode(later);

        Agreement agreement = new Agreement(OFFER, OfferRecords.decode(later.flip()), null);

        assertThat(agreement.payload()).isEqualTo(1024);
        assertThat(agreement.fec()).isTrue();
        assertThat(agreement.relaxedOrder()).isTrue();
        assertThat(agreement.paths()).isFalse();
        assertThat(agreement.grants()).isFalse();
        assertThat(agreement.reportPackets()).isEqualTo(64);
    }

    /** Everything that one end may tell the other of itself gets there. */
    @Test
    void shouldCarryEveryFeature() {
        for (int bit = 0; bit < 6; bit++) {
            int features = 1 << bit;
            UrdmaOffer offer =
                    new UrdmaOffer(2, features, 16, 250, 0, 1024, 0, UrdmaOffer.NO_LIMIT, 0);

            UrdmaOffer read = OfferRecords.decode(encoded(offer));

            assertThat(read.features()).as("bit %d", bit).isEqualTo(features);
        }
    }

    @Test
    void shouldTakeALimitThatDoesNotFitForNone() {
        UrdmaOffer read =
                OfferRecords.decode(encoded(OFFER.toBuilder().receiveLimit(1 << 20).build()));

        assertThat(read.receiveLimit()).isEqualTo(UrdmaOffer.NO_LIMIT);
    }

    @Test
    void shouldMeanStandardWhenDamagedOrUnknown() {
        for (int bit = 0; bit < OfferRecord.LENGTH * Byte.SIZE; bit++) {
            ByteBuffer b = encoded(OFFER);
            int at = bit / Byte.SIZE;
            b.put(at, (byte) (b.get(at) ^ (1 << (bit % Byte.SIZE))));

            assertThat(OfferRecords.decode(b)).as("bit %d", bit).isNull();
        }
    }
}

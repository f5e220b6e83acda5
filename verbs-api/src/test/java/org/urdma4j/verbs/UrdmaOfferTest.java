package org.urdma4j.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.time.Duration;

class UrdmaOfferTest {
    private static final UrdmaOffer FIRST = UrdmaOffer.DEFAULT;

    @Test
    void shouldAgreeOnOneVersionOnly() {
        UrdmaOffer later = new UrdmaOffer(3, 0, 64, 1_000, 0, 4096, 0, UrdmaOffer.NO_LIMIT, 0);

        assertThat(FIRST.agreesWith(FIRST)).isTrue();
        assertThat(FIRST.agreesWith(later)).isFalse();
        assertThat(later.agreesWith(later)).isFalse();
    }

    @Test
    void shouldTakeTheSmallerPayloadFromEitherSide() {
        UrdmaOffer small = FIRST.toBuilder().payloadBytes(1428).build();

        assertThat(FIRST.payloadWith(small)).isEqualTo(1428);
        assertThat(small.payloadWith(FIRST)).isEqualTo(1428);
    }

    @Test
    void shouldProtectOnlyWhenBothEndsHaveAFeatureInCommon() {
        UrdmaOffer protects = FIRST.toBuilder().fec(32).build();
        UrdmaOffer rowsOnly =
                new UrdmaOffer(2, UrdmaOffer.FEATURE_FEC_2D, 64, 1_000, 8, 4096, 0, 0, 0);
        UrdmaOffer xorOnly =
                new UrdmaOffer(2, UrdmaOffer.FEATURE_FEC_XOR, 64, 1_000, 8, 4096, 0, 0, 0);

        assertThat(protects.fecWith(protects)).isTrue();
        assertThat(protects.fecWith(xorOnly)).isTrue();
        assertThat(protects.fecWith(FIRST)).isFalse();
        assertThat(FIRST.fecWith(protects)).isFalse();
        assertThat(rowsOnly.fecWith(xorOnly)).isFalse();
        assertThat(protects.toBuilder().fec(0).build()).isEqualTo(FIRST);
    }

    @Test
    void shouldBeginAnswersAtTheLowerBitsOfTheTag() {
        assertThat(FIRST.toBuilder().verificationTag(0x98fedcba).build().responsePsn())
                .isEqualTo(0xfedcba);
    }

    @Test
    void shouldRefuseWhatNoPacketCanCarry() {
        assertThatThrownBy(() -> FIRST.toBuilder().payloadBytes(1430).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("multiple of 4");
        assertThatThrownBy(() -> FIRST.toBuilder().payloadBytes(20_000).build())
                .hasMessageContaining("256 to 16384");
        assertThatThrownBy(() -> UrdmaTuning.builder().retryTime(Duration.ZERO).build())
                .hasMessageContaining("retryTime");
        assertThatThrownBy(() -> UrdmaTuning.builder().initialWindow(1).build())
                .hasMessageContaining("initialWindow");
        assertThatThrownBy(() -> UrdmaTuning.builder().weight(0).build())
                .hasMessageContaining("weight");
        assertThatThrownBy(() -> UrdmaTuning.builder().weight(256).build())
                .hasMessageContaining("weight");
    }
}

package org.urdma4j.codec.cm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.codec.mad.Mad;
import org.urdma4j.codec.urdma.OfferRecord;

import java.nio.ByteBuffer;
import java.util.Arrays;

class OfferPlacementTest {
    private static final OfferRecord OFFER =
            new OfferRecord(7, 64, 1000, 32, 4096, 0xabcdef, 512, 1_000_000_000L);

    private final ByteBuffer b = ByteBuffer.allocate(2 * Mad.LENGTH);
    private static final int AT = 8;

    @BeforeEach
    void fill() {
        Arrays.fill(b.array(), (byte) 0x77);
    }

    @Test
    void shouldLeave32Of56BytesOfReq() {
        assertThat(OfferPlacement.REQ.room()).isEqualTo(56);
        assertThat(OfferPlacement.REQ.roomBesideOffer()).isEqualTo(32);
        assertThat(OfferPlacement.REQ.write(b, AT, data(32), OFFER)).isTrue();
        assertThat(b.getShort(AT + 256 - 24)).isEqualTo((short) 0x5552);
        assertThat(OfferPlacement.REQ.offer(b, AT)).isEqualTo(OFFER);
        assertThat(OfferPlacement.REQ.data(b, AT)).isEqualTo(data(32));
        assertThat(b.get(AT + 256)).isEqualTo((byte) 0x77);
        assertThat(b.get(AT + 256 - 57)).isEqualTo((byte) 0x77);
    }

    @Test
    void shouldLeave172Of196BytesOfRep() {
        assertThat(OfferPlacement.REP.room()).isEqualTo(196);
        assertThat(OfferPlacement.REP.roomBesideOffer()).isEqualTo(172);
        assertThat(OfferPlacement.REP.write(b, AT, data(172), OFFER)).isTrue();
        assertThat(OfferPlacement.REP.offer(b, AT)).isEqualTo(OFFER);
        assertThat(OfferPlacement.REP.data(b, AT)).isEqualTo(data(172));
    }

    @ParameterizedTest
    @EnumSource
    void shouldDropTheOfferForLongerData(OfferPlacement place) {
        for (int length : new int[] {place.roomBesideOffer() + 1, place.room()}) {
            assertThat(place.write(b, AT, data(length), OFFER)).isFalse();
            assertThat(place.offer(b, AT)).isNull();
            assertThat(place.data(b, AT).length()).isEqualTo(place.room());
            assertThat(place.data(b, AT).carries(data(length).bytes())).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldGiveEverythingToAnApplicationWithoutOffer(OfferPlacement place) {
        assertThat(place.write(b, AT, data(5), null)).isFalse();
        assertThat(place.offer(b, AT)).isNull();
        assertThat(place.data(b, AT).bytes())
                .isEqualTo(Arrays.copyOf(data(5).bytes(), place.room()));
        assertThatThrownBy(() -> place.write(b, AT, data(place.room() + 1), null))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldTakeADamagedOfferForData() {
        OfferPlacement.REQ.write(b, AT, data(3), OFFER);
        b.put(AT + 255, (byte) ~b.get(AT + 255));
        assertThat(OfferPlacement.REQ.offer(b, AT)).isNull();
        assertThat(OfferPlacement.REQ.data(b, AT).length()).isEqualTo(56);
    }

    @Test
    void shouldKeepDataThatNobodyChanges() {
        byte[] bytes = {1, 2, 3};
        PrivateData data = PrivateData.of(bytes);
        bytes[0] = 9;
        data.bytes()[1] = 9;
        assertThat(data).hasToString("010203").isEqualTo(PrivateData.of(new byte[] {1, 2, 3}));
        assertThat(data).hasSameHashCodeAs(PrivateData.of(new byte[] {1, 2, 3}));
        assertThat(data).isNotEqualTo(PrivateData.of(new byte[] {1, 2, 3, 0}));
        assertThat(PrivateData.of(new byte[] {1, 2, 0}).carries(new byte[] {1, 2})).isTrue();
        assertThat(PrivateData.of(new byte[] {1, 2, 1}).carries(new byte[] {1, 2})).isFalse();
        assertThat(PrivateData.of(new byte[] {1, 2}).carries(new byte[] {1, 2, 0})).isFalse();
    }

    private static PrivateData data(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (i + 1);
        }
        return PrivateData.of(bytes);
    }
}

package org.urdma4j.transport.urdma.offer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UrdmaPayloadTest {
    /**
     * The longest packet, docs/wire-urdma.md: BTH 12, RETH 16, immediate data 4, T1 and Tr 8, with
     * FEC 4 more and filler of 4; ICRC 4.
     */
    @ParameterizedTest
    @CsvSource({
        "1472, false, 1428",
        "8972, false, 8928",
        "8952, false, 8908",
        "65507, false, 16384",
        "100, false, 256",
        "1475, false, 1428",
        "1472, true, 1424"
    })
    void shouldFillThePacket(int packetBytes, boolean fec, int expected) {
        assertThat(UrdmaPayload.within(packetBytes, fec, false)).isEqualTo(expected);
    }
}

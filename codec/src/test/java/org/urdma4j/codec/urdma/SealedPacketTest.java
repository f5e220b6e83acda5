package org.urdma4j.codec.urdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.stream.IntStream;

/** By the figures of docs/wire-urdma.md. */
class SealedPacketTest {
    private final ByteBuffer b =
            ByteBuffer.wrap(HexFormat.of().parseHex("ffe100ffff0000000100abcdeffe12345687654321"));

    @Test
    void shouldReadWhatIsInTheClear() {
        assertThat(SealedPacket.number(b, 1)).isEqualTo(0x1234_56ab_cdefL);
        assertThat(SealedPacket.generation(b, 1)).isEqualTo(0xfe);
        assertThat(SealedPacket.association(b, 1)).isEqualTo(0x8765_4321);
    }

    @Test
    void shouldKnowItsThreeOpcodesAndNoneOfTheOthers() {
        assertThat(IntStream.range(0, 256).filter(SealedPacket::isSealed))
                .containsExactly(0xe0, 0xe1, 0xe2)
                .noneMatch(UrdmaOpcode::isUrdma);
        assertThat(SealedPacket.name(0xe0)).isEqualTo("URDMA_SEALED");
        assertThat(SealedPacket.name(0xe1)).isEqualTo("URDMA_SEALED_DATAGRAM");
        assertThat(SealedPacket.name(0xc8)).isEqualTo("URDMA_WRITE_LAST");
        assertThat(SealedPacket.name(0xe2)).isEqualTo("URDMA_SEALED_CELL");
        assertThat(SealedPacket.name(0xe3)).isEqualTo("MANUFACTURER_0xE3");
    }

    /** 16 in the clear, 8 inside, a tag; a datagram has 20, DETH and MAD; a cell 20, 12 or more. */
    @ParameterizedTest
    @CsvSource({
        "224, 39, false",
        "224, 40, true",
        "224, 41, false",
        "224, 44, true",
        "224, 9000, true",
        "224, 36, false",
        "225, 300, true",
        "225, 296, false",
        "225, 304, false",
        "226, 44, false",
        "226, 48, true",
        "226, 1466, false",
        "226, 1468, true"
    })
    void shouldKnowWhichLengthsThereAre(int opcode, int length, boolean may) {
        assertThat(SealedPacket.isLength(opcode, length)).isEqualTo(may);
    }
}

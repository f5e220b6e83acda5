package org.urdma4j.codec.urdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.PacketStatus;

import java.nio.ByteBuffer;

/** Pieces of packets that were too long for their path. */
class UrdmaPieceTest {
    private static final int AT = 8;

    private final ByteBuffer b = ByteBuffer.allocate(20_000);
    private final UrdmaPacket packet = new UrdmaPacket();

    private PacketStatus read(int opcode, int at, int bytes, int whole, boolean fec) {
        int pad = Bth.padFor(bytes);
        UrdmaBth.write(b, AT, opcode, Bth.MIG_REQ | UrdmaBth.PIECE, pad, 0xffff, 3, 77);
        int headers = UrdmaOpcode.headerLength(opcode, fec, false);
        PieceWord.write(b, AT + headers, at, whole);
        return packet.wrap(b, AT, headers + PieceWord.LENGTH + bytes + pad, fec);
    }

    @ParameterizedTest
    @ValueSource(ints = {0xc0, 0xc5, 0xc7, 0xca, 0xcb, 0xcf})
    void shouldSayWhatPartOfThePacketItHas(int opcode) {
        for (boolean fec : new boolean[] {false, true}) {
            assertThat(read(opcode, 1024, 512, 4096, fec)).isEqualTo(PacketStatus.OK);
            assertThat(packet.isPiece()).isTrue();
            assertThat(packet.pieceAt()).isEqualTo(1024);
            assertThat(packet.payloadLength()).isEqualTo(512);
            assertThat(packet.wholeLength()).isEqualTo(4096);
            assertThat(packet.psn()).isEqualTo(77);
            assertThat(packet.retransmission()).isTrue();
            assertThat(UrdmaBth.flags(b, AT)).isEqualTo(Bth.MIG_REQ | UrdmaBth.PIECE);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0, 256, 16384",
        "16128, 256, 16384",
        "16128, 1, 16129",
        "0, 4095, 4095",
        "256, 3, 259"
    })
    void shouldTakeWhatItsRulesAllow(int at, int bytes, int whole) {
        assertThat(read(0xc7, at, bytes, whole, false)).isEqualTo(PacketStatus.OK);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 4096", // holds nothing
        "100, 256, 4096", // begins amid a unit
        "0, 300, 4096", // ends amid one
        "3840, 512, 4096", // ends behind its packet
        "4096, 256, 4096", // begins behind it
        "0, 256, 0", // of a packet that holds nothing
        "0, 256, 16388", // of one longer than there are
        "65280, 256, 65535"
    })
    void shouldRefuseWhatNoPacketIsCutInto(int at, int bytes, int whole) {
        assertThat(read(0xc7, at, bytes, whole, false)).isEqualTo(PacketStatus.BAD_LENGTH);
    }

    @ParameterizedTest
    @ValueSource(ints = {0xcc, 0xd1, 0xd2, 0xd3, 0xd4, 0xd8, 0xda, 0xdc, 0xdd, 0xde})
    void shouldRefusePiecesOfPacketsWithoutPayload(int opcode) {
        assertThat(read(opcode, 0, 256, 512, false)).isEqualTo(PacketStatus.BAD_TIMESTAMPS);
        assertThat(packet.isPiece()).isFalse();
    }

    @Test
    void shouldBeCutNowhereInItsWord() {
        int headers = UrdmaOpcode.headerLength(0xc7, false);
        read(0xc7, 0, 256, 512, false);
        for (int length = headers; length < headers + PieceWord.LENGTH; length++) {
            assertThat(packet.wrap(b, AT, length, false)).isEqualTo(PacketStatus.TOO_SHORT);
        }
    }

    @Test
    void shouldTakeAWholePacketForWhole() {
        UrdmaBth.write(b, AT, 0xc7, Bth.MIG_REQ, 0, 0xffff, 3, 77);
        int headers = UrdmaOpcode.headerLength(0xc7, false);
        assertThat(packet.wrap(b, AT, headers + 512, false)).isEqualTo(PacketStatus.OK);
        assertThat(packet.isPiece()).isFalse();
        assertThat(packet.pieceAt()).isZero();
        assertThat(packet.wholeLength()).isEqualTo(512);
    }
}

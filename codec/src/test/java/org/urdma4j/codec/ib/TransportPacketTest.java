package org.urdma4j.codec.ib;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.urdma4j.codec.testing.SamplePacket.COMPARE;
import static org.urdma4j.codec.testing.SamplePacket.DEST_QP;
import static org.urdma4j.codec.testing.SamplePacket.DMA_LENGTH;
import static org.urdma4j.codec.testing.SamplePacket.IMMEDIATE;
import static org.urdma4j.codec.testing.SamplePacket.INVALIDATED;
import static org.urdma4j.codec.testing.SamplePacket.MSN;
import static org.urdma4j.codec.testing.SamplePacket.ORIGINAL;
import static org.urdma4j.codec.testing.SamplePacket.PSN;
import static org.urdma4j.codec.testing.SamplePacket.P_KEY;
import static org.urdma4j.codec.testing.SamplePacket.Q_KEY;
import static org.urdma4j.codec.testing.SamplePacket.R_KEY;
import static org.urdma4j.codec.testing.SamplePacket.SRC_QP;
import static org.urdma4j.codec.testing.SamplePacket.SWAP_ADD;
import static org.urdma4j.codec.testing.SamplePacket.SYNDROME;
import static org.urdma4j.codec.testing.SamplePacket.VIRTUAL_ADDRESS;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.urdma4j.codec.ib.PrintedOpcodes.Printed;
import org.urdma4j.codec.testing.SamplePacket;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

class TransportPacketTest {
    private static final int AT = 5;

    private final ByteBuffer b = ByteBuffer.allocate(8192);
    private final TransportPacket packet = new TransportPacket();

    static Stream<Printed> printed() {
        return PrintedOpcodes.all().values().stream();
    }

    @ParameterizedTest
    @MethodSource("printed")
    void shouldDecodeWhatWasEncoded(Printed printed) {
        for (int payload : printed.payload() ? new int[] {0, 1, 2, 3, 4, 255, 4096} : new int[1]) {
            int length = SamplePacket.write(b, AT, printed.opcode(), payload);
            assertThat(length).isEqualTo(printed.headerLength() + (payload + 3) / 4 * 4);
            assertThat(packet.wrap(b, AT, length)).isEqualTo(PacketStatus.OK);
            shouldHaveTheFieldsOfBth(printed);
            shouldHaveTheFieldsOfTheHeaders(printed);
            assertThat(packet.payloadOffset()).isEqualTo(AT + printed.headerLength());
            assertThat(packet.payloadLength()).isEqualTo(payload);
            assertThat(packet.padCount()).isEqualTo((4 - payload % 4) % 4);
            assertThat(packet.status()).isEqualTo(PacketStatus.OK);
        }
    }

    private void shouldHaveTheFieldsOfBth(Printed printed) {
        boolean cnp = printed.name().equals("CNP");
        assertThat(packet.buffer()).isSameAs(b);
        assertThat(packet.offset()).isEqualTo(AT);
        assertThat(packet.opcode()).isEqualTo(printed.opcode());
        assertThat(packet.flags()).isEqualTo(Opcode.flags(printed.opcode()));
        assertThat(packet.pKey()).isEqualTo(P_KEY);
        assertThat(packet.destQp()).isEqualTo(DEST_QP);
        assertThat(packet.psn()).isEqualTo(cnp ? 0 : PSN);
        assertThat(packet.solicited()).isEqualTo(!cnp);
        assertThat(packet.ackRequested()).isEqualTo(!cnp);
        assertThat(packet.becn()).isEqualTo(cnp);
        assertThat(packet.fecn()).isFalse();
        assertThat(packet.migReq()).isFalse();
    }

    private void shouldHaveTheFieldsOfTheHeaders(Printed printed) {
        for (String header : printed.headers()) {
            switch (header) {
                case "RETH" -> {
                    assertThat(packet.virtualAddress()).isEqualTo(VIRTUAL_ADDRESS);
                    assertThat(packet.rKey()).isEqualTo(R_KEY);
                    assertThat(packet.dmaLength()).isEqualTo(DMA_LENGTH);
                }
                case "AtomicETH" -> {
                    assertThat(packet.virtualAddress()).isEqualTo(VIRTUAL_ADDRESS);
                    assertThat(packet.rKey()).isEqualTo(R_KEY);
                    assertThat(packet.swapAdd()).isEqualTo(SWAP_ADD);
                    assertThat(packet.compare()).isEqualTo(COMPARE);
                }
                case "AETH" -> {
                    assertThat(packet.syndrome()).isEqualTo(SYNDROME);
                    assertThat(packet.msn()).isEqualTo(MSN);
                }
                case "AtomicAckETH" -> assertThat(packet.originalData()).isEqualTo(ORIGINAL);
                case "ImmDt" -> assertThat(packet.immediate()).isEqualTo(IMMEDIATE);
                case "IETH" -> assertThat(packet.invalidateRkey()).isEqualTo(INVALIDATED);
                case "DETH" -> {
                    assertThat(packet.qKey()).isEqualTo(Q_KEY);
                    assertThat(packet.srcQp()).isEqualTo(SRC_QP);
                }
                case "FETH" -> assertThat(Opcode.fethOffset(packet.opcode())).isEqualTo(12);
                case "reserved" -> assertThat(Cnp.isZero(b, AT + 12)).isTrue();
                default -> throw new AssertionError(header);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("printed")
    void shouldRefuseLengthsThatTheOpcodeCannotHave(Printed printed) {
        SamplePacket.write(b, AT, printed.opcode(), 0);
        for (int length = -1; length < printed.headerLength() + 20; length++) {
            PacketStatus expected;
            if (length < printed.headerLength()) {
                expected = PacketStatus.TOO_SHORT;
            } else if (length % 4 != 0 || (length > printed.headerLength() && !printed.payload())) {
                expected = PacketStatus.BAD_LENGTH;
            } else {
                expected = PacketStatus.OK;
            }
            assertThat(packet.wrap(b, AT, length)).as("length %d", length).isEqualTo(expected);
            assertThat(packet.toString()).isNotBlank();
        }
    }

    @ParameterizedTest
    @MethodSource("printed")
    void shouldRefuseABufferThatEndsWithinTheHeaders(Printed printed) {
        int length = SamplePacket.write(b, AT, printed.opcode(), printed.payload() ? 64 : 0);
        for (int present = 0; present <= length; present++) {
            ByteBuffer cut = b.duplicate().limit(AT + present);
            assertThat(packet.wrap(cut, AT, length))
                    .isEqualTo(
                            present < printed.headerLength()
                                    ? PacketStatus.TOO_SHORT
                                    : PacketStatus.OK);
            assertThat(packet.toString()).isNotBlank();
        }
    }

    @ParameterizedTest
    @MethodSource("printed")
    void shouldRefuseMorePadThanBytes(Printed printed) {
        for (int pad = 0; pad < 4; pad++) {
            for (int rest = 0; rest <= (printed.payload() ? 8 : 0); rest += 4) {
                Bth.write(b, AT, printed.opcode(), 0, pad, 0xffff, 1, 1);
                assertThat(packet.wrap(b, AT, printed.headerLength() + rest))
                        .isEqualTo(pad > rest ? PacketStatus.BAD_PAD : PacketStatus.OK);
            }
        }
    }

    @Test
    void shouldRefuseUnknownOpcodesButReadTheirBth() {
        IntStream.range(0, 256)
                .filter(opcode -> !PrintedOpcodes.all().containsKey(opcode))
                .forEach(opcode -> {
                    Bth.write(b, AT, opcode, Bth.ACK_REQ, 0, 0xffff, 0x123, 0x456);
                    assertThat(packet.wrap(b, AT, 64)).isEqualTo(PacketStatus.UNKNOWN_OPCODE);
                    assertThat(packet.opcode()).isEqualTo(opcode);
                    assertThat(packet.flags()).isZero();
                    assertThat(packet.destQp()).isEqualTo(0x123);
                    assertThat(packet.psn()).isEqualTo(0x456);
                    assertThat(packet.ackRequested()).isTrue();
                    assertThat(packet.toString()).contains("UNKNOWN_OPCODE");
                });
    }

    @Test
    void shouldRefuseEveryOtherVersion() {
        for (int version = 1; version < 16; version++) {
            Bth.write(b, AT, Opcode.RC_SEND_ONLY, 0, 0, 0xffff, 1, 1);
            b.put(AT + 1, (byte) version);
            assertThat(packet.wrap(b, AT, 12)).isEqualTo(PacketStatus.BAD_VERSION);
        }
    }

    @Test
    void shouldAcceptAPayloadThatIsNotInTheBuffer() {
        ByteBuffer headers = ByteBuffer.allocate(28);
        Bth.write(headers, 0, Opcode.RC_RDMA_WRITE_FIRST, 0, 0, 0xffff, 1, 1);
        Reth.write(headers, 12, 1, 2, 3);
        assertThat(packet.wrap(headers, 0, 28 + 4096)).isEqualTo(PacketStatus.OK);
        assertThat(packet.payloadLength()).isEqualTo(4096);
        assertThat(packet.payloadOffset()).isEqualTo(28);
    }

    @Test
    void shouldNotMoveTheBuffer() {
        int length = SamplePacket.write(b, AT, Opcode.RC_SEND_ONLY, 10);
        b.position(3).limit(100);
        assertThat(packet.wrap(b, AT, length)).isEqualTo(PacketStatus.OK);
        assertThat(packet.toString()).contains("payload=10");
        assertThat(b.position()).isEqualTo(3);
        assertThat(b.limit()).isEqualTo(100);
    }

    @Test
    void shouldSayWhichHeaderIsMissing() {
        packet.wrap(b, AT, SamplePacket.write(b, AT, Opcode.RC_ACKNOWLEDGE, 0));
        assertThat(packet.has(Opcode.AETH | Opcode.RC)).isTrue();
        assertThat(packet.has(Opcode.AETH | Opcode.RETH)).isFalse();
        assertThatThrownBy(packet::dmaLength)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("RC_ACKNOWLEDGE");
        for (Runnable accessor :
                List.<Runnable>of(
                        packet::virtualAddress,
                        packet::rKey,
                        packet::immediate,
                        packet::invalidateRkey,
                        packet::swapAdd,
                        packet::compare,
                        packet::originalData,
                        packet::qKey,
                        packet::srcQp)) {
            assertThatThrownBy(accessor::run).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void shouldPrintEveryField() {
        int opcode = Opcode.RC_RDMA_WRITE_ONLY_WITH_IMMEDIATE;
        packet.wrap(b, AT, SamplePacket.write(b, AT, opcode, 5));
        assertThat(packet)
                .hasToString(
                        "BTH{RC_RDMA_WRITE_ONLY_WITH_IMMEDIATE SE A pad=3 tver=0 pkey=0x8123"
                                + " destQp=0xa1b2c3 psn=0xfedcba resv=0,0}"
                                + " RETH{va=0x8192a3b4c5d6e7f8 rkey=0x9abcdef1 len=2147483648}"
                                + " ImmDt{0xcafef00d} length=40 payload=5");
        assertThat(new TransportPacket()).hasToString("length=0 TOO_SHORT");
    }
}

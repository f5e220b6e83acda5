package org.urdma4j.codec.urdma;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.PacketStatus;
import org.urdma4j.codec.ib.TransportPacket;

import java.nio.ByteBuffer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

class UrdmaPacketTest {
    private static final int AT = 5;

    private final ByteBuffer b = ByteBuffer.allocate(6000);
    private final UrdmaPacket packet = new UrdmaPacket();

    static IntStream opcodes() {
        return IntStream.range(0, 256).filter(UrdmaOpcode::isUrdma);
    }

    private static boolean hasPayload(int opcode) {
        return (UrdmaOpcode.flags(opcode) & Opcode.PAYLOAD) != 0;
    }

    @ParameterizedTest
    @MethodSource("opcodes")
    void shouldReadWhatWasWritten(int opcode) {
        for (int words = 0; words < 4; words++) {
            boolean fec = (words & 1) != 0;
            boolean paths = (words & 2) != 0;
            for (int payload : hasPayload(opcode) ? new int[] {0, 1, 2, 3, 4, 4096} : new int[1]) {
                int length = SampleUrdmaPacket.write(b, AT, opcode, fec, paths, payload);
                assertThat(packet.wrap(b, AT, length, fec, paths)).isEqualTo(PacketStatus.OK);
                shouldHaveTheFields(opcode, fec);
                shouldHaveThePath(opcode, paths);
                assertThat(packet.payloadLength()).isEqualTo(payload);
                assertThat(packet.payloadOffset() + payload + packet.padCount())
                        .isEqualTo(AT + length);
            }
        }
    }

    private void shouldHaveThePath(int opcode, boolean paths) {
        boolean has = paths && (UrdmaOpcode.isPlaced(opcode) || opcode == 0xd8 || opcode == 0xd9);
        assertThat(packet.hasPathWord()).isEqualTo(has);
        is(has, packet::path, SampleUrdmaPacket.PATH);
        is(has, packet::ppn, SampleUrdmaPacket.PPN);
    }

    private void shouldHaveTheFields(int opcode, boolean fec) {
        assertThat(packet.opcode()).isEqualTo(opcode);
        assertThat(packet.psn()).isEqualTo(SampleUrdmaPacket.PSN);
        assertThat(packet.destQp()).isEqualTo(SampleUrdmaPacket.DEST_QP);
        assertThat(packet.pKey()).isEqualTo(SampleUrdmaPacket.P_KEY);
        assertThat(packet.bthFlags()).isEqualTo(SampleUrdmaPacket.FLAGS);
        assertThat(packet.ackRequested()).isTrue();
        assertThat(packet.solicited()).isTrue();
        assertThat(packet.retransmission()).isTrue();
        int flags = packet.flags();
        boolean placed = UrdmaOpcode.isPlaced(opcode);
        boolean repair = opcode == 0xd8 || opcode == 0xd9;
        boolean numbered =
                (flags & (Opcode.READ | Opcode.ATOMIC | Opcode.READ_RESPONSE)) != 0
                        || opcode == UrdmaOpcode.ATOMIC_ACKNOWLEDGE;
        boolean keyed = (flags & (Opcode.WRITE | Opcode.READ | Opcode.ATOMIC)) != 0;
        boolean answer = placed && packet.has(Opcode.RESPONSE);
        boolean send = packet.has(Opcode.SEND);
        boolean ack = opcode == UrdmaOpcode.ACKNOWLEDGE;
        boolean grant = opcode == UrdmaOpcode.GRANT;
        is(placed || repair || grant, packet::t1, SampleUrdmaPacket.T1);
        is(placed, packet::tr, SampleUrdmaPacket.TR);
        is(send || ack, packet::rmsn, SampleUrdmaPacket.RMSN);
        is(numbered, packet::requestNumber, SampleUrdmaPacket.REQUEST);
        is(keyed, packet::virtualAddress, SampleUrdmaPacket.VIRTUAL_ADDRESS);
        is(keyed, packet::rKey, SampleUrdmaPacket.R_KEY);
        long toEnd = Integer.toUnsignedLong(SampleUrdmaPacket.TO_END);
        is((keyed && !packet.has(Opcode.ATOMIC)) || send || answer, packet::toEnd, toEnd);
        long offset = Integer.toUnsignedLong(SampleUrdmaPacket.MESSAGE_OFFSET);
        is(send || answer, packet::messageOffset, offset);
        is(packet.has(Opcode.IMMEDIATE), packet::immediate, SampleUrdmaPacket.IMMEDIATE);
        is(packet.has(Opcode.IETH), packet::invalidateRkey, SampleUrdmaPacket.IMMEDIATE);
        is(packet.has(Opcode.ATOMIC), packet::swapAdd, SampleUrdmaPacket.SWAP_ADD);
        is(packet.has(Opcode.ATOMIC), packet::compare, SampleUrdmaPacket.COMPARE);
        is(opcode == 0xd2, packet::originalData, SampleUrdmaPacket.ORIGINAL);
        assertThat(packet.hasFecWord()).isEqualTo(fec && hasPayload(opcode));
        is(packet.hasFecWord(), packet::fecIndex, 0xfffe);
        is(packet.hasFecWord(), packet::fecR, 0xfd);
        assertThat(packet.fecScheme()).isEqualTo(packet.hasFecWord() ? 2 : 0);
        assertThat(packet.toString()).contains(UrdmaOpcode.name(opcode)).endsWith("OK");
    }

    private static <T> void is(boolean present, Supplier<T> field, T expected) {
        if (present) {
            assertThat(field.get()).isEqualTo(expected);
        } else {
            assertThatIllegalStateException().isThrownBy(field::get);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldGiveAllFullPacketsWithFecOneWireSize(boolean paths) {
        int payload = 1432;
        int word = paths ? PathWord.LENGTH : 0;
        opcodes()
                .filter(UrdmaPacketTest::hasPayload)
                .forEach(opcode -> {
                    int length = SampleUrdmaPacket.write(b, AT, opcode, true, paths, payload);
                    assertThat(length).isEqualTo(44 + word + payload);
                    packet.wrap(b, AT, length, true, paths);
                    // A repair packet takes the longest of them in the same space.
                    int repair = UrdmaOpcode.headerLength(0xd8, true, paths);
                    assertThat(repair + packet.codedLength()).isLessThanOrEqualTo(length);
                });
        int longest = UrdmaOpcode.headerLength(0xd8, true, paths) + 20 + payload;
        assertThat(longest).isEqualTo(44 + word + payload);
    }

    @ParameterizedTest
    @MethodSource("opcodes")
    void shouldRefuseLengthsThatTheOpcodeCannotHave(int opcode) {
        boolean rest = hasPayload(opcode) || UrdmaOpcode.flags(opcode) == 0;
        for (int words = 0; words < 4; words++) {
            boolean fec = (words & 1) != 0;
            boolean paths = (words & 2) != 0;
            int headers = UrdmaOpcode.headerLength(opcode, fec, paths);
            SampleUrdmaPacket.write(b, AT, opcode, fec, paths, 0);
            for (int length = -1; length < headers + 20; length++) {
                PacketStatus expected;
                if (length < headers) {
                    expected = PacketStatus.TOO_SHORT;
                } else if (length % 4 != 0 || (length > headers && !rest)) {
                    expected = PacketStatus.BAD_LENGTH;
                } else {
                    expected = PacketStatus.OK;
                }
                assertThat(packet.wrap(b, AT, length, fec, paths))
                        .as("%d", length)
                        .isEqualTo(expected);
            }
            b.limit(AT + headers - 1);
            assertThat(packet.wrap(b, AT, headers, fec, paths)).isEqualTo(PacketStatus.TOO_SHORT);
            b.limit(b.capacity());
        }
    }

    /** Marks a piece, of which {@link UrdmaPieceTest} tells. */
    private static final int PIECE_BIT = 5;

    @ParameterizedTest
    @MethodSource("opcodes")
    void shouldRefuseEveryOtherPlaceOfTheTimestamps(int opcode) {
        int length = SampleUrdmaPacket.write(b, AT, opcode, false, 0);
        for (int bit = 0; bit < 6; bit++) {
            shouldNoticeFlip(AT + 4, bit, length);
        }
        for (int bit = 0; bit < 7; bit++) {
            if (bit != PIECE_BIT || !UrdmaOpcode.maySplit(opcode)) {
                shouldNoticeFlip(AT + 8, bit, length);
            }
        }
        assertThat(packet.wrap(b, AT, length, false)).isEqualTo(PacketStatus.OK);
        b.put(AT + 4, (byte) (b.get(AT + 4) | 0xc0));
        assertThat(packet.wrap(b, AT, length, false)).as("marked").isEqualTo(PacketStatus.OK);
    }

    private void shouldNoticeFlip(int at, int bit, int length) {
        b.put(at, (byte) (b.get(at) ^ (1 << bit)));
        assertThat(packet.wrap(b, AT, length, false)).isEqualTo(PacketStatus.BAD_TIMESTAMPS);
        b.put(at, (byte) (b.get(at) ^ (1 << bit)));
    }

    @Test
    void shouldReadTheCoarseForm() {
        Bth.write(b, 0, 0xc0, Bth.FECN | Bth.ACK_REQ, 0, 0, 0, 0);
        b.put(4, (byte) (b.get(4) | 0x15)).put(8, (byte) (b.get(8) | 0x2a));
        assertThat(UrdmaBth.coarseT1(b, 0)).isEqualTo(0x15);
        assertThat(UrdmaBth.coarseTr(b, 0)).isEqualTo(0x2a);
        assertThat(UrdmaBth.timestampsValid(b, 0)).isFalse();
        UrdmaBth.write(b, 0, 0xc0, 0, 0, 0, 0, 0);
        assertThat(UrdmaBth.coarseT1(b, 0)).isEqualTo(-1);
        assertThat(UrdmaBth.coarseTr(b, 0)).isEqualTo(-1);
        assertThat(UrdmaBth.t1Field(b, 0)).isEqualTo(0x20);
        assertThat(UrdmaBth.trField(b, 0)).isEqualTo(0x41);
        assertThat(UrdmaBth.timestampsValid(b, 0)).isTrue();
    }

    @ParameterizedTest
    @MethodSource("opcodes")
    void shouldRefuseMorePadThanThereIsPayload(int opcode) {
        int length = SampleUrdmaPacket.write(b, AT, opcode, false, 0);
        b.put(AT + 1, (byte) (b.get(AT + 1) | 0x10));
        assertThat(packet.wrap(b, AT, length, false)).isEqualTo(PacketStatus.BAD_PAD);
    }

    @ParameterizedTest
    @MethodSource("opcodes")
    void shouldSurviveEveryFlippedBitAndEveryEnd(int opcode) {
        for (int words = 0; words < 4; words++) {
            boolean fec = (words & 1) != 0;
            boolean paths = (words & 2) != 0;
            int payload = hasPayload(opcode) ? 7 : 0;
            int length = SampleUrdmaPacket.write(b, AT, opcode, fec, paths, payload);
            for (int bit = 0; bit < 8 * length; bit++) {
                int at = AT + bit / 8;
                b.put(at, (byte) (b.get(at) ^ (1 << (bit % 8))));
                readAll(length, fec, paths);
                b.put(at, (byte) (b.get(at) ^ (1 << (bit % 8))));
            }
            for (int end = 0; end < length; end++) {
                b.limit(AT + end);
                readAll(end, fec, paths);
                readAll(length, fec, paths);
                b.limit(b.capacity());
            }
        }
    }

    /** No accessor of what the packet claims to have may fail or leave the packet. */
    private void readAll(int length, boolean fec, boolean paths) {
        PacketStatus status = packet.wrap(b, AT, length, fec, paths);
        assertThat(packet.toString()).isNotBlank();
        if (status != PacketStatus.OK) {
            return;
        }
        assertThat(UrdmaOpcode.isUrdma(packet.opcode())).isTrue();
        assertThat(packet.payloadOffset() - AT + packet.payloadLength() + packet.padCount())
                .isEqualTo(length);
        assertThat(packet.payloadLength()).isNotNegative();
        assertThat(packet.codedLength()).isNotNegative();
        if (packet.fecScheme() != FecWord.NONE) {
            assertThat(packet.fecIndex() + packet.fecR()).isNotNegative();
        }
        if (packet.hasPathWord()) {
            assertThat(packet.path()).isBetween(0, 0xff);
            assertThat(packet.ppn()).isBetween(0, 0xff_ffff);
        }
        if (packet.payloadLength() > 0 && packet.flags() == 0 && packet.opcode() >= 0xda) {
            new ReportReader().wrap(b, AT + 32, length - 32);
        }
    }

    @Test
    void shouldBeUnknownToTheStandardProfileButNameItsQueuePair() {
        TransportPacket standard = new TransportPacket();
        opcodes()
                .forEach(opcode -> {
                    int length = SampleUrdmaPacket.write(b, AT, opcode, false, 0);
                    assertThat(standard.wrap(b, AT, length)).isEqualTo(PacketStatus.UNKNOWN_OPCODE);
                    assertThat(standard.destQp()).isEqualTo(SampleUrdmaPacket.DEST_QP);
                    assertThat(standard.opcode()).isEqualTo(opcode);
                });
        Bth.write(b, AT, Opcode.RC_SEND_ONLY, 0, 0, 0, 0, 0);
        assertThat(packet.wrap(b, AT, 12, false)).isEqualTo(PacketStatus.UNKNOWN_OPCODE);
        b.put(AT + 1, (byte) 1);
        assertThat(packet.wrap(b, AT, 12, false)).isEqualTo(PacketStatus.BAD_VERSION);
    }
}

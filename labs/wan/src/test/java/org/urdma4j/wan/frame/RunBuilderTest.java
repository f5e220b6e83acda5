package org.urdma4j.wan.frame;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/** Parts of super-packets against frames built on their own. */
class RunBuilderTest {
    private static final int SIZE = 1448;
    private static final int PACKETS = 7;
    private static final int LAST = 333;

    private final FrameRing ring = new FrameRing(1 << 20);
    private final RunBuilder builder = new RunBuilder(ring.memory());

    @ParameterizedTest
    @CsvSource({"false,false", "true,false", "false,true", "true,true"})
    void everyRunShouldBeWhatTheKernelWouldHaveBuilt(boolean ipv6, boolean udp) {
        TestFrame whole = superPacket(ipv6, udp);
        Frame frame = put(whole.withPartialChecksum());
        assertThat(frame.packets()).isEqualTo(PACKETS);
        for (int first = 0; first < PACKETS; first++) {
            for (int count = 1; first + count <= PACKETS; count++) {
                builder.build(frame, first, count);
                assertThat(built())
                        .as("run of %d from %d on", count, first)
                        .isEqualTo(whole.part(SIZE, first, count).withPartialChecksum());
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"false,false", "true,false", "false,true", "true,true"})
    void aPacketInOnePieceShouldBeTheWirePacket(boolean ipv6, boolean udp) {
        TestFrame whole = superPacket(ipv6, udp);
        Frame frame = put(whole.withPartialChecksum());
        for (int i = 0; i < PACKETS; i++) {
            int bytes = builder.buildPacket(frame, i);
            assertThat(builtPacket(bytes)).isEqualTo(whole.part(SIZE, i, 1).onTheWire());
            assertThat(frame.packetBytes(i)).isEqualTo(bytes);
        }
    }

    @Test
    void congestionWindowReducedShouldGoWithTheFirstPacketOnly() {
        TestFrame whole = superPacket(false, false);
        whole.tcpFlags = TestFrame.CWR | TestFrame.PUSH_ACK;
        whole.gsoFlag = 0x80;
        Frame frame = put(whole.withPartialChecksum());
        builder.build(frame, 0, 3);
        assertThat(built()).isEqualTo(whole.part(SIZE, 0, 3).withPartialChecksum());
        builder.build(frame, 3, 4);
        assertThat(built()).isEqualTo(whole.part(SIZE, 3, 4).withPartialChecksum());
    }

    @Test
    void anOrdinaryFrameShouldPassAsItIs() {
        byte[] bytes = TestFrame.of(false, true, 100).withPartialChecksum();
        Frame frame = put(bytes);
        assertThat(frame.packets()).isEqualTo(1);
        assertThat(frame.packetBytes(0)).isEqualTo(bytes.length - VirtioHeader.BYTES);
        builder.build(frame, 0, 1);
        assertThat(built()).isEqualTo(bytes);
        int length = builder.buildPacket(frame, 0);
        assertThat(builtPacket(length)).isEqualTo(TestFrame.of(false, true, 100).onTheWire());
    }

    @Test
    void aShortFrameShouldTakeWhatEthernetPadsItTo() {
        Frame frame = put(new byte[VirtioHeader.BYTES + 42]);
        assertThat(frame.packetBytes(0)).isEqualTo(42);
        assertThat(frame.paddedBytes(0)).isEqualTo(60);
    }

    @Test
    void aSuperPacketThatCannotBeReadShouldStayWhole() {
        byte[] bytes = superPacket(false, false).withPartialChecksum();
        bytes[VirtioHeader.BYTES + 12] = 0x12; // an EtherType of nobody
        Frame frame = put(bytes);
        assertThat(frame.packets()).isEqualTo(1);
        builder.build(frame, 0, 1);
        assertThat(built()).isEqualTo(bytes);
    }

    @Test
    void oneBitShouldBeFlippedAndNoneOfThePadding() {
        Frame frame = put(superPacket(false, true).withPartialChecksum());
        int length = builder.buildPacket(frame, 2);
        byte[] intact = builtPacket(length);
        builder.flip(8 * 100 + 3);
        byte[] damaged = builtPacket(length);
        assertThat(damaged[100] ^ intact[100]).isEqualTo(8);
        damaged[100] = intact[100];
        assertThat(damaged).isEqualTo(intact);
        builder.flip(8 * 100 + 3);
        builder.flip(8 * length);
        assertThat(builtPacket(length)).isEqualTo(intact);
    }

    @Test
    void partsShouldNotChangeTheFrame() {
        byte[] bytes = superPacket(true, false).withPartialChecksum();
        Frame frame = put(bytes);
        builder.build(frame, 1, 3);
        builder.buildPacket(frame, 4);
        builder.build(frame, 0, PACKETS);
        assertThat(built()).isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource({"false,false", "true,false", "false,true", "true,true"})
    void marksShouldBeThoseOfARouter(boolean ipv6, boolean udp) {
        TestFrame whole = superPacket(ipv6, udp);
        Frame frame = put(whole.withPartialChecksum());
        assertThat(frame.isEcnCapable(ring.memory())).isTrue();
        for (int first = 0; first < PACKETS; first++) {
            for (int count = 1; first + count <= PACKETS; count++) {
                builder.build(frame, first, count);
                builder.mark(frame);
                assertThat(built())
                        .as("run of %d from %d on", count, first)
                        .isEqualTo(whole.part(SIZE, first, count).marked().withPartialChecksum());
            }
            int bytes = builder.buildPacket(frame, first);
            builder.mark(frame);
            assertThat(builtPacket(bytes))
                    .isEqualTo(whole.part(SIZE, first, 1).marked().onTheWire());
        }
        builder.build(frame, 0, PACKETS);
        assertThat(built()).as("frame as it was read").isEqualTo(whole.withPartialChecksum());
    }

    @ParameterizedTest
    @CsvSource({"false,0,false", "false,1,true", "false,2,true", "false,3,false"})
    @CsvSource({"true,0,false", "true,1,true", "true,2,true", "true,3,false"})
    void onlyWhatAllowsMarksShouldBeMarked(boolean ipv6, int ecn, boolean capable) {
        TestFrame packet = TestFrame.of(ipv6, true, 100);
        packet.ecn = ecn;
        assertThat(put(packet.withPartialChecksum()).isEcnCapable(ring.memory()))
                .isEqualTo(capable);
    }

    /** As IPv6: its header has the same layout and no checksum. */
    @Test
    void theRouteHeaderOfRoceV1ShouldBeMarked() {
        assertMarked(withEtherType(TestFrame.of(true, true, 100), 0x8915), 1, 0x30);
    }

    @Test
    void aHeaderBehindTagsShouldBeMarked() {
        byte[] plain = TestFrame.of(true, true, 100).withPartialChecksum();
        int type = VirtioHeader.BYTES + 12;
        byte[] tags = {(byte) 0x88, (byte) 0xa8, 0, 7, (byte) 0x81, 0, 0x60, 9};
        byte[] tagged = new byte[plain.length + tags.length];
        System.arraycopy(plain, 0, tagged, 0, type);
        System.arraycopy(tags, 0, tagged, type, tags.length);
        System.arraycopy(plain, type, tagged, type + tags.length, plain.length - type);

        assertMarked(tagged, tags.length + 1, 0x30);
    }

    /** Sets bits of one byte, counted from the header of an untagged frame, and no others. */
    private void assertMarked(byte[] bytes, int at, int bits) {
        Frame frame = put(bytes);
        assertThat(frame.isEcnCapable(ring.memory())).isTrue();
        builder.build(frame, 0, 1);
        builder.mark(frame);

        bytes[VirtioHeader.BYTES + 14 + at] |= (byte) bits;
        assertThat(built()).isEqualTo(bytes);
    }

    @Test
    void whatIsNoWholeHeaderShouldNotBeMarked() {
        byte[] ipv4 = TestFrame.of(false, true, 100).withPartialChecksum();
        byte[] cut = Arrays.copyOf(ipv4, VirtioHeader.BYTES + 14 + EcnField.BYTES - 1);
        byte[] lie = TestFrame.of(true, true, 100).withPartialChecksum();
        lie[VirtioHeader.BYTES + 14] = 0x45; // by its EtherType IPv6
        byte[] stranger = withEtherType(TestFrame.of(true, true, 100), 0x8906);

        assertThat(put(cut).isEcnCapable(ring.memory())).isFalse();
        assertThat(put(lie).isEcnCapable(ring.memory())).isFalse();
        assertThat(put(stranger).isEcnCapable(ring.memory())).isFalse();
        assertThat(put(new byte[VirtioHeader.BYTES + 3]).isEcnCapable(ring.memory())).isFalse();
    }

    /** A router that corrected it would hide the damage. */
    @Test
    void aWrongHeaderChecksumShouldStayWrong() {
        TestFrame packet = TestFrame.of(false, true, 100);
        byte[] bytes = packet.withPartialChecksum();
        int ttl = VirtioHeader.BYTES + 14 + 8;
        bytes[ttl] ^= 4;
        Frame frame = put(bytes);
        builder.build(frame, 0, 1);
        builder.mark(frame);

        byte[] expected = packet.marked().withPartialChecksum();
        expected[ttl] ^= 4;
        assertThat(built()).isEqualTo(expected);
    }

    private static byte[] withEtherType(TestFrame frame, int type) {
        byte[] bytes = frame.withPartialChecksum();
        bytes[VirtioHeader.BYTES + 12] = (byte) (type >> 8);
        bytes[VirtioHeader.BYTES + 13] = (byte) type;
        return bytes;
    }

    private static TestFrame superPacket(boolean ipv6, boolean udp) {
        TestFrame frame = TestFrame.of(ipv6, udp, (PACKETS - 1) * SIZE + LAST);
        frame.gsoSize = SIZE;
        return frame;
    }

    private Frame put(byte[] bytes) {
        long at = ring.nextPosition();
        MemorySegment.copy(bytes, 0, ring.memory(), ValueLayout.JAVA_BYTE, at, bytes.length);
        return ring.take(bytes.length);
    }

    private byte[] built() {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(bytes(builder.head(), 0, builder.headBytes()));
        all.writeBytes(bytes(ring.memory(), builder.bodyAt(), builder.bodyBytes()));
        return all.toByteArray();
    }

    private byte[] builtPacket(int length) {
        byte[] all = bytes(builder.head(), 0, builder.headBytes());
        assertThat(all).hasSize(RunBuilder.headPacketAt() + length);
        assertThat(all[0]).as("flags").isZero();
        assertThat(all[1]).as("segmentation").isZero();
        return Arrays.copyOfRange(all, RunBuilder.headPacketAt(), all.length);
    }

    private static byte[] bytes(MemorySegment memory, long at, int length) {
        return memory.asSlice(at, length).toArray(ValueLayout.JAVA_BYTE);
    }
}

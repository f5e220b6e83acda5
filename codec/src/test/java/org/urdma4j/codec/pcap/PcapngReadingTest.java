package org.urdma4j.codec.pcap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

class PcapngReadingTest {
    private static final int IF_TSRESOL = 9;
    private static final int IF_TSOFFSET = 14;
    private static final int CUSTOM_OPTION = 2988;

    private final PcapngBytes file = new PcapngBytes();

    static Stream<ByteOrder> orders() {
        return Stream.of(ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN);
    }

    @ParameterizedTest
    @MethodSource("orders")
    void shouldReadEveryKindOfPacketBlock(ByteOrder order) throws IOException {
        file.section(order)
                .interfaceDescription(LinkType.ETHERNET, 4)
                .block(0x0bad, file.body(8).putLong(-1))
                .enhanced(0, 1_700_000_000_000_001L, 60, new byte[] {1, 2, 3})
                .obsolete(0, 0xffff, 1_700_000_000_000_002L, 4, new byte[] {4, 5, 6, 7})
                .simple(1500, new byte[] {8, 9, 10, 11})
                .simple(2, new byte[] {12, 13});

        List<CaptureRecord> packets = Captures.read(file.toArray());

        assertThat(packets.stream().map(Captures::bytes))
                .containsExactly(
                        new byte[] {1, 2, 3},
                        new byte[] {4, 5, 6, 7},
                        new byte[] {8, 9, 10, 11},
                        new byte[] {12, 13});
        assertThat(packets)
                .extracting(CaptureRecord::timestampNs)
                .containsExactly(
                        1_700_000_000_000_001_000L,
                        1_700_000_000_000_002_000L,
                        CaptureRecord.NO_TIMESTAMP,
                        CaptureRecord.NO_TIMESTAMP);
        assertThat(packets)
                .extracting(CaptureRecord::originalLength)
                .containsExactly(60, 4, 1500, 2);
        assertThat(packets).extracting(CaptureRecord::linkType).containsOnly(LinkType.ETHERNET);
    }

    @Test
    void shouldKeepInterfacesApartAndForgetThemAtTheNextSection() throws IOException {
        file.section(ByteOrder.LITTLE_ENDIAN)
                .interfaceDescription(LinkType.ETHERNET, 0)
                .interfaceDescription(
                        LinkType.RAW,
                        0,
                        file.option(CUSTOM_OPTION, (byte) 1, (byte) 2, (byte) 3),
                        file.option(IF_TSRESOL, (byte) 9),
                        file.longOption(IF_TSOFFSET, 1000),
                        file.option(0),
                        file.option(IF_TSRESOL, (byte) 3))
                .enhanced(1, 5, 1, new byte[] {1})
                .enhanced(0, 5, 1, new byte[] {2})
                .section(ByteOrder.BIG_ENDIAN)
                .interfaceDescription(LinkType.LINUX_SLL2, 0)
                .enhanced(0, 6, 1, new byte[] {3});

        List<CaptureRecord> packets = Captures.read(file.toArray());

        assertThat(packets)
                .extracting(CaptureRecord::linkType)
                .containsExactly(LinkType.RAW, LinkType.ETHERNET, LinkType.LINUX_SLL2);
        assertThat(packets)
                .extracting(CaptureRecord::timestampNs)
                .containsExactly(1_000_000_000_005L, 5000L, 6000L);
    }

    @Test
    void shouldSkipABlockThatIsLongerThanOneChunk() throws IOException {
        PcapngBytes end = new PcapngBytes();
        end.section(ByteOrder.BIG_ENDIAN)
                .interfaceDescription(LinkType.ETHERNET, 0)
                .enhanced(0, 1, 1, new byte[] {42});
        file.section(ByteOrder.BIG_ENDIAN);
        ByteBuffer all = ByteBuffer.allocate(2_000_000).put(file.toArray());
        all.putInt(0x0bad).putInt(1_000_012).position(all.position() + 1_000_000);
        all.putInt(1_000_012).put(end.toArray());

        List<CaptureRecord> packets = Captures.read(Arrays.copyOf(all.array(), all.position()));

        assertThat(packets).hasSize(1);
        assertThat(Captures.bytes(packets.getFirst())).containsExactly(42);
    }

    @Test
    void shouldRefuseAPacketOfAnUndescribedInterface() {
        file.section(ByteOrder.BIG_ENDIAN)
                .interfaceDescription(LinkType.ETHERNET, 0)
                .section(ByteOrder.BIG_ENDIAN)
                .enhanced(0, 1, 1, new byte[] {1});

        assertDamaged(
                "damaged at byte 76: a packet names interface 0, its section has described 0");
    }

    @Test
    void shouldRefuseAnInterfaceNumberAboveTheSignedRange() {
        file.section(ByteOrder.BIG_ENDIAN)
                .interfaceDescription(LinkType.ETHERNET, 0)
                .enhanced(-1, 1, 1, new byte[] {1});

        assertDamaged("a packet names interface 4294967295, its section has described 1");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 8, 16, 30, -1})
    void shouldRefuseAnImplausibleBlockLength(int total) {
        file.section(ByteOrder.BIG_ENDIAN);
        byte[] bytes = ByteBuffer.allocate(60).put(file.toArray()).putInt(6).putInt(total).array();

        assertThatThrownBy(() -> Captures.read(bytes))
                .isInstanceOf(CaptureException.class)
                .hasMessageStartingWith("test.pcap: damaged at byte 28: implausible block length");
    }

    @Test
    void shouldRefuseBlocksWhoseTwoLengthsDiffer() {
        file.section(ByteOrder.BIG_ENDIAN).block(0x0bad, file.body(4));
        byte[] bytes = file.toArray();
        bytes[bytes.length - 1]++;

        assertThatThrownBy(() -> Captures.read(bytes))
                .isInstanceOf(CaptureException.class)
                .hasMessage(
                        "test.pcap: damaged at byte 28: a block says 16 bytes at its start and 17"
                                + " at its end");
    }

    @Test
    void shouldRefuseAPacketThatDoesNotFitItsBlock() {
        file.section(ByteOrder.BIG_ENDIAN)
                .interfaceDescription(LinkType.ETHERNET, 0)
                .simple(5, new byte[] {1, 2, 3, 4});

        assertDamaged(
                "implausible packet length: 5 bytes captured of 5, in a block with room for 4");
    }

    @Test
    void shouldRefuseInterfaceOptionsThatDoNotFit() {
        byte[] tooLong = file.option(IF_TSRESOL, (byte) 6);
        tooLong[2] = 1;
        file.section(ByteOrder.BIG_ENDIAN).interfaceDescription(LinkType.ETHERNET, 0, tooLong);

        assertDamaged("damaged at byte 28: the options of an interface description don't fit");
    }

    @Test
    void shouldRefuseAnUnknownByteOrderMagicAndVersion() {
        file.section(ByteOrder.BIG_ENDIAN);
        byte[] wrongMagic = file.toArray();
        wrongMagic[11] = 0;
        byte[] wrongVersion = file.toArray();
        wrongVersion[13] = 2;

        assertThatThrownBy(() -> Captures.read(wrongMagic))
                .hasMessage(
                        "test.pcap: damaged at byte 0: a section has the byte-order magic"
                                + " 0x1a2b3c00");
        assertThatThrownBy(() -> Captures.read(wrongVersion))
                .hasMessage("test.pcap: damaged at byte 0: pcapng version 2 is not 1");
    }

    private void assertDamaged(String message) {
        assertThatThrownBy(() -> Captures.read(file.toArray()))
                .isInstanceOf(CaptureException.class)
                .hasMessageContaining(message);
    }
}

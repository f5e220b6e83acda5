package org.urdma4j.measure.capture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.simulation.pcap.FrameBuilder;
import org.urdma4j.simulation.pcap.FrameHeaders;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** The examples of the wire format's specification, in words. */
class MeaningTest {
    private static final String FEC_MEMBER =
            "ca30ffff2000010a41a788bc000055d4c0726000000047b30000000512345678fffe7960"
                    + "000001010000000068656c6c6f000000";
    private static final String REPAIR =
            "d800ffff2000010a00a788bc000100021234567a0fb00004000055d3c0726000000047bb00000005"
                    + "a29b9c611a72646d61346a21";
    private static final String AGAIN =
            "d640ffff2000010ac1ffffff00000008000010000000000400000000"
                    + "00004711"
                    + "12345678fffe796001020304";
    private static final String REPORT =
            "da00ffff0000020b000000051f0000099abcdef000030d40000001001234567800000005"
                    + "00fffff0000001010001000000000000103000000000004200000040000000000000000100"
                    + "00001000010002"
                    + "01fffff000000001c0004001"
                    + "0000004000000020";
    private static final String RNR =
            "d100ffff0000020b00a788bc2e0000099abcdef000030d4000a788bd1234567900000007";
    private static final String PROBE =
            "dc00ffff0000010a00000000000000000123456789abcdef000000280000000000000000";

    private static final String GRANT =
            "de00ffff2000010a4100000012345678fffe796000000000" + "0123456789abcdef0000000000001030";

    private static final String SEALED =
            "e000ffff0000010a004000070200000103df150b504b013134a5f88377bd1ea66b0f100ec00d3604"
                    + "fc40bf8c3abc7db927a3a8f2132401ee6664994d7575b0cadc06f5ff726d2285";

    private static final String PATHS =
            "dd00ffff0000010a0000000012345678fffe796002030180"
                    + "00000000000000000000ffff0a00010112b70000"
                    + "fd00000000000000000000000000000212b80101";
    private static final String REPORT_PATHS =
            "df00ffff0000020b000000009abcdef000020000fffffff00000010112345678"
                    + "00030d4000010000000000001030000000000042"
                    + "0000000701fffff000000001c00040010000004000000020"
                    + "0100000000000005000000051234567000030d50"
                    + "0000000500000000000050f00000000000000000";

    @TempDir private Path folder;

    @Test
    void shouldSayWhatPacketsOfTheUrdmaProfileDo() throws Exception {
        assertThat(meanings(FEC_MEMBER, REPAIR, AGAIN, REPORT, RNR, PROBE, GRANT))
                .containsExactly(
                        "URDMA_WRITE_ONLY: 5 bytes to the end, in the FEC group of 10979516",
                        "URDMA_REPAIR_REQUESTS: repairs 10979516 to 10979517, 1 of 1",
                        "URDMA_SEND_LAST_WITH_INVALIDATE: sent again, 4 bytes to the end,"
                                + " asks for a report",
                        "URDMA_REPORT_REQUESTS: report 5: has all below 16777200, highest 256,"
                                + " misses 36: 16777200-16777201 1 15 64-95",
                        "URDMA_ACKNOWLEDGE: no receive for 10979517, wait 1.28 ms",
                        "URDMA_PROBE: path MTU probe of 40 bytes",
                        "URDMA_GRANT: would like to have sent 81985529216486895 bytes, 4144 lost");
    }

    /** The examples, and both cut: what a receiver drops. */
    @Test
    void shouldSayWhatIsSaidOfPaths() throws Exception {
        String cutList = PATHS.substring(0, PATHS.length() - 8);
        String cutReport = REPORT_PATHS.substring(0, REPORT_PATHS.length() - 8);
        assertThat(meanings(PATHS, REPORT_PATHS, cutList, cutReport))
                .containsExactly(
                        "URDMA_PATHS: list 3 of paths: 10.0.1.1 port 4791 rail 0;"
                                + " fd00:0:0:0:0:0:0:2 port 4792 rail 1 backup; has seen list 1,"
                                + " asks for the next",
                        "URDMA_REPORT_PATHS: path 0 waits for 4294967280, highest 256,"
                                + " misses 36: 16777200-16777201 1 15 64-95;"
                                + " path 1 waits for 5, highest 4",
                        "URDMA_PATHS: list of paths that can't be read",
                        "URDMA_REPORT_PATHS: report on paths that can't be read");
    }

    /** The example of the wire format's specification, a datagram, and one that is none. */
    @Test
    void shouldSayWhatIsInTheClearOfSealedPackets() throws Exception {
        String datagram = "e100ffff0000000100000005020000018765432100000000";
        assertThat(meanings(SEALED, datagram + "00".repeat(300 - 24), datagram))
                .containsExactly(
                        "URDMA_SEALED: number 20971527, generation 2",
                        "URDMA_SEALED_DATAGRAM: number 16777221, generation 2,"
                                + " association 0x87654321",
                        "URDMA_SEALED_DATAGRAM: bad length");
    }

    @Test
    void shouldCallTheirFlowSealed() throws Exception {
        meanings(SEALED, SEALED);
        FlowTable table = new FlowTable();
        CaptureScan.of(folder.resolve("a.pcap"), table);

        assertThat(table.summaries())
                .singleElement()
                .satisfies(flow -> assertThat(flow.profile()).isEqualTo("sealed"))
                .satisfies(flow -> assertThat(flow.packets()).isEqualTo(2))
                .satisfies(flow -> assertThat(flow.payloadBytes()).isZero());
    }

    private static boolean isTagged(String hex) {
        return hex.charAt(0) == 'c' || hex.charAt(0) == 'd';
    }

    private List<String> meanings(String... packets) throws Exception {
        Path file = folder.resolve("a.pcap");
        FrameBuilder frames =
                new FrameBuilder(
                        FrameHeaders.of(Encapsulation.ROCE_V1, CaptureBuilder.A, CaptureBuilder.B));
        try (CaptureBuilder capture = new CaptureBuilder(file, Encapsulation.ROCE_V1)) {
            for (String hex : packets) {
                String wire =
                        isTagged(hex) ? hex.substring(0, 24) + "01020304" + hex.substring(24) : hex;
                ByteBuffer b = ByteBuffer.wrap(HexFormat.of().parseHex(wire));
                TransportPacket packet = new TransportPacket();
                packet.wrap(b, 0, b.limit());
                capture.frame(0, frames.build(packet, 0));
            }
        }
        List<String> meanings = new ArrayList<>();
        CaptureTotals totals =
                CaptureScan.of(
                        file,
                        new CaptureListener() {
                            @Override
                            public void onPacket(CapturedPacket packet) {
                                meanings.add(packet.opcodeName() + ": " + Meaning.of(packet));
                            }

                            @Override
                            public void onPause(PauseFrame frame) {}
                        });
        assertThat(totals.damaged()).isZero();
        return meanings;
    }
}

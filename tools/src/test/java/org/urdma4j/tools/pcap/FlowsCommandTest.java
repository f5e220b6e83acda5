package org.urdma4j.tools.pcap;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.net.EtherType;
import org.urdma4j.codec.net.Ipv4;
import org.urdma4j.codec.net.Udp;
import org.urdma4j.codec.pcap.CaptureReader;
import org.urdma4j.codec.pcap.CaptureRecord;
import org.urdma4j.codec.pcap.LinkType;
import org.urdma4j.codec.pcap.PcapWriter;
import org.urdma4j.tools.CommandProcess;
import org.urdma4j.tools.Invocation;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class FlowsCommandTest {
    private static final int ETHERNET = 14;
    private static final int TRANSPORT = ETHERNET + 28;
    private static final int FLOWS = 1 << 16;

    @TempDir private Path folder;

    private Path cut(Path file, int length) throws IOException {
        Path cut = folder.resolve("cut.pcap");
        try (CaptureReader reader = CaptureReader.open(file);
                PcapWriter writer = PcapWriter.create(cut, LinkType.ETHERNET)) {
            for (CaptureRecord r = reader.next(); r != null; r = reader.next()) {
                ByteBuffer bytes = r.bytes().limit(Math.min(length, r.capturedLength()));
                writer.write(r.timestampNs(), bytes, r.originalLength());
            }
        }
        return cut;
    }

    @Test
    void shouldSayWhatIsUnknownWhereFramesAreCutShort() throws IOException {
        Path file = Vectors.capture("golden-rc-v4.pcap");
        Path cut = cut(file, 56);

        Invocation text = Invocation.of("pcap", "flows", cut);
        JsonNode whole = json(Invocation.of("pcap", "flows", "--json", file).out());
        JsonNode told = json(Invocation.of("pcap", "flows", "--json", cut).out());
        Path page = folder.resolve("page.html");
        Invocation.of("pcap", "flows", "--report", page, cut);

        assertThat(text.status()).isZero();
        assertThat(text.out())
                .contains("packets cut short, whose ICRC can't be checked")
                .contains("unknown, as packets are cut short: loss");
        assertThat(told.get("unchecked").asLong()).isEqualTo(told.get("packets").asLong());
        assertThat(told.get("flows").size()).isEqualTo(whole.get("flows").size());
        JsonNode flow = told.get("flows").get(0);
        assertThat(flow.get("payload_bytes"))
                .isEqualTo(whole.get("flows").get(0).get("payload_bytes"));
        assertThat(flow.get("loss").isNull()).as("READs take unknown numbers").isTrue();
        assertThat(Files.readString(page)).contains("<td>?</td>", "cut short");
    }

    @Test
    void shouldSayHowManyFramesShowNothing() throws IOException {
        Invocation text =
                Invocation.of("pcap", "flows", cut(Vectors.capture("golden-rc-v4.pcap"), 40));

        assertThat(text.out())
                .contains("at least 0 RoCE packets, ")
                .contains("frames cut short before they show what they are");
    }

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text);
    }

    /** All flows that are kept, two packets each of which the second is far ahead. */
    @Test
    void shouldKeepManySmallFlowsInLittleMemory() throws Exception {
        Path file = folder.resolve("many.pcap");
        try (PcapWriter writer = PcapWriter.create(file, LinkType.ETHERNET)) {
            for (int round = 0; round < 2; round++) {
                for (int i = 0; i < FLOWS; i++) {
                    ByteBuffer frame = frame(0x0a00_0000 + i, i, 60_000 * round);
                    writer.write(round * 1_000_000_000L + i, frame, frame.limit() + 104);
                }
            }
        }
        List<String> small = List.of("-Xmx200m", "-XX:TieredStopAtLevel=1");
        try (CommandProcess flows =
                CommandProcess.start(small, "pcap", "flows", "--top", "1", file)) {
            Invocation end = flows.end();

            assertThat(end.status()).as(end.out() + end.err()).isZero();
            assertThat(end.out())
                    .contains("131072 RoCE packets, 0 others, 65536 flows")
                    .contains("2 packets, 200 B", "loss 100 %")
                    .contains("and 65535 more flows");
        }
    }

    /** An acknowledged SEND of 100 bytes, of which the capture has the headers. */
    private static ByteBuffer frame(int source, int qp, int psn) {
        int datagram = Bth.LENGTH + 100 + 4;
        ByteBuffer b = ByteBuffer.allocate(TRANSPORT + Bth.LENGTH);
        b.putShort(12, (short) EtherType.IPV4);
        int total = 28 + datagram;
        Ipv4.write(b, ETHERNET, 0, total, 0, 0, 64, Ipv4.PROTOCOL_UDP, source, 0x0a80_0001);
        Udp.write(b, ETHERNET + 20, 49152, Udp.ROCE_PORT, 8 + datagram, 0);
        Bth.write(b, TRANSPORT, Opcode.RC_SEND_ONLY, Bth.ACK_REQ, 0, 0xffff, qp, psn);
        return b;
    }
}

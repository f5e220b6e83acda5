package org.urdma4j.tools.pcap;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.codec.pcap.LinkType;
import org.urdma4j.tools.Invocation;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** {@code show} and {@code flows} on captures of Soft-RoCE and on files that are no good. */
class ShowCommandTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int TRANSPORT = 14 + 20 + 8;

    @TempDir private Path folder;

    @Test
    void shouldSayWhatEachPacketDoes() {
        Invocation result =
                Invocation.of(
                        "pcap", "show", "--count", "7", Vectors.capture("boot-rping-cm.pcap"));

        assertThat(result.status()).isZero();
        assertThat(result.err()).isEmpty();
        String line = "  10.77.0.%d > 10.77.0.%d  qp 0x%06x  %s  psn %d  %d bytes  %s";
        assertThat(result.out().lines().toList())
                .containsExactly(
                        "   0.000000000"
                                + line.formatted(1, 2, 1, "UD_SEND_ONLY", 0, 280, "CM REQ"),
                        "   0.014630000"
                                + line.formatted(2, 1, 1, "UD_SEND_ONLY", 0, 280, "CM REP"),
                        "   0.019732000"
                                + line.formatted(1, 2, 1, "UD_SEND_ONLY", 1, 280, "CM RTU"),
                        "   0.022715000"
                                + line.formatted(
                                        1,
                                        2,
                                        0x29,
                                        "RC_SEND_ONLY",
                                        15821885,
                                        32,
                                        "asks for an ACK"),
                        "   0.025525000"
                                + line.formatted(
                                        2,
                                        1,
                                        0x2d,
                                        "RC_ACKNOWLEDGE",
                                        15821885,
                                        20,
                                        "acknowledges up to 15821885"),
                        "   0.030589000"
                                + line.formatted(
                                        2,
                                        1,
                                        0x2d,
                                        "RC_RDMA_READ_REQUEST",
                                        13559058,
                                        32,
                                        "asks for 64 bytes, asks for an ACK"),
                        "   0.031057000"
                                + line.formatted(
                                        1,
                                        2,
                                        0x29,
                                        "RC_RDMA_READ_RESPONSE_ONLY",
                                        13559058,
                                        84,
                                        "acknowledges up to 13559058"));
    }

    @Test
    void shouldShowOneQueuePair() {
        Path file = Vectors.capture("boot-rping-cm.pcap");

        Invocation hexadecimal = Invocation.of("pcap", "show", "--qp", "0x2d", file);

        assertThat(hexadecimal.out().lines())
                .hasSize(18)
                .allMatch(line -> line.contains("0x00002d"));
        assertThat(Invocation.of("pcap", "show", "--qp", "45", file).out())
                .isEqualTo(hexadecimal.out());
        assertThat(Invocation.of("pcap", "show", "--qp", "0x1000000", file).status()).isEqualTo(2);
        assertThat(Invocation.of("pcap", "show", "--count", "0", file).status()).isEqualTo(2);
        assertThat(Invocation.of("pcap", "flows", "--top", "-1", file).status()).isEqualTo(2);
        Invocation nowhere = Invocation.of("pcap", "flows", "--report", "/no/where/x", file);
        assertThat(nowhere.status()).isEqualTo(2);
        assertThat(nowhere.err()).startsWith("urdma: --report: no file can be written");
    }

    @Test
    void shouldTakeSuperPacketsApart() throws Exception {
        byte[] first =
                Vectors.packets(Vectors.capture("golden-uc-v4.pcap")).stream()
                        .filter(packet -> packet[TRANSPORT] == 0x21)
                        .findFirst()
                        .orElseThrow();
        int segment = first.length - TRANSPORT;
        int total = 28 + 3 * segment;
        ByteBuffer all =
                ByteBuffer.allocate(TRANSPORT + 3 * segment)
                        .put(first)
                        .put(first, TRANSPORT, segment)
                        .put(first, TRANSPORT, segment)
                        .putShort(14 + 2, (short) total)
                        .putShort(14 + 24, (short) (total - 20));
        Path file = Vectors.write(folder.resolve("gso.pcap"), LinkType.ETHERNET, all.array());

        JsonNode packets = JSON.readTree(Invocation.of("pcap", "show", "--json", file).out());

        assertThat(packets).hasSize(3);
        assertThat(packets.get(2).get("segment").asInt()).isEqualTo(2);
        assertThat(packets.get(2).get("packet").asInt()).isEqualTo(1);
        assertThat(packets).allMatch(packet -> packet.get("payload").asInt() == 1024);
        assertThat(packets).allMatch(packet -> packet.get("icrc").asString().equals("right"));
    }

    @Test
    void shouldShowTaggedRoceV1AndDamage() throws Exception {
        byte[] damaged = Vectors.ROCE_V1_ACK.clone();
        damaged[damaged.length - 5] ^= 1;
        ByteBuffer tagged = ByteBuffer.allocate(Vectors.ROCE_V1_WRITE.length + 4);
        tagged.put(Vectors.ROCE_V1_WRITE, 0, 12).putInt(0x8100_6064);
        tagged.put(Vectors.ROCE_V1_WRITE, 12, Vectors.ROCE_V1_WRITE.length - 12);
        Path file =
                Vectors.write(
                        folder.resolve("v1.pcap"),
                        LinkType.ETHERNET,
                        tagged.array(),
                        damaged,
                        Vectors.CNP);

        Invocation result = Invocation.of("pcap", "show", file);

        assertThat(result.status()).isEqualTo(1);
        List<String> lines = result.out().lines().toList();
        assertThat(lines.get(0)).contains("RC_RDMA_WRITE_ONLY", "message of 5 bytes");
        assertThat(lines.get(1)).contains("15.0.0.2 > 15.0.0.2", "WRONG ICRC");
        assertThat(lines.get(2)).contains("CNP", "slow down");
        JsonNode json = JSON.readTree(Invocation.of("pcap", "show", "--json", file).out());
        assertThat(json.get(0).get("vlan").asInt()).isEqualTo(100);
    }

    @Test
    void shouldSummariseFlows() throws Exception {
        Path file = Vectors.capture("boot-rc_pingpong.pcap");

        Invocation text = Invocation.of("pcap", "flows", file);
        Invocation json = Invocation.of("pcap", "flows", "--json", file);

        assertThat(text.status()).isZero();
        assertThat(text.out()).contains("40 RoCE packets", "2 flows", "5 acknowledgements");
        JsonNode flows = JSON.readTree(json.out()).get("flows");
        assertThat(flows).hasSize(2);
        for (JsonNode flow : flows) {
            assertThat(flow.get("payload_bytes").asLong()).isEqualTo(5 * 600);
            assertThat(flow.get("missing").asLong()).isZero();
            assertThat(flow.get("rtt_ms").get("samples").asLong()).isPositive();
        }
        assertThat(flows.get(0).get("peer_qp")).isEqualTo(flows.get(1).get("qp"));
    }

    @Test
    void shouldWriteAPage() throws Exception {
        Path page = folder.resolve("flows.html");

        Invocation result =
                Invocation.of(
                        "pcap", "flows", "--report", page, Vectors.capture("golden-rc-v4.pcap"));

        assertThat(result.status()).isZero();
        assertThat(Files.readString(page))
                .contains("<svg", "Round trip", "golden-rc-v4.pcap", "</html>");
        Invocation nowhere =
                Invocation.of(
                        "pcap",
                        "flows",
                        "--report",
                        folder.resolve("no/flows.html"),
                        Vectors.capture("golden-rc-v4.pcap"));
        assertThat(nowhere.status()).isNotZero();
        assertThat(nowhere.out()).as("said before anything is read").isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"show", "flows"})
    void shouldReadWhatThereIsOfABadFile(String command) throws Exception {
        byte[] whole = Files.readAllBytes(Vectors.capture("boot-rping-cm.pcap"));
        Path cut = Files.write(folder.resolve("cut.pcap"), Arrays.copyOf(whole, whole.length - 7));
        Path empty = Files.createFile(folder.resolve("empty.pcap"));

        Invocation ofCut = Invocation.of("pcap", command, cut);
        assertThat(ofCut.status()).isEqualTo(1);
        assertThat(ofCut.err()).contains("cut short").hasLineCount(1);
        assertThat(ofCut.out()).contains("0x00002d");
        Invocation ofJson = Invocation.of("pcap", command, "--json", cut);
        assertThat(JSON.readTree(ofJson.out()).isEmpty()).isFalse();
        for (Path bad : List.of(empty, folder, folder.resolve("none.pcap"))) {
            Invocation result = Invocation.of("pcap", command, bad);
            assertThat(result.status()).isEqualTo(1);
            assertThat(result.err()).startsWith("urdma: ").hasLineCount(1);
            assertThat(result.out()).isEmpty();
        }
        assertThat(Invocation.of("pcap", command).status()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"show", "flows"})
    void shouldBearAnyDamage(String command) throws Exception {
        byte[] whole = Files.readAllBytes(Vectors.capture("golden-nak-rnr.pcap"));
        for (int at = 24; at < whole.length; at += 3) {
            byte[] damaged = whole.clone();
            damaged[at] ^= (byte) 0xff;
            Path file = Files.write(folder.resolve("damaged.pcap"), damaged);

            assertThat(Invocation.of("pcap", command, file).status()).isBetween(0, 1);
        }
    }

    @Test
    void shouldSayThatNothingIsRoce() throws IOException {
        Path file = Vectors.write(folder.resolve("a.pcap"), LinkType.ETHERNET, new byte[60]);

        assertThat(Invocation.of("pcap", "flows", file).out())
                .contains("0 RoCE packets, 1 others, 0 flows");
        assertThat(Invocation.of("pcap", "show", "--json", file).out().strip()).isEqualTo("[]");
    }
}

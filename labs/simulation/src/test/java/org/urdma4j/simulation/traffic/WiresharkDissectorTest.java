package org.urdma4j.simulation.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.PacketStatus;
import org.urdma4j.codec.ib.Psn;
import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.codec.net.LinkLayer;
import org.urdma4j.codec.net.RoceFrame;
import org.urdma4j.codec.pcap.CaptureReader;
import org.urdma4j.codec.pcap.CaptureRecord;
import org.urdma4j.codec.pcap.LinkType;
import org.urdma4j.codec.pcap.PcapWriter;
import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.codec.urdma.UrdmaPacket;
import org.urdma4j.simulation.pcap.Endpoint;
import org.urdma4j.simulation.pcap.FrameBuilder;
import org.urdma4j.simulation.pcap.FrameHeaders;
import org.urdma4j.transport.seal.Rotation;
import org.urdma4j.verbs.Gid;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Wireshark with our dissector reads from simulated traffic what our codec reads. Which packets
 * have an FEC word it has to find out by itself.
 */
@Tag("oracle")
class WiresharkDissectorTest {
    private static final Path DISSECTOR = Path.of("../../tools/wireshark/urdma.lua");
    private static final Pattern FIELD = Pattern.compile("field\\(\"\\w+\", \"([\\w.]+)\"");
    private static final Set<String> BYTES =
            Set.of(
                    "urdma.payload",
                    "urdma.pad",
                    "urdma.repair.coded",
                    "urdma.probe.fill",
                    "urdma.sealed.data",
                    "urdma.sealed.tag");

    /** Bytes of payload that make a length that is no power of two. */
    private static final int CUT = 12;

    private static final String GIDS = "urdma.paths.gid";
    private static final String PATH_ENTRIES = "urdma.path_report.entries";
    private static final String ENTRY = "urdma.report.entry.";

    @TempDir private Path folder;

    private final UrdmaPacket packet = new UrdmaPacket();

    /** Small packets, probes, repair in rows and columns and interleaved, numbers that wrap. */
    @ParameterizedTest
    @CsvSource({
        "3, false, false",
        "3, false, true",
        "2, true, false",
        "16, true, false",
        "28, true, false",
        "16, true, true"
    })
    void shouldReadEveryFieldAsTheCodecDoes(long seed, boolean fec, boolean roceV1)
            throws Exception {
        TrafficConfig config = TrafficConfig.random(seed).urdma();
        assertThat(config.offer().fecWith(config.offer())).isEqualTo(fec);
        Path capture = record(roceV1, config);
        List<String> names = names();

        List<Map<String, String>> read = read(capture, names);

        List<RoceFrame> frames = frames(capture);
        assertThat(read).hasSameSizeAs(frames);
        int compared = 0;
        for (int i = 0; i < frames.size(); i++) {
            RoceFrame frame = frames.get(i);
            PacketStatus status =
                    packet.wrapTagged(
                            frame.buffer(),
                            frame.transportOffset(),
                            frame.transportLength(),
                            fec,
                            false);
            boolean sound = new Icrc().over(frame) == Icrc.get(frame.buffer(), frame.icrcOffset());
            if (sound && status == PacketStatus.OK) {
                assertThat(read.get(i))
                        .as("packet %d: %s", i + 1, packet)
                        .containsExactlyEntriesOf(UrdmaFields.of(packet));
                compared++;
            }
        }
        assertThat(compared).isGreaterThan(frames.size() * 9 / 10);
    }

    /** Path words, with and without FEC words: which there are, nobody says before the end. */
    @ParameterizedTest
    @CsvSource({"3, false, false", "2, true, false", "16, true, false", "16, true, true"})
    void shouldReadPathWordsAndWhatIsSaidOfPaths(long seed, boolean fec, boolean roceV1)
            throws Exception {
        Path plain = record(false, TrafficConfig.random(seed).urdma());
        Path file = PathsCapture.of(plain, folder.resolve("paths.pcap"), fec);
        shouldReadPaths(roceV1 ? RoceV1Capture.of(file, folder.resolve("v1.pcap")) : file, fec);
    }

    /** What queue pairs send over two to four rails. */
    @ParameterizedTest
    @ValueSource(longs = {3, 16})
    void shouldReadTheTrafficOfSeveralPaths(long seed) throws Exception {
        TrafficConfig config = TrafficConfig.random(seed).severalPaths();
        shouldReadPaths(record(false, config), config.offer().fecWith(config.offer()));
    }

    private void shouldReadPaths(Path capture, boolean fec) throws Exception {
        List<Map<String, String>> read = read(capture, names());

        List<RoceFrame> frames = frames(capture);
        assertThat(read).hasSameSizeAs(frames);
        Set<Integer> opcodes = new TreeSet<>();
        Set<Integer> paths = new TreeSet<>();
        int guessed = 0;
        for (int i = 0; i < frames.size(); i++) {
            RoceFrame frame = frames.get(i);
            ByteBuffer b = frame.buffer();
            int length = frame.transportLength();
            PacketStatus status = packet.wrapTagged(b, frame.transportOffset(), length, fec, true);
            boolean sound = new Icrc().over(frame) == Icrc.get(b, frame.icrcOffset());
            if (!sound || status != PacketStatus.OK) {
                continue;
            }
            if (packet.hasPathWord() && read.get(i).get("urdma.ppn") == null) {
                guessed++; // before any packet told
                continue;
            }
            assertThat(read.get(i))
                    .as("packet %d: %s", i + 1, packet)
                    .containsExactlyEntriesOf(UrdmaFields.of(packet));
            opcodes.add(packet.opcode());
            if (packet.hasPathWord()) {
                paths.add(packet.path());
            }
        }
        assertThat(guessed).isLessThanOrEqualTo(4);
        assertThat(paths).hasSizeGreaterThan(1);
        assertThat(opcodes)
                .contains(UrdmaOpcode.WRITE_MIDDLE, UrdmaOpcode.PATHS, UrdmaOpcode.REPORT_PATHS);
    }

    @Test
    void shouldLeaveTheStandardProfileAlone() throws Exception {
        TrafficConfig urdma = TrafficConfig.random(16).urdma();
        Path capture = record(false, TrafficConfig.random(1), urdma);

        List<Map<String, String>> read = read(capture, names());

        List<RoceFrame> frames = frames(capture);
        assertThat(read).hasSameSizeAs(frames);
        Set<Integer> opcodes = new TreeSet<>();
        for (int i = 0; i < frames.size(); i++) {
            int opcode = Bth.opcode(frames.get(i).buffer(), frames.get(i).transportOffset());
            assertThat(read.get(i).isEmpty()).isEqualTo(!UrdmaOpcode.isUrdma(opcode));
            opcodes.add(opcode);
        }
        assertThat(opcodes).contains(Opcode.RC_RDMA_READ_REQUEST, UrdmaOpcode.REPAIR_REQUESTS);
    }

    /**
     * Amid a first long message nothing tells for certain whether there are FEC words, and payloads
     * of a link's MTU are of odd lengths. What is sent again is of no group.
     */
    @Test
    void shouldKnowFecWordsBeforeAMessageEnds() throws Exception {
        Path file = folder.resolve("middles.pcap");
        int middles = 0;
        int again = 0;
        try (PcapWriter writer = PcapWriter.create(file, LinkType.ETHERNET)) {
            for (RoceFrame frame : frames(record(false, TrafficConfig.random(16).urdma()))) {
                int at = frame.transportOffset();
                if (packet.wrapTagged(frame.buffer(), at, frame.transportLength(), true, false)
                                == PacketStatus.OK
                        && packet.opcode() == UrdmaOpcode.WRITE_MIDDLE) {
                    writer.write(0, shortened(frame));
                    middles++;
                    again += packet.fecR() == 0 ? 1 : 0;
                }
            }
        }

        List<Map<String, String>> read = read(file, names());

        assertThat(read).hasSize(middles).allMatch(fields -> fields.containsKey("urdma.fec.r"));
        assertThat(again).isPositive().isLessThan(middles);
    }

    private static ByteBuffer shortened(RoceFrame frame) {
        int left = frame.icrcOffset() - CUT;
        ByteBuffer b = ByteBuffer.allocate(left + Icrc.LENGTH).put(0, frame.buffer(), 0, left);
        b.putShort(frame.networkOffset() + 2, (short) (b.limit() - frame.networkOffset()));
        b.putShort(frame.udpOffset() + 4, (short) (b.limit() - frame.udpOffset()));
        return b;
    }

    @Test
    void shouldFindThePacketsOfASuperPacket() throws Exception {
        Path capture = record(false, TrafficConfig.random(1).urdma());
        RoceFrame first = null;
        for (RoceFrame frame : frames(capture)) {
            if (frame.buffer().get(frame.transportOffset()) == (byte) UrdmaOpcode.WRITE_MIDDLE) {
                first = frame;
                break;
            }
        }
        Path file = folder.resolve("super.pcap");
        writeSuperPacket(file, first, 3);

        List<Map<String, String>> read = read(file, names());

        int psn = first.buffer().getInt(first.transportOffset() + 8) & Psn.MASK;
        assertThat(read).hasSize(1);
        assertThat(read.getFirst().get("urdma.psn"))
                .isEqualTo("%d,%d,%d".formatted(psn, psn + 1, psn + 2));
    }

    /** New keys each 256 packets; the numbers go on. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldShowOfSealedPacketsWhatIsInTheClear(boolean roceV1) throws Exception {
        Path capture = sealed(roceV1);

        List<Map<String, String>> read = read(capture, names());

        List<RoceFrame> frames = frames(capture);
        assertThat(read).hasSameSizeAs(frames).hasSizeGreaterThan(500);
        long highest = 0;
        for (int i = 0; i < frames.size(); i++) {
            assertThat(read.get(i)).as("packet %d", i + 1).isEqualTo(clear(frames.get(i)));
            highest = Math.max(highest, Long.parseLong(read.get(i).get("urdma.sealed.number")));
        }
        assertThat(highest).isGreaterThan(512);
    }

    private Path sealed(boolean roceV1) throws IOException {
        Path file = folder.resolve("sealed.pcap");
        try (PcapWriter writer = PcapWriter.create(file, LinkType.ETHERNET)) {
            TrafficRun run =
                    new TrafficRun(
                            TrafficConfig.random(3).urdma().judged(), new Rotation(8, 5_000_000L));
            run.capture(writer);
            run.run();
        }
        return roceV1 ? RoceV1Capture.of(file, folder.resolve("v1.pcap")) : file;
    }

    /** The fields byte by byte, as docs/wire-urdma.md draws them. */
    private static Map<String, String> clear(RoceFrame frame) {
        ByteBuffer b = frame.buffer();
        int at = frame.transportOffset();
        int end = frame.icrcOffset();
        boolean datagram = b.get(at) == (byte) 0xe1;
        int from = at + (datagram ? 20 : 16);
        Map<String, Long> numbers = new TreeMap<>();
        numbers.put("opcode", b.get(at) & 0xffL);
        numbers.put("pkey", b.getShort(at + 2) & 0xffffL);
        numbers.put("fecn", b.get(at + 4) >> 7 & 1L);
        numbers.put("becn", b.get(at + 4) >> 6 & 1L);
        numbers.put("destqp", b.getInt(at + 4) & 0xff_ffffL);
        numbers.put(
                "sealed.number",
                (b.getInt(at + 12) & 0xff_ffffL) * 0x100_0000L + (b.getInt(at + 8) & 0xff_ffffL));
        numbers.put("sealed.generation", b.get(at + 12) & 0xffL);
        if (datagram) {
            numbers.put("sealed.association", b.getInt(at + 16) & 0xffff_ffffL);
        }
        numbers.put("icrc", Integer.reverseBytes(b.getInt(end)) & 0xffff_ffffL);
        Map<String, String> fields = new TreeMap<>();
        numbers.forEach((name, value) -> fields.put("urdma." + name, value.toString()));
        fields.put("urdma.sealed.data", hex(b, from, end - 16 - from));
        fields.put("urdma.sealed.tag", hex(b, end - 16, 16));
        return fields;
    }

    private static String hex(ByteBuffer b, int at, int length) {
        byte[] bytes = new byte[length];
        b.get(at, bytes);
        return HexFormat.of().formatHex(bytes);
    }

    @Test
    void shouldFindTheSealedPacketsOfASuperPacket() throws Exception {
        Path file = folder.resolve("super.pcap");
        RoceFrame first = frames(sealed(false)).getFirst();
        writeSuperPacket(file, first, 3);

        List<Map<String, String>> read = read(file, names());

        assertThat(read).hasSize(1);
        long number = Long.parseLong(clear(first).get("urdma.sealed.number"));
        assertThat(read.getFirst().get("urdma.sealed.number"))
                .isEqualTo("%d,%d,%d".formatted(number, number + 1, number + 2));
    }

    /** A datagram to queue pair 1, and one that is four bytes too short to be one. */
    @Test
    void shouldShowSealedDatagramsAndWhatIsNone() throws Exception {
        Path file = folder.resolve("datagrams.pcap");
        try (PcapWriter writer = PcapWriter.create(file, LinkType.ETHERNET)) {
            writer.write(0, datagram(300));
            writer.write(0, datagram(296));
        }

        List<Map<String, String>> read = read(file, names());

        List<RoceFrame> frames = frames(file);
        assertThat(read).hasSize(2);
        assertThat(read.getFirst()).isEqualTo(clear(frames.getFirst()));
        assertThat(read.getFirst()).containsEntry("urdma.sealed.association", "" + 0x8765_4321L);
        assertThat(malformed(file)).containsExactly("2");
    }

    /** A demand, and a gateway's message, which has the same opcode. */
    @Test
    void shouldShowGrantsAndLeaveGatewaysAlone() throws Exception {
        String demand = "de00ffff2000010ac10000000102030412345678fffe796000abcdef";
        Path file = folder.resolve("grants.pcap");
        try (PcapWriter writer = PcapWriter.create(file, LinkType.ETHERNET)) {
            writer.write(0, inFrame(demand + "0123456789abcdeffffffffffffffffe"));
            writer.write(0, inFrame("de00ffff0000010a01000000" + "00".repeat(32)));
            writer.write(0, inFrame(demand));
        }

        List<Map<String, String>> read = read(file, names());

        assertThat(read.getFirst())
                .containsEntry("urdma.opcode", "" + 0xde)
                .containsEntry("urdma.ack_request", "1")
                .containsEntry("urdma.tag", "" + 0x0102_0304)
                .containsEntry("urdma.t1", "" + 0x1234_5678)
                .containsEntry("urdma.tr", "-100000")
                .containsEntry("urdma.grant.kind", "0")
                .containsEntry("urdma.grant.reserved", "" + 0xab_cdef)
                .containsEntry("urdma.grant.bytes", "" + 0x0123_4567_89ab_cdefL)
                .containsEntry("urdma.grant.lost", "-2");
        assertThat(read.get(1)).isEmpty();
        assertThat(malformed(file)).containsExactly("3");
    }

    private static List<String> malformed(Path file) throws Exception {
        return Judge.tshark(
                file,
                "-X lua_script:%s -Y urdma.malformed -T fields -e frame.number"
                        .formatted(DISSECTOR));
    }

    private static ByteBuffer inFrame(String hex) {
        ByteBuffer b = ByteBuffer.wrap(HexFormat.of().parseHex(hex));
        TransportPacket transport = new TransportPacket();
        transport.wrap(b, 0, b.limit());
        FrameHeaders headers =
                FrameHeaders.of(Encapsulation.ROCE_V2_IPV4, Endpoint.host(1), Endpoint.host(2));
        return new FrameBuilder(headers).build(transport, 0);
    }

    private static ByteBuffer datagram(int length) {
        ByteBuffer b = ByteBuffer.allocate(length);
        for (int i = 0; i < length; i++) {
            b.put(i, (byte) (i * 7));
        }
        b.putInt(0, 0xe100_ffff).putInt(4, 1).putInt(8, 0x00ab_cdef);
        b.putInt(12, 0x0312_3456).putInt(16, 0x8765_4321);
        TransportPacket packet = new TransportPacket();
        packet.wrap(b, 0, length);
        FrameHeaders headers =
                FrameHeaders.of(Encapsulation.ROCE_V2_IPV6, Endpoint.host(1), Endpoint.host(2));
        return new FrameBuilder(headers).build(packet, 0);
    }

    private static void writeSuperPacket(Path file, RoceFrame frame, int packets)
            throws IOException {
        int from = frame.transportOffset();
        int each = frame.transportLength() + Icrc.LENGTH;
        ByteBuffer all = ByteBuffer.allocate(from + packets * each);
        all.put(0, frame.buffer(), 0, from);
        for (int i = 0; i < packets; i++) {
            int at = from + i * each;
            all.put(at, frame.buffer(), from, each);
            all.putInt(at + 8, all.getInt(at + 8) + i);
        }
        all.putShort(frame.networkOffset() + 2, (short) (all.limit() - frame.networkOffset()));
        all.putShort(frame.udpOffset() + 4, (short) (all.limit() - frame.udpOffset()));
        try (PcapWriter writer = PcapWriter.create(file, LinkType.ETHERNET)) {
            writer.write(0, all);
        }
    }

    private Path record(boolean roceV1, TrafficConfig... configs) throws IOException {
        Path file = folder.resolve("urdma.pcap");
        try (PcapWriter writer = PcapWriter.create(file, LinkType.ETHERNET)) {
            for (TrafficConfig config : configs) {
                TrafficRun run = new TrafficRun(config.judged());
                run.capture(writer);
                run.run();
            }
        }
        return roceV1 ? RoceV1Capture.of(file, folder.resolve("v1.pcap")) : file;
    }

    private static List<RoceFrame> frames(Path capture) throws IOException {
        List<RoceFrame> frames = new ArrayList<>();
        try (CaptureReader reader = CaptureReader.open(capture)) {
            for (CaptureRecord next = reader.next(); next != null; next = reader.next()) {
                RoceFrame frame = new RoceFrame();
                frame.wrap(next.bytes(), 0, next.capturedLength(), LinkLayer.ETHERNET);
                frames.add(frame);
            }
        }
        return frames;
    }

    /** Every field that the dissector declares, but those of offers. */
    private static List<String> names() throws IOException {
        List<String> names = new ArrayList<>();
        Matcher matcher = FIELD.matcher(Files.readString(DISSECTOR));
        while (matcher.find()) {
            if (!matcher.group(1).startsWith("offer.") && !matcher.group(1).equals("space")) {
                names.add("urdma." + matcher.group(1));
            }
        }
        assertThat(names).hasSizeGreaterThan(60);
        return names;
    }

    private static List<Map<String, String>> read(Path capture, List<String> names)
            throws Exception {
        String options =
                "-X lua_script:%s -T fields -E separator=| -e %s"
                        .formatted(DISSECTOR, String.join(" -e ", names));
        List<Map<String, String>> all = new ArrayList<>();
        for (String line : Judge.tshark(capture, options)) {
            String[] values = line.split("\\|", -1);
            Map<String, String> fields = new TreeMap<>();
            for (int i = 0; i < values.length; i++) {
                if (!values[i].isEmpty()) {
                    String name = names.get(i);
                    fields.put(name, BYTES.contains(name) ? values[i] : numbers(values[i]));
                }
            }
            fields.computeIfPresent(GIDS, (name, gids) -> plainGids(gids));
            fields.remove(PATH_ENTRIES); // how many entries is the writer's choice
            replaceEntries(fields);
            all.add(fields);
        }
        return all;
    }

    /** Numbers as unsigned decimals, whichever way this version prints them. */
    private static String numbers(String values) {
        List<String> decimals = new ArrayList<>();
        for (String value : values.split(",", -1)) {
            decimals.add(
                    value.startsWith("0x")
                            ? Long.toUnsignedString(Long.parseUnsignedLong(value.substring(2), 16))
                            : value);
        }
        return String.join(",", decimals);
    }

    /** Addresses in hexadecimal, which people write in many ways. */
    private static String plainGids(String gids) {
        return Stream.of(gids.split(",", -1))
                .map(gid -> Gid.of(InetAddress.ofLiteral(gid)))
                .map(gid -> "%016x%016x".formatted(gid.subnetPrefix(), gid.interfaceId()))
                .collect(Collectors.joining(","));
    }

    /** Expands what the dissector shows as ranges and bitmaps. */
    private static void replaceEntries(Map<String, String> fields) {
        if (!fields.containsKey(ENTRY + "kind")) {
            return;
        }
        long[] kinds = list(fields.remove(ENTRY + "kind"));
        long[] firsts = list(fields.remove(ENTRY + "first"));
        long[] counts = list(fields.remove(ENTRY + "count"));
        String wordsText = fields.remove(ENTRY + "word");
        long[] words = wordsText == null ? new long[0] : list(wordsText);
        TreeSet<Integer> missing = new TreeSet<>();
        int word = 0;
        for (int i = 0; i < kinds.length; i++) {
            if (kinds[i] == 0) {
                for (int k = 0; k < counts[i]; k++) {
                    missing.add(Psn.add((int) firsts[i], k));
                }
            } else {
                for (int k = 0; k < counts[i] * Integer.SIZE; k++) {
                    if ((words[word + k / Integer.SIZE] << (k % Integer.SIZE) & 0x8000_0000L)
                            != 0) {
                        missing.add(Psn.add((int) firsts[i], k));
                    }
                }
                word += (int) counts[i];
            }
        }
        fields.put(UrdmaFields.MISSING, missing.toString());
    }

    private static long[] list(String values) {
        return List.of(values.split(",", -1)).stream().mapToLong(Long::parseLong).toArray();
    }
}

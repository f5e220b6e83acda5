package org.urdma4j.codec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.urdma4j.codec.ib.CreditCode;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.RnrTimer;
import org.urdma4j.codec.net.MacControl;
import org.urdma4j.codec.net.Pfc;
import org.urdma4j.codec.testing.PublishedVectors;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The tables of docs/wire-roce.md, and examples beside them, are those of the code. */
class WireFormatDocTest {
    private static final List<String> TRANSPORTS = List.of("RC_", "UC_", "UD_");

    private static final Map<String, Integer> FLAG_OF_HEADER =
            Map.of(
                    "FETH", Opcode.FETH,
                    "DETH", Opcode.DETH,
                    "RETH", Opcode.RETH,
                    "AtomicETH", Opcode.ATOMIC_ETH,
                    "AETH", Opcode.AETH,
                    "AtomicAckETH", Opcode.ATOMIC_ACK_ETH,
                    "ImmDt", Opcode.IMMEDIATE,
                    "IETH", Opcode.IETH);

    private String page;

    @BeforeEach
    void readPage() throws IOException {
        page =
                Files.readString(Path.of("../docs/wire-roce.md"))
                        + Files.readString(Path.of("../docs/wire-examples.md"));
    }

    @Test
    void shouldListEveryOpcode() {
        Map<Integer, String> listed = new TreeMap<>();
        section("## Opcodes")
                .lines()
                .filter(line -> line.matches("\\| \\p{XDigit}{2} \\|.*"))
                .forEach(line -> addRow(listed, line.split(" *\\| *", -1)));
        Map<Integer, String> known = new TreeMap<>();
        IntStream.range(0, 256)
                .filter(opcode -> Opcode.known(opcode) && opcode != Opcode.CNP)
                .forEach(opcode -> known.put(opcode, describe(opcode)));
        assertThat(listed).isEqualTo(known);
        assertThat(section("## Opcodes")).contains("0x81 is the congestion notification packet");
    }

    private static void addRow(Map<Integer, String> listed, String[] columns) {
        for (int transport = 0; transport < TRANSPORTS.size(); transport++) {
            String opcode = columns[1 + transport];
            if (!opcode.isEmpty()) {
                String name = TRANSPORTS.get(transport) + columns[4];
                boolean ud = TRANSPORTS.get(transport).equals("UD_");
                String headers = columns[5].replaceFirst("UD: DETH(, )?", ud ? "DETH$1" : "");
                listed.put(
                        HexFormat.fromHexDigits(opcode),
                        "%s [%s] %s".formatted(name, headers, columns[6]));
            }
        }
    }

    private static String describe(int opcode) {
        int flags = Opcode.flags(opcode);
        String headers =
                FLAG_OF_HEADER.entrySet().stream()
                        .filter(header -> (flags & header.getValue()) != 0)
                        .sorted(Map.Entry.comparingByValue())
                        .map(Map.Entry::getKey)
                        .collect(Collectors.joining(", "));
        String payload = (flags & Opcode.PAYLOAD) != 0 ? "yes" : "no";
        return "%s [%s] %s".formatted(Opcode.name(opcode), headers, payload);
    }

    @Test
    void shouldListEveryCreditCode() {
        Map<Integer, String> listed = codes("### Credits");
        assertThat(listed).hasSize(31);
        listed.forEach((code, credits) ->
                assertThat(CreditCode.decode(code)).isEqualTo(Integer.parseInt(credits)));
    }

    @Test
    void shouldListEveryRnrTimer() {
        Map<Integer, String> listed = codes("### RNR timer");
        assertThat(listed).hasSize(32);
        listed.forEach((code, milliseconds) ->
                assertThat(RnrTimer.nanos(code))
                        .isEqualTo(Math.round(Double.parseDouble(milliseconds) * 1e6)));
    }

    @Test
    void shouldShowThePublishedPacket() {
        assertThat(HexFormat.of().parseHex(example("## A RoCEv1 packet")))
                .isEqualTo(PublishedVectors.ROCE_V1_WRITE_ONLY.bytes().array());
    }

    @Test
    void shouldShowAPfcFrame() {
        ByteBuffer frame = ByteBuffer.allocate(MacControl.FRAME_LENGTH);
        int at = MacControl.startFrame(frame, 0, 0x0200_0000_0001L);
        Pfc.write(frame, at, 1 | 1 << 3);
        Pfc.setQuanta(frame, at, 3, MacControl.MAX_QUANTA);
        assertThat(HexFormat.of().parseHex(example("## A PFC frame"))).isEqualTo(frame.array());
    }

    /** The bytes of the lines that begin with some, without what is said of them. */
    private String example(String title) {
        return section(title)
                .lines()
                .filter(line -> line.matches("[0-9a-f][0-9a-f ]{51} .*"))
                .map(line -> line.substring(0, 53).replace(" ", ""))
                .collect(Collectors.joining());
    }

    private Map<Integer, String> codes(String title) {
        return Pattern.compile("(\\d+):([\\d.]+)")
                .matcher(section(title))
                .results()
                .collect(
                        Collectors.toMap(
                                match -> Integer.parseInt(match.group(1)),
                                match -> match.group(2)));
    }

    /** From a heading to the next one of any level. */
    private String section(String title) {
        String after = page.substring(page.indexOf("\n" + title + "\n") + title.length() + 2);
        int next = after.indexOf("\n#");
        return next < 0 ? after : after.substring(0, next);
    }
}

package org.urdma4j.codec.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.codec.testing.ExternalTool;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Wireshark's dissector reads from our frames what was written into them. */
@Tag("oracle")
class TsharkDecodesOurPacketsTest {
    @TempDir private Path folder;

    @Test
    void shouldBeDecodedToTheSameFields() throws Exception {
        ExternalTool.require("tshark is not installed (Debian: tshark)", "tshark", "--version");
        List<OracleFrame> frames = OracleFrame.all();
        Path file = folder.resolve("frames.pcap");
        OracleFrame.write(frames, file);
        List<String> fields = List.copyOf(ExpectedFields.of(frames.getFirst()).keySet());

        List<String> lines = ExternalTool.run(command(file, fields));

        assertThat(lines).hasSameSizeAs(frames);
        for (int i = 0; i < frames.size(); i++) {
            Map<String, String> expected = ExpectedFields.of(frames.get(i));
            Map<String, String> decoded = decoded(fields, lines.get(i));
            decoded.keySet().retainAll(expected.keySet());
            expected.values().removeIf(Objects::isNull);
            assertThat(decoded).as("%d: %s", i + 1, frames.get(i)).isEqualTo(expected);
        }
    }

    private static String[] command(Path file, List<String> fields) {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                "tshark",
                                "-r",
                                file.toString(),
                                // It takes the payload of any SEND for its own.
                                "--disable-protocol",
                                "rpcordma",
                                "-o",
                                "ip.check_checksum:TRUE",
                                "-o",
                                "udp.check_checksum:TRUE",
                                "-T",
                                "fields",
                                "-E",
                                "separator=|",
                                "-E",
                                "occurrence=f"));
        for (String field : fields) {
            command.add("-e");
            command.add(field);
        }
        return command.toArray(String[]::new);
    }

    /** The fields that are there, with numbers as unsigned decimals. */
    private static Map<String, String> decoded(List<String> fields, String line) {
        String[] values = line.split("\\|", -1);
        Map<String, String> decoded = new HashMap<>();
        for (int i = 0; i < values.length; i++) {
            String value = values[i];
            if (!value.isEmpty()) {
                boolean bytes = ExpectedFields.BYTES.contains(fields.get(i));
                decoded.put(fields.get(i), bytes ? value : number(value));
            }
        }
        return decoded;
    }

    /** Versions of tshark differ in how they print numbers and truth values. */
    private static String number(String value) {
        return switch (value) {
            case "True" -> "1";
            case "False" -> "0";
            default ->
                    value.startsWith("0x")
                            ? Long.toUnsignedString(Long.parseUnsignedLong(value.substring(2), 16))
                            : value;
        };
    }
}

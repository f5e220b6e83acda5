package org.urdma4j.codec.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.codec.net.Ethernet;
import org.urdma4j.codec.net.MacControl;
import org.urdma4j.codec.net.Pause;
import org.urdma4j.codec.net.Pfc;
import org.urdma4j.codec.testing.ExternalTool;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Wireshark and scapy read PAUSE and PFC frames as we write them; scapy builds the same bytes. */
@Tag("oracle")
class PfcOracleTest {
    /** Debian's, for which python3-scapy is packaged. */
    private static final String PYTHON = "/usr/bin/python3";

    private static final String SCRIPT = "src/test/resources/oracle/mac-control.py";
    private static final int AT = Ethernet.LENGTH;

    @TempDir private Path folder;
    private final List<ByteBuffer> frames = ControlFrames.all();
    private Path file;

    @BeforeEach
    void capture() throws Exception {
        file = folder.resolve("frames.pcap");
        ControlFrames.write(frames, file);
    }

    @Test
    void shouldBeDecodedByTsharkToTheSameFields() throws Exception {
        ExternalTool.require("tshark is not installed (Debian: tshark)", "tshark", "--version");

        List<String> lines = ExternalTool.run(tshark());

        assertThat(lines).hasSameSizeAs(frames);
        for (int i = 0; i < frames.size(); i++) {
            assertThat(lines.get(i)).as("frame %d", i + 1).isEqualTo(expected(frames.get(i)));
        }
    }

    private String[] tshark() {
        List<String> command =
                new ArrayList<>(List.of("tshark", "-r", file.toString(), "-T", "fields"));
        List<String> fields =
                new ArrayList<>(
                        List.of(
                                "eth.dst",
                                "frame.len",
                                "macc.opcode",
                                "macc.pause_time",
                                "macc.cbfc.enbv"));
        for (int priority = 0; priority < Pfc.PRIORITIES; priority++) {
            fields.add("macc.cbfc.pause_time.c" + priority);
        }
        // these two hold Wireshark's complaints
        fields.add("macc.dst_address_invalid");
        fields.add("_ws.malformed");
        command.add("-E");
        command.add("separator=|");
        for (String field : fields) {
            command.add("-e");
            command.add(field);
        }
        return command.toArray(String[]::new);
    }

    private static String expected(ByteBuffer b) {
        StringBuilder line = new StringBuilder("01:80:c2:00:00:01|60|");
        int opcode = MacControl.opcode(b, AT);
        line.append("0x%04x|".formatted(opcode));
        if (opcode == MacControl.PAUSE) {
            return line.append(Pause.quanta(b, AT)).append("|".repeat(11)).toString();
        }
        line.append("|0x%04x|".formatted(Pfc.enabled(b, AT)));
        for (int priority = 0; priority < Pfc.PRIORITIES; priority++) {
            line.append(ControlFrames.quanta(Pfc.enabled(b, AT), priority)).append('|');
        }
        return line.append('|').toString();
    }

    @Test
    void shouldBeRebuiltByScapyToTheSameBytes() throws Exception {
        ExternalTool.require(
                PYTHON + " has no scapy.contrib.mac_control (Debian: python3-scapy)",
                PYTHON,
                "-c",
                "import scapy.contrib.mac_control");

        List<String> lines = ExternalTool.run(PYTHON, SCRIPT, file.toString());

        assertThat(lines).hasSameSizeAs(frames);
        for (int i = 0; i < frames.size(); i++) {
            String[] parts = lines.get(i).split(" ", 2);
            assertThat(parts[0]).as("frame %d", i + 1).isEqualTo(ControlFrames.hex(frames.get(i)));
            assertThat(parts[1]).isEqualTo(words(frames.get(i)));
        }
    }

    private static String words(ByteBuffer b) {
        return MacControl.opcode(b, AT) == MacControl.PAUSE
                ? Pause.toString(b, AT)
                : Pfc.toString(b, AT);
    }
}

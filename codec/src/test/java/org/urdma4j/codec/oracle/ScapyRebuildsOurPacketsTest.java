package org.urdma4j.codec.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.codec.testing.ExternalTool;

import java.nio.file.Path;
import java.util.List;

/** scapy takes our frames apart and builds them again, checksums and ICRC included. */
@Tag("oracle")
class ScapyRebuildsOurPacketsTest {
    /** Debian's, for which python3-scapy is packaged. */
    private static final String PYTHON = "/usr/bin/python3";

    private static final String SCRIPT = "src/test/resources/oracle/rebuild.py";

    @TempDir private Path folder;

    @Test
    void shouldBeRebuiltToTheSameBytes() throws Exception {
        ExternalTool.require(
                PYTHON + " has no scapy.contrib.roce (Debian: python3-scapy)",
                PYTHON,
                "-c",
                "import scapy.contrib.roce");
        List<OracleFrame> frames = OracleFrame.all();
        Path file = folder.resolve("frames.pcap");
        OracleFrame.write(frames, file);

        List<String> rebuilt = ExternalTool.run(PYTHON, SCRIPT, file.toString());

        assertThat(rebuilt).hasSameSizeAs(frames);
        for (int i = 0; i < frames.size(); i++) {
            assertThat(rebuilt.get(i)).as(frames.get(i).toString()).isEqualTo(frames.get(i).hex());
        }
    }
}

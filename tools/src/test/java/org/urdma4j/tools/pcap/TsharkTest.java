package org.urdma4j.tools.pcap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.codec.ib.Opcode;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Wireshark's dissector finds the same packets and opcodes; it doesn't check the ICRC. */
@Tag("oracle")
class TsharkTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "boot-rc_pingpong.pcap",
                "boot-rping-cm.pcap",
                "golden-nak-rnr.pcap",
                "golden-rc-v4.pcap",
                "golden-uc-v4.pcap",
                "golden-ud-v4.pcap"
            })
    void shouldCountTheSameOpcodes(String name) throws Exception {
        Path file = Vectors.capture(name);

        Map<String, Long> theirs =
                opcodes(file).stream()
                        .collect(Collectors.groupingBy(Opcode::name, Collectors.counting()));

        assertThat(CaptureCheck.of(file).opcodes()).isEqualTo(theirs);
        assertThat(CaptureCheck.of(file).packets())
                .isEqualTo(theirs.values().stream().mapToLong(Long::longValue).sum());
    }

    private static List<Integer> opcodes(Path file) throws IOException, InterruptedException {
        Process tshark;
        try {
            tshark =
                    new ProcessBuilder(
                                    "tshark",
                                    "-r",
                                    file.toString(),
                                    "-Y",
                                    "infiniband",
                                    "-T",
                                    "fields",
                                    "-e",
                                    "infiniband.bth.opcode")
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
        } catch (IOException _) {
            System.out.println("Skipped: tshark is not installed");
            return abort("tshark is not installed");
        }
        try (var lines = tshark.inputReader()) {
            List<Integer> opcodes = lines.lines().map(Integer::valueOf).toList();
            assertThat(tshark.waitFor()).isZero();
            return opcodes;
        }
    }
}

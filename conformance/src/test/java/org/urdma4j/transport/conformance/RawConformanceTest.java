package org.urdma4j.transport.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Over whole Ethernet frames, without root: in namespaces of a user, {@code unshare -Urnm}. Skipped
 * where users can't make them.
 */
@Tag("userns")
@Timeout(300)
class RawConformanceTest {
    @Test
    void shouldConformOverEveryEncapsulationInBothProfiles() throws Exception {
        boolean can = run("true").isEmpty();
        if (!can) {
            System.out.println("Skipped: no user namespace can be made here (unshare -Urnm)");
        }
        assumeTrue(can, "unshare -Urnm");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        assertThat(
                        run(
                                java,
                                "--enable-native-access=ALL-UNNAMED",
                                "-XX:TieredStopAtLevel=1", // too short for more
                                "-XX:+UseSerialGC",
                                "-cp",
                                System.getProperty("java.class.path"),
                                RawConformanceRun.class.getName()))
                .contains(RawConformanceRun.PASSED);
    }

    private static String run(String... command) throws IOException, InterruptedException {
        List<String> whole = new ArrayList<>(List.of("unshare", "-Urnm"));
        whole.addAll(List.of(command));
        Process process = new ProcessBuilder(whole).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() == 0 ? said : "failed: " + said;
    }
}

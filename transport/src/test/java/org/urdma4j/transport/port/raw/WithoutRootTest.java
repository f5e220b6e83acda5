package org.urdma4j.transport.port.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a user may do in namespaces of his own, {@code unshare -Urnm}, and what CAP_NET_RAW is
 * needed for. Skipped where users can't make namespaces.
 */
@Tag("userns")
@Timeout(60)
class WithoutRootTest {
    private static final String LOOPBACK_UP = "ip link set lo up && exec ";

    @BeforeAll
    static void canMakeNamespaces() throws Exception {
        boolean can = run("true").isEmpty();
        if (!can) {
            System.out.println("Skipped: no user namespace can be made here (unshare -Urnm)");
        }
        assumeTrue(can, "unshare -Urnm");
    }

    private static String java(String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("--enable-native-access=ALL-UNNAMED");
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(RawTransfer.class.getName());
        command.addAll(List.of(arguments));
        return "'" + String.join("' '", command) + "'";
    }

    private static String run(String script) throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder("unshare", "-Urnm", "sh", "-c", script)
                        .redirectErrorStream(true)
                        .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() == 0 ? said : "failed: " + said;
    }

    @Test
    void shouldCarryFramesInNamespacesOfAUser() throws Exception {
        assertThat(run(java())).contains("placed 4194304, equal true, wrong ICRCs 0");
    }

    @Test
    void shouldNeedNoMoreThanOneCapability() throws Exception {
        String only = "setpriv --bounding-set=-all,+net_raw --inh-caps=-all ";
        assertThat(run(LOOPBACK_UP + only + java("127.0.0.1")))
                .contains("open: raw 127.0.0.1 on lo");
    }

    @Test
    void shouldSayWhatIsMissingWithoutIt() throws Exception {
        String none = "setpriv --bounding-set=-all --inh-caps=-all ";
        assertThat(run(LOOPBACK_UP + none + java("127.0.0.1")))
                .contains("EPERM", "CAP_NET_RAW", "setpriv", "udp backend")
                .doesNotContain("Exception");
    }
}

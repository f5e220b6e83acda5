package org.urdma4j.interop.play;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.urdma4j.rdmacore.RdmaCoreProvider;
import org.urdma4j.verbs.Verbs;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The provider over rdma-core on Linux's Soft-RoCE, in a guest, against our software device, in
 * both roles; takes minutes, so {@code -Durdma4j.guest=true} asks for it. In namespaces of a user.
 */
@Tag("interop")
class SoftwareDeviceTest {
    private static final String ASKED = "urdma4j.guest";

    /** The peer opens a region in place of a window, and rxe doesn't invalidate regions. */
    private static final Set<String> OF_THE_DEVICE = Set.of("send-inv urdma4j asks");

    private static final String CARD =
            """
            ip link set lo up && ip tuntap add card mode tap && \
            ip link set card mtu 4200 txqueuelen 20000 up && \
            ip addr add 10.77.0.254/24 dev card && ip addr add fd77::fe/64 dev card nodad && \
            exec "$@"
            """;

    @Test
    void shouldAgreeInEveryCase() throws Exception {
        assumeTrue(
                Boolean.getBoolean(ASKED),
                "Skipped: takes minutes and qemu; -D%s=true runs it".formatted(ASKED));
        List<Outcome> outcomes = new ArrayList<>();
        Process run = new ProcessBuilder(command()).redirectErrorStream(true).start();
        try (BufferedReader reader = run.inputReader()) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                System.out.println(line);
                if (line.indexOf('\t') > 0) {
                    outcomes.add(Outcome.parse(line));
                }
            }
        } finally {
            run.destroy();
        }
        assertThat(outcomes)
                .as("all were played, and connections and channels both ways by both families")
                .hasSize(Cases.count(SoftwareDeviceRun::isPlayed) + 8);
        assertThat(
                        outcomes.stream()
                                .filter(each -> !each.passed())
                                .map(each -> each.name() + " " + each.role())
                                .collect(Collectors.toSet()))
                .isEqualTo(OF_THE_DEVICE);
    }

    private static List<String> command() throws Exception {
        String guest =
                Stream.of(VerbsPeer.class, Verbs.class, RdmaCoreProvider.class)
                        .map(each ->
                                each.getProtectionDomain().getCodeSource().getLocation().getPath())
                        .collect(Collectors.joining(":"));
        return List.of(
                "unshare",
                "-Urnm",
                "sh",
                "-c",
                CARD,
                "sh",
                "env",
                "JAVA_HOME=" + System.getProperty("java.home"),
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path")),
                SoftwareDeviceRun.class.getName(),
                Path.of("../../tools/interop/java-guest").toRealPath().toString(),
                guest);
    }
}

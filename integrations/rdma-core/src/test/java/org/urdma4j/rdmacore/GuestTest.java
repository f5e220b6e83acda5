package org.urdma4j.rdmacore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The suite, and connections, over Linux's Soft-RoCE, in a guest that {@code
 * tools/interop/java-guest} boots; takes minutes, so {@code -Durdma4j.guest=true} asks for it.
 */
@Tag("interop")
class GuestTest {
    private static final String ASKED = "urdma4j.guest";

    @Test
    void shouldPassAllCasesThatTheDeviceHas() throws Exception {
        assumeTrue(
                Boolean.getBoolean(ASKED),
                "Skipped: takes minutes and qemu; -D%s=true runs it".formatted(ASKED));
        ProcessBuilder command =
                new ProcessBuilder(
                        Path.of("../../tools/interop/java-guest").toRealPath().toString(),
                        System.getProperty(
                                "surefire.test.class.path", System.getProperty("java.class.path")),
                        GuestRun.class.getName(),
                        RdmaCoreConnectTest.class.getName(),
                        RdmaCoreConformanceTest.class.getName());
        command.environment().put("JAVA_HOME", System.getProperty("java.home"));
        command.environment().put("JAVA_GUEST_OPTIONS", "-Durdma4j.conformance.patience=12");
        command.environment().put("JAVA_GUEST_SECONDS", "3600");
        Process guest = command.redirectErrorStream(true).start();
        List<String> lines = new ArrayList<>();
        try (BufferedReader reader = guest.inputReader()) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                System.out.println(line);
                lines.add(line);
            }
        } finally {
            guest.destroy();
        }
        guest.waitFor();
        assertThat(lines).as("it ran to its end").anyMatch(line -> line.startsWith("cases: "));
        GuestVerdicts.OF_THE_DEVICE.forEach(
                (name, text) -> System.out.printf("doesn't hold on rxe: %s (%s)%n", name, text));
        assertThat(GuestVerdicts.surprises(lines)).isEmpty();
        assertThat(GuestVerdicts.count(lines, "passed")).isGreaterThan(80);
    }
}

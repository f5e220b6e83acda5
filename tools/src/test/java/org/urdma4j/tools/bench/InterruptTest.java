package org.urdma4j.tools.bench;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.tools.Interruptible;
import org.urdma4j.tools.terminal.ThisJava;

import java.io.BufferedReader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Ctrl-C in the midst of a run, as a process gets it. */
@EnabledOnOs(OS.LINUX)
class InterruptTest {
    private static final Pattern INTERVAL = Pattern.compile("^ +[0-9.]+- +[0-9.]+ ");

    @ParameterizedTest
    @ValueSource(strings = {"urdma", "standard", "tcp"})
    void shouldPrintTheSummarySoFar(String protocol) throws Exception {
        try (LocalServer server = new LocalServer()) {
            List<String> command = new ArrayList<>(ThisJava.command());
            command.addAll(List.of("bench", "client", "127.0.0.1"));
            command.addAll(List.of("-p", String.valueOf(server.port())));
            command.addAll(List.of("-w", "4M", "-t", "3600", "-O", "0", "-i", "0.2"));
            command.addAll(List.of("--protocol", protocol));
            Process client = new ProcessBuilder(Interruptible.command(command)).start();
            try (BufferedReader out = client.inputReader(UTF_8);
                    BufferedReader err = client.errorReader(UTF_8)) {
                Executor watchdog = CompletableFuture.delayedExecutor(40, TimeUnit.SECONDS);
                watchdog.execute(client::destroyForcibly);
                String line = out.readLine();
                while (line != null && !INTERVAL.matcher(line).find()) {
                    line = out.readLine();
                }
                assertThat(line).as("the first interval").isNotNull();

                Interruptible.interrupt(client);

                String after = out.lines().collect(Collectors.joining("\n"));
                assertThat(client.waitFor()).isEqualTo(1);
                assertThat(after).contains("received ", "wire rate ", "CPU here/there ");
                assertThat(err.lines()).noneMatch(told -> told.contains("Exception"));
            } finally {
                client.destroyForcibly();
            }
        }
    }
}

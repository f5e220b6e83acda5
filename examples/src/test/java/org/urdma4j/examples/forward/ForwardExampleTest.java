package org.urdma4j.examples.forward;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The program as it is, with {@code ./urdma forward} between its ends. */
@Timeout(120)
class ForwardExampleTest {
    /** Of this JVM alone. */
    private static final long PID = ProcessHandle.current().pid();

    private static final String EXIT = "127.%d.%d.71".formatted(64 + (PID >> 8) % 64, PID % 256);

    private final List<Process> started = new ArrayList<>();

    /** Starts the command, and waits until it listens. */
    private void forward(String... options) throws IOException {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                "org.urdma4j.tools.Urdma",
                                "forward"));
        command.addAll(List.of(options));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        started.add(process);
        BufferedReader said = process.inputReader(UTF_8);
        StringBuilder soFar = new StringBuilder();
        String line = "";
        while (!line.startsWith("listening at ")) {
            line = said.readLine();
            assertThat(line).as("it ended: %s", soFar).isNotNull();
            soFar.append(line).append('\n');
        }
    }

    private static int free() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @AfterEach
    void end() {
        started.forEach(Process::destroyForcibly);
    }

    @Test
    void shouldCarryTheProgram() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread.ofPlatform()
                    .daemon()
                    .start(() -> {
                        try {
                            PlainTcp.serve(server);
                        } catch (SocketException _) {
                            // closed
                        } catch (IOException e) {
                            throw new AssertionError(e);
                        }
                    });
            String target = "127.0.0.1:" + server.getLocalPort();
            forward("--exit", "--listen", EXIT, "--allow", target);
            int entry = free();
            forward(String.valueOf(entry), EXIT + ":" + target);
            assertThat(PlainTcp.ask(entry, "hello")).isEqualTo("hello");
        }
    }
}

package org.urdma4j.tools.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.tools.Invocation;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

class JsonFileTest {
    private static LocalServer server;

    @TempDir Path folder;

    @BeforeAll
    static void startServer() throws IOException {
        server = new LocalServer();
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    private Invocation client(Path file, String options) {
        return server.client(("-w 4M -l 64K --json-file " + file + " " + options).split(" ", -1));
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-n 1M", "-n 1M --bidir -P 2", "-n 1M --protocol tcp -R"})
    void shouldHaveTheRunBesideLinesForPeople(String options) throws IOException {
        Path file = folder.resolve("run.json");
        Files.writeString(file, "of the run before, longer than nothing");

        Invocation result = client(file, options);

        assertThat(result.err()).isEmpty();
        assertThat(result.status()).isZero();
        assertThat(result.out()).contains("interval s", "received ").doesNotContain("{");
        JsonNode run = LocalServer.json(Files.readString(file));
        assertThat(run.path("end").path("sum_received").path("bytes").asLong()).isPositive();
        assertThat(files()).containsExactly(file);
    }

    @Test
    void shouldHaveWhatJsonPrints() throws IOException {
        Path file = folder.resolve("run.json");

        Invocation result = client(file, "-n 1M --json --min-rate 4T");

        assertThat(result.status()).isEqualTo(1);
        assertThat(file).hasContent(result.out().strip());
        assertThat(LocalServer.json(Files.readString(file)).path("error").asString())
                .contains("--min-rate");
    }

    @Test
    void shouldHaveTheWholeRunBesideLinesForPrograms() throws IOException {
        Path file = folder.resolve("run.json");

        Invocation result = client(file, "-n 1M --json-stream");

        assertThat(result.out()).startsWith("{\"event\":\"start\"");
        assertThat(LocalServer.json(Files.readString(file)).has("intervals")).isTrue();
    }

    @Test
    void shouldSayWhyNothingRan() throws IOException {
        Path file = folder.resolve("run.json");
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, LocalServer.ADDRESS)) {
            port = free.getLocalPort();
        }

        Invocation result =
                Invocation.of("bench", "client", LocalServer.HOST, "-p", port, "--json-file", file);

        assertThat(result.status()).isEqualTo(1);
        assertThat(LocalServer.json(Files.readString(file)).path("error").asString())
                .contains("can't reach " + LocalServer.HOST);
    }

    @Test
    void shouldReplaceWhatALinkPointsTo() throws IOException {
        Path file = Files.writeString(folder.resolve("run.json"), "before");
        Path link = Files.createSymbolicLink(folder.resolve("latest"), file.getFileName());

        JsonFile.check(link);
        JsonFile.write(link, "after");

        assertThat(file).content().isEqualToIgnoringNewLines("after");
        assertThat(link).isSymbolicLink();
        assertThat(files()).containsExactlyInAnyOrder(file, link);
    }

    @Test
    void shouldLeaveADeviceADevice() throws IOException {
        Path device = Path.of("/dev/null");

        JsonFile.check(device);
        JsonFile.write(device, "gone");

        assertThat(Files.isRegularFile(device)).isFalse();
    }

    @Test
    void shouldLeaveTheFileAsItWasIfItCannotBeWritten() throws IOException {
        Path file = folder.resolve("is").resolve("gone.json");
        Files.createDirectory(file.getParent());
        JsonFile.check(file);
        Files.delete(file.getParent());

        assertThatThrownBy(() -> JsonFile.write(file, "{}"))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("can't write " + file);
        assertThat(files()).isEmpty();
    }
}

package org.urdma4j.tools.wan;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.tools.terminal.ThisJava;
import org.urdma4j.wan.WanConfig;
import org.urdma4j.wan.WanPath;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The bench between two hosts that only know each other's IPv6 addresses, and loss between. */
@Tag("netns")
@Timeout(120)
class BenchOverWanTest {
    private NamespacePair pair;

    @TempDir private Path folder;

    @BeforeEach
    void makeNamespaces() throws Exception {
        pair = NamespacePair.make();
    }

    @AfterEach
    void removeNamespaces() throws Exception {
        if (pair != null) {
            pair.remove();
        }
    }

    @Test
    void shouldMeasureOverIpv6() throws Exception {
        WanConfig config =
                WanCommandTest.parse(
                        pair.first,
                        pair.second,
                        List.of("--rate", "200M", "--delay", "1ms", "--loss", "0.3%"));
        JsonNode run;
        try (WanPath _ = WanPath.open(config, () -> {})) {
            String server = WanPath.SECOND.ipv6();
            Process listening =
                    start(pair.second, "server", "bench", "server", "-6", "--bind", server);
            try {
                while (!text("server").contains("listening")) { // as long as the test may take
                    assertThat(listening.isAlive()).as(text("server.err")).isTrue();
                    Thread.sleep(20);
                }
                Process client =
                        start(
                                pair.first,
                                "client",
                                ("bench client -6 --verify --json --bytes 5M " + server)
                                        .split(" "));
                assertThat(client.waitFor(60, TimeUnit.SECONDS)).isTrue();
                assertThat(client.exitValue()).as(text("client.err")).isZero();
            } finally {
                listening.destroy();
                listening.waitFor();
            }
            run = JsonMapper.shared().readTree(text("client"));
        }

        JsonNode start = run.path("start");
        assertThat(start.path("connected").path(0).path("remote_host").asString())
                .startsWith("fd77:");
        assertThat(start.path("test_start").path("control").asString()).isEqualTo("cm");
        JsonNode end = run.path("end");
        assertThat(end.path("sum_received").path("bytes").asLong()).isEqualTo(5 << 20);
        assertThat(end.path("urdma").path("lost").asLong()).isPositive();
    }

    private Process start(String namespace, String name, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("ip", "netns", "exec", namespace));
        command.addAll(ThisJava.command());
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectOutput(folder.resolve(name).toFile())
                .redirectError(folder.resolve(name + ".err").toFile())
                .start();
    }

    private String text(String name) throws IOException {
        return Files.readString(folder.resolve(name), UTF_8);
    }
}

package org.urdma4j.tools.wan;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.codec.pcap.CaptureReader;
import org.urdma4j.codec.pcap.CaptureRecord;
import org.urdma4j.tools.terminal.ThisJava;
import org.urdma4j.wan.WanConfig;
import org.urdma4j.wan.WanPath;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The bench between two hosts that only know each other's IPv6 addresses, and loss between. */
@Tag("netns")
@Timeout(120)
class BenchOverWanTest {
    @RegisterExtension private final NamespacePair pair = new NamespacePair();

    @TempDir private Path folder;

    @Test
    void shouldMeasureOverIpv6() throws Exception {
        WanConfig config =
                WanCommandTest.parse(
                        pair.first,
                        pair.second,
                        List.of("--rate", "200M", "--delay", "1ms", "--loss", "0.3%"));
        JsonNode run = run(config, "-6", WanPath.SECOND.ipv6(), "--verify --bytes 5M");

        JsonNode start = run.path("start");
        assertThat(start.path("connected").path(0).path("remote_host").asString())
                .startsWith("fd77:");
        assertThat(start.path("test_start").path("control").asString()).isEqualTo("cm");
        JsonNode end = run.path("end");
        assertThat(end.path("sum_received").path("bytes").asLong()).isEqualTo(5 << 20);
        assertThat(end.path("urdma").path("lost").asLong()).isPositive();
    }

    /** In the headers that a router reads. */
    @Test
    void shouldMarkPacketsWithTheCodePoint() throws Exception {
        Path capture = folder.resolve("wan.pcap");
        List<String> options = List.of("--delay", "1ms", "--pcap", capture.toString());
        WanConfig config = WanCommandTest.parse(pair.first, pair.second, options);

        run(config, "-4", WanPath.SECOND.ipv4(), "--dscp 46 --bytes 1M");

        int marked = 0;
        try (CaptureReader reader = CaptureReader.open(capture)) {
            for (CaptureRecord next = reader.next(); next != null; next = reader.next()) {
                int ip = 14; // behind Ethernet's header
                ByteBuffer frame = next.bytes();
                boolean data =
                        frame.getShort(12) == 0x0800
                                && frame.get(ip + 9) == 17
                                && frame.getShort(ip + 22) == 4791
                                && next.capturedLength() > 1000;
                if (data) {
                    assertThat((frame.get(ip + 1) & 0xff) >> 2).isEqualTo(46);
                    marked++;
                }
            }
        }
        assertThat(marked).isGreaterThan(500);
    }

    private JsonNode run(WanConfig config, String family, String server, String options)
            throws Exception {
        try (WanPath _ = WanPath.open(config, () -> {})) {
            Process listening =
                    start(pair.second, "server", "bench", "server", family, "--bind", server);
            try {
                while (!text("server").contains("listening")) { // as long as the test may take
                    assertThat(listening.isAlive()).as(text("server.err")).isTrue();
                    Thread.sleep(20);
                }
                String call = "bench client %s --json %s %s".formatted(family, options, server);
                Process client = start(pair.first, "client", call.split(" "));
                assertThat(client.waitFor(60, TimeUnit.SECONDS)).isTrue();
                assertThat(client.exitValue()).as(text("client.err")).isZero();
            } finally {
                listening.destroy();
                listening.waitFor();
            }
            return JsonMapper.shared().readTree(text("client"));
        }
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

package org.urdma4j.tools.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.tools.Invocation;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The kernel's TCP with the options and the JSON of RDMA. */
@EnabledOnOs(OS.LINUX)
class TcpCommandTest {
    private static LocalServer server;

    @BeforeAll
    static void startServer() throws IOException {
        server = new LocalServer();
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    private static Invocation client(String options) {
        return server.client(("--protocol tcp --json " + options).split(" ", -1));
    }

    @ParameterizedTest
    @CsvSource({
        "-n 3M -l 64K, 3145728",
        "-n 3M -R, 3145728",
        "-n 3M -P 3 --verify, 3145728",
        "-n 4M -P 2 --bidir, 4194304",
        "-n 1M -C reno -b 10G --dscp 10, 1048576",
        "-t 0.2 -O 0.1 -i 0.1, 0"
    })
    void shouldPrintTheObjectOfEveryProtocol(String options, long bytes) {
        Invocation result = client(options);

        assertThat(result.err()).isEmpty();
        assertThat(result.status()).isZero();
        JsonNode run = LocalServer.json(result.out());
        assertThat(run.path("start").path("test_start").path("protocol").asString())
                .isEqualTo("tcp");
        JsonNode received = run.path("end").path("sum_received");
        assertThat(received.path("bits_per_second").asDouble()).isPositive();
        if (bytes > 0) {
            assertThat(received.path("bytes").asLong()).isEqualTo(bytes);
        }
        assertThat(run.path("end").path("urdma").path("packets").asLong()).isPositive();
        assertThat(run.path("intervals").isEmpty()).isFalse();
    }

    @Test
    void shouldNameTheCongestionControlsThereAre() throws IOException {
        Invocation result = client("-C nosuch");

        String available =
                Files.readString(Path.of("/proc/sys/net/ipv4/tcp_available_congestion_control"))
                        .strip();
        assertThat(result.status()).isEqualTo(1);
        assertThat(result.errLines())
                .singleElement()
                .asString()
                .contains("no TCP congestion control \"nosuch\"; it has: " + available);
    }
}

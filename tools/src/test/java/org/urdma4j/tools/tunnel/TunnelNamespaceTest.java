package org.urdma4j.tools.tunnel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.tools.CommandProcess;
import org.urdma4j.tools.UserNamespaces;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;

/** Two sites joined by a tunnel, in network namespaces, without root. */
@Tag("userns")
class TunnelNamespaceTest {
    @TempDir private Path folder;

    private CommandProcess capture(Sites sites, Path file) throws Exception {
        CommandProcess capture =
                sites.net.urdma("b", "pcap", "capture", "-i", "eth0", "--filter", "", file);
        capture.awaitLine(line -> line.contains("eth0"));
        return capture;
    }

    /** TCP and plain RoCE get through, and outside there are cells of one length alone. */
    @ParameterizedTest
    @CsvSource({"constant:50M, 1472, tcp", "none, 800, standard"})
    void shouldCarryTcpAndPlainRoceInCellsOfOneLength(String shape, int cell, String protocol)
            throws Exception {
        UserNamespaces.requireLibpcap();
        Path file = folder.resolve("wire.pcap");
        try (Sites sites = new Sites(folder);
                CommandProcess capture = capture(sites, file);
                CommandProcess listens = sites.listening(1, "--shape", shape, "--cell", "" + cell);
                CommandProcess asks = sites.asking(1, "--shape", shape, "--cell", "" + cell)) {
            Sites.awaitOtherEnd(listens, asks);
            sites.move(protocol);
            JsonNode there = Sites.last(asks);
            JsonNode back = Sites.last(listens);
            assertThat(capture.interrupt().status()).isEqualTo(130);

            for (JsonNode end : new JsonNode[] {there, back}) {
                assertThat(end.get("frames_in").asLong()).isPositive();
                assertThat(end.get("malformed").asLong()).isZero();
                assertThat(end.get("dropped_auth").asLong()).isZero();
                assertThat(end.get("dropped_replay").asLong()).isZero();
                assertThat(end.get("padding_sent").asLong() > 0).isEqualTo(!shape.equals("none"));
            }
            CapturedWire wire = CapturedWire.read(file);
            assertThat(wire.others()).isZero();
            assertThat(wire.cells().keySet()).containsExactly(cell);
            assertThat(wire.cells().get(cell)).isGreaterThan(2_000_000 / cell);
        }
    }

    /** Another key at the other end: not a cell goes out, nor anything in the clear. */
    @Test
    void shouldSendNothingWithoutACommonKey() throws Exception {
        UserNamespaces.requireLibpcap();
        Path file = folder.resolve("wire.pcap");
        try (Sites sites = new Sites(folder);
                CommandProcess capture = capture(sites, file);
                CommandProcess listens = sites.listening(1, "--shape", "constant:10M");
                CommandProcess asks = sites.asking(2, "--shape", "constant:10M")) {
            asks.awaitSaid(line -> line.contains("no keys with 10.98.0.1"));
            listens.awaitSaid(line -> line.contains("no keys with 10.98.0.2"));
            assertThat(Sites.last(asks).get("cells_sent").asLong()).isZero();
            assertThat(Sites.last(listens).get("cells_sent").asLong()).isZero();
            assertThat(capture.interrupt().status()).isEqualTo(130);

            CapturedWire wire = CapturedWire.read(file);
            assertThat(wire.others()).isZero();
            assertThat(wire.cells()).isEmpty();
        }
    }
}

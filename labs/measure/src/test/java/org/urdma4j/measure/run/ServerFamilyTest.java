package org.urdma4j.measure.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.urdma4j.measure.verbs.VerbsEnds;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** At which family of addresses a server listens, as the kernel tells it. */
@EnabledOnOs(OS.LINUX)
class ServerFamilyTest {
    private static final ServerListener SILENT =
            new ServerListener() {
                @Override
                public void onEnd(RunRecord record) {
                    // nobody asks
                }

                @Override
                public void onRefused(String peer, String why) {
                    // nobody asks
                }

                @Override
                public String output() {
                    return "";
                }
            };

    private static boolean listens(String table, int port) throws IOException {
        String socket = ":%04X ".formatted(port);
        try (Stream<String> lines = Files.lines(Path.of("/proc/net", table))) {
            return lines.anyMatch(line -> line.contains(socket) && line.contains(" 0A "));
        }
    }

    @Test
    void shouldListenAtIpv4Alone() throws Exception {
        InetAddress any = InetAddress.getByAddress(new byte[4]);
        try (BenchServer server =
                new BenchServer(any, 0, new VerbsEnds(), SILENT, "test", false, 1)) {
            assertThat(listens("tcp", server.port())).isTrue();
            assertThat(listens("tcp6", server.port())).isFalse();
        }
    }
}

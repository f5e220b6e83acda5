package org.urdma4j.tools.copy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.tools.CommandProcess;
import org.urdma4j.tools.Invocation;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Copies whose ends are killed with SIGKILL amid a file, and what the next one makes of it. */
@Timeout(300)
class KillTest {
    private static final int MIB = 1 << 20;
    private static final int SIZE = 40 * MIB + 17;

    @TempDir Path here;
    @TempDir Path served;

    /** Lets a copy come some way, then kills one of its ends. */
    private void breakOff(boolean push, boolean killServer, long bytes) throws Exception {
        try (ServedFolder server = new ServedFolder(7, served)) {
            String from = push ? here.resolve("file").toString() : server.at("file");
            String to = push ? server.at("copy") : here.resolve("copy").toString();
            List<Object> call =
                    List.of("copy", from, to, "--json", "--bwlimit", "80M", "--jobs", 1);
            try (CommandProcess copy = CommandProcess.start(List.of(), call.toArray())) {
                copy.awaitLine(line -> number(line, "sent_bytes") >= bytes);
                if (killServer) {
                    server.kill();
                }
            }
        }
    }

    private static long number(String line, String name) {
        JsonNode node = JsonMapper.shared().readTree(line);
        return node.get(name).asLong();
    }

    private Invocation finish(boolean push) throws Exception {
        try (ServedFolder server = new ServedFolder(7, served)) {
            return push
                    ? Invocation.ofClient(
                            "copy", here.resolve("file"), server.at("copy"), "--json", "--verify")
                    : Invocation.ofClient(
                            "copy", server.at("file"), here.resolve("copy"), "--json", "--verify");
        }
    }

    private void killAndGoOn(boolean push) throws Exception {
        byte[] content = new byte[SIZE];
        new Random(4).nextBytes(content);
        Path source = (push ? here : served).resolve("file");
        Path target = (push ? served : here).resolve("copy");
        Files.write(source, content);
        breakOff(push, push, MIB);
        assertThat(target).doesNotExist();
        breakOff(push, !push, MIB);
        assertThat(target).doesNotExist();
        Invocation end = finish(push);
        assertThat(end.status()).as(end.out() + end.err()).isZero();
        String last = end.out().lines().toList().getLast();
        assertThat(number(last, "resumed_bytes")).isPositive();
        assertThat(number(last, "resumed_bytes") + number(last, "sent_bytes")).isEqualTo(SIZE);
        assertThat(number(last, "verified_files")).isEqualTo(1);
        assertThat(target).hasBinaryContent(content);
        try (Stream<Path> left = Files.list(target.getParent())) {
            assertThat(left).hasSize(1);
        }
    }

    @Test
    void shouldGoOnWithAPushAfterEitherEndWasKilled() throws Exception {
        killAndGoOn(true);
    }

    @Test
    void shouldGoOnWithAPullAfterEitherEndWasKilled() throws Exception {
        killAndGoOn(false);
    }
}

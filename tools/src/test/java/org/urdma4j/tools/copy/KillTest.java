package org.urdma4j.tools.copy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.tools.CommandProcess;
import org.urdma4j.tools.Invocation;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * Copies whose ends are killed with SIGKILL amid a file, by turns, and what the next ones make of
 * it. A moment is a number of chunks that are in the journal, so no kill depends on a clock.
 */
class KillTest {
    /** Of both tests together; more, such as 50, with {@code -Durdma4j.copy.kills=50}. */
    private static final int KILLS = Integer.getInteger("urdma4j.copy.kills", 2);

    private static final int MIB = 1 << 20;
    private static final int HEADER = 56;
    private static final int RECORD = 44;
    private static final int MOST_AT_A_TIME = 3;
    private static final long POLL_NS = 2_000_000;
    private static final long LIMIT_NS = 100_000_000_000L;

    private final Random random = new Random(KILLS);

    @TempDir Path here;
    @TempDir Path served;

    /** Returns how many chunks the journal beside a file has. */
    private static long recorded(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            for (Path path : (Iterable<Path>) all::iterator) {
                if (path.getFileName().toString().startsWith(".urdma4j-copy-j-")) {
                    return Math.max(0, Files.size(path) - HEADER) / RECORD;
                }
            }
        }
        return 0;
    }

    private static void awaitRecorded(Path folder, long chunks) throws IOException {
        long start = System.nanoTime();
        while (recorded(folder) < chunks) {
            assertThat(System.nanoTime() - start).as("waits in vain").isLessThan(LIMIT_NS);
            LockSupport.parkNanos(POLL_NS);
        }
    }

    private static long number(String line, String name) {
        JsonNode node = JsonMapper.shared().readTree(line);
        return node.get(name).asLong();
    }

    private void killAndGoOn(boolean push) throws Exception {
        int kills = KILLS / 2;
        byte[] content = new byte[(kills * MOST_AT_A_TIME + 40) * MIB + 17];
        random.nextBytes(content);
        Path source = (push ? here : served).resolve("file");
        Path folder = push ? served : here;
        Path target = folder.resolve("copy");
        Files.write(source, content);
        ServedFolder server = new ServedFolder(7, served);
        try {
            Object from = push ? source : server.at("file");
            Object to = push ? server.at("copy") : target;
            for (int i = 0; i < kills; i++) {
                boolean killServer = (i % 2 == 0) == push;
                long before = recorded(folder);
                List<Object> call = List.of("copy", from, to, "--bwlimit", "80M", "--jobs", 1);
                try (CommandProcess _ = CommandProcess.start(List.of(), call.toArray())) {
                    awaitRecorded(folder, before + 1 + random.nextInt(MOST_AT_A_TIME));
                    if (killServer) {
                        server.kill();
                    }
                }
                assertThat(target).doesNotExist();
                if (killServer) {
                    server.close();
                    server = new ServedFolder(7, served);
                }
            }
            Invocation end = Invocation.ofClient("copy", from, to, "--json", "--verify");
            assertThat(end.status()).as(end.out() + end.err()).isZero();
            check(end.out().lines().toList().getLast(), kills, content.length);
        } finally {
            server.close();
        }
        assertThat(target).hasBinaryContent(content);
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).hasSize(1);
        }
    }

    /** Each copy has brought a chunk at least that no other sent again. */
    private static void check(String end, int kills, long size) {
        assertThat(number(end, "resumed_bytes")).isGreaterThanOrEqualTo((long) kills * MIB);
        assertThat(number(end, "resumed_bytes") + number(end, "sent_bytes")).isEqualTo(size);
        assertThat(number(end, "verified_files")).isEqualTo(1);
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

package org.urdma4j.tools.copy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.fixtures.Nightly;
import org.urdma4j.tools.CommandProcess;
import org.urdma4j.tools.Invocation;
import org.urdma4j.tools.OwnLoopback;
import org.urdma4j.tools.terminal.ThisJava;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Copies whose ends are killed with SIGKILL amid a file, by turns, and what the next ones make of
 * it. A moment is a number of chunks that are in the journal, so no kill depends on a clock.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class KillTest {
    /** Of a push and a pull together, and of each other way alone; by night as many as 50. */
    private static final int KILLS = Integer.getInteger("urdma4j.copy.kills", Nightly.times(1, 50));

    private static final int MIB = 1 << 20;
    private static final int HEADER = 56;
    private static final int RECORD = 44;
    private static final int MOST_AT_A_TIME = 3;
    private static final int WINDOW_S = 8;

    private final Random random = new Random(Nightly.seed(13));

    private enum Way {
        PLAIN,
        SSH,
        RAILS,
        WINDOWS
    }

    @TempDir Path here;
    @TempDir Path served;
    @TempDir Path scratch;

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

    private static long number(String line, String name) {
        JsonNode node = JsonMapper.shared().readTree(line);
        return node.get(name).asLong();
    }

    /** The end that has the served folder. */
    private final class Far implements AutoCloseable {
        private final Way way;
        private final SshStandIn ssh;
        private ServerProcess server; // null with ssh: each copy starts its own
        private boolean killed;

        Far(Way way) throws Exception {
            this.way = way;
            ssh = new SshStandIn(scratch, served);
            start();
        }

        private void start() throws Exception {
            server =
                    switch (way) {
                        case SSH -> null;
                        case RAILS ->
                                new ServerProcess(
                                        107, served, "--rails", ServedFolder.address(108));
                        case PLAIN, WINDOWS -> new ServerProcess(107, served);
                    };
        }

        Object at(String path) {
            return server == null ? "far:" + path : server.at(path);
        }

        /** Returns what a copy is given for this. */
        List<Object> options() throws IOException {
            return switch (way) {
                case PLAIN -> List.of();
                case SSH ->
                        List.of(
                                ssh.option(""),
                                "--remote-command",
                                SshStandIn.far(),
                                "--remote-address",
                                OwnLoopback.address(66).getHostAddress());
                case RAILS ->
                        List.of(
                                "--bind",
                                ServedFolder.address(117),
                                "--rails",
                                ServedFolder.address(118));
                case WINDOWS -> List.of("--window", ScheduledCopyTest.windows(WINDOW_S));
            };
        }

        void kill() throws Exception {
            if (server == null) {
                ssh.farEnd().orElseThrow().destroyForcibly();
            } else {
                server.kill();
                killed = true;
            }
        }

        /** Is ready for the next copy. */
        void revive() throws Exception {
            if (server == null) {
                ssh.awaitEnd();
            } else if (killed) {
                start();
                killed = false;
            }
        }

        @Override
        public void close() {
            if (server != null) {
                server.close();
            }
        }
    }

    private CommandProcess start(List<Object> words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("env", "XDG_CACHE_HOME=" + scratch));
        command.addAll(ThisJava.command());
        words.forEach(word -> command.add(word.toString()));
        return CommandProcess.start(command);
    }

    private void killAndGoOn(Way way, boolean push, int kills) throws Exception {
        byte[] content = new byte[(kills * (MOST_AT_A_TIME + WINDOW_S) + 40) * MIB + 17];
        random.nextBytes(content);
        Path source = (push ? here : served).resolve("file");
        Path folder = push ? served : here;
        Path target = folder.resolve("copy");
        Files.write(source, content);
        try (Far far = new Far(way)) {
            Object from = push ? source : far.at("file");
            Object to = push ? far.at("copy") : target;
            for (int i = 0; i < kills; i++) {
                boolean killServer = (i % 2 == 0) == push;
                long before = recorded(folder);
                String rate = way == Way.WINDOWS ? "8M" : "80M";
                List<Object> call = new ArrayList<>(List.of("copy", from, to, "--bwlimit", rate));
                call.addAll(List.of("--jobs", way == Way.PLAIN ? 2 : 1));
                call.addAll(far.options());
                long wanted = before + 1 + random.nextInt(MOST_AT_A_TIME);
                try (CommandProcess copy = start(call)) {
                    copy.await(() -> recorded(folder) >= wanted);
                    if (way == Way.WINDOWS) { // there is more than one has
                        copy.await(() -> copy.errSoFar().contains("urdma: waits, "));
                    }
                    if (killServer) {
                        far.kill();
                    }
                    copy.signal("KILL");
                    copy.end(); // whose address the next one takes
                }
                assertThat(target).doesNotExist();
                far.revive();
            }
            List<Object> last = new ArrayList<>(List.of("copy", from, to, "--json", "--verify"));
            if (way != Way.WINDOWS) { // whose end would count anew
                last.addAll(far.options());
            }
            Invocation end = Invocation.ofClient(last.toArray());
            assertThat(end.status()).as(end.out() + end.err()).isZero();
            check(end.out().lines().toList().getLast(), kills, content.length);
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
        killAndGoOn(Way.PLAIN, true, (KILLS + 1) / 2);
    }

    @Test
    void shouldGoOnWithAPullAfterEitherEndWasKilled() throws Exception {
        killAndGoOn(Way.PLAIN, false, (KILLS + 1) / 2);
    }

    @Test
    void shouldGoOnWithAPushBySshAfterEitherEndWasKilled() throws Exception {
        killAndGoOn(Way.SSH, true, KILLS);
    }

    @Test
    void shouldGoOnWithAPullOverSeveralPathsAfterEitherEndWasKilled() throws Exception {
        killAndGoOn(Way.RAILS, false, KILLS);
    }

    @Test
    void shouldGoOnWithAPushInWindowsAfterEitherEndWasKilled() throws Exception {
        killAndGoOn(Way.WINDOWS, true, KILLS);
    }
}

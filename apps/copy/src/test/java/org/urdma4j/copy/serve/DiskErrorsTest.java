package org.urdma4j.copy.serve;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.copy.client.CopyClient;
import org.urdma4j.copy.client.CopyOptions;
import org.urdma4j.copy.client.PullRun;
import org.urdma4j.copy.client.PushRun;
import org.urdma4j.copy.client.Tally;
import org.urdma4j.copy.pass.PassListener;
import org.urdma4j.copy.send.Source;
import org.urdma4j.copy.tree.FailingDisk;
import org.urdma4j.copy.tree.Root;
import org.urdma4j.copy.tree.TreePath;
import org.urdma4j.copy.wire.Throttle;
import org.urdma4j.copy.write.TargetTree;
import org.urdma4j.copy.write.WriteOptions;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/** Each call of the disk fails for one entry, here and there, over two connections. */
@Timeout(60)
@ResourceLock(FailingDisk.LOCK)
class DiskErrorsTest {
    private static final CopyOptions CHECKSUM =
            new CopyOptions(true, true, false, false, false, List.of());

    private static final String VICTIM = "the-victim-of-this-test";

    @TempDir Path folder;
    private Path served;
    private Path own;
    private SocketServer server;
    private int rounds;

    @BeforeEach
    void open() throws IOException {
        served = Files.createDirectory(folder.resolve("served"));
        own = Files.createDirectory(folder.resolve("own"));
        server =
                new SocketServer(
                        served,
                        new ServeOptions(false, 8, 8, Duration.ofMinutes(1), false, 1 << 20));
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    private static void plant(Path source, String kind) throws IOException {
        Files.createDirectories(source.resolve(VICTIM));
        Path victim = source.resolve(VICTIM).resolve(kind);
        switch (kind) {
            case "small" -> Files.writeString(victim, "small");
            case "large" -> Files.write(victim, new byte[(1 << 20) + 1]);
            case "link" -> Files.createSymbolicLink(victim, Path.of("nowhere"));
            default -> Files.createDirectory(victim);
        }
        for (int i = 0; i < 6; i++) {
            Files.createDirectories(source.resolve("other/" + i % 2));
            Files.writeString(source.resolve("other/" + i % 2 + "/f" + i), "other" + i);
        }
    }

    private Tally copy(boolean push, String round) throws Exception {
        return copy(push, round, round, 2, PassListener.NONE);
    }

    private Tally copy(boolean push, String from, String to, int jobs, PassListener listener)
            throws Exception {
        Tally tally = new Tally(listener);
        try (Root here = Root.open(own.toString());
                CopyClient client = new CopyClient(server::connect, jobs, Throttle.NONE)) {
            List<Source> all = List.of(new Source(TreePath.of(from), TreePath.of(to)));
            List<TreePath> folders = List.of(TreePath.of(to));
            if (push) {
                PushRun run = new PushRun(client, CHECKSUM, tally);
                var _ = run.run(List.of(new PushRun.Group(here, all)), folders);
            } else {
                WriteOptions write = new WriteOptions(false, true, new SplittableRandom(9));
                try (TargetTree tree = new TargetTree(here, write)) {
                    var _ = new PullRun(client, CHECKSUM, tally, here, tree).run(all, folders);
                }
            }
        }
        return tally;
    }

    private Set<String> round(boolean push, String kind, String call, int errno) throws Exception {
        String round = "round" + rounds++;
        Path source = (push ? own : served).resolve(round);
        Path target = (push ? served : own).resolve(round);
        plant(source, kind);
        String below = round + "/" + VICTIM + "/";
        try (FailingDisk disk = new FailingDisk(call, errno, path -> path.startsWith(below))) {
            Tally tally = copy(push, round);
            String what = "%s %s of %s %d: ".formatted(push ? "push" : "pull", call, kind, errno);
            for (int i = 0; i < 6; i++) {
                assertThat(target.resolve("other/" + i % 2 + "/f" + i))
                        .as(what)
                        .hasContent("other" + i);
            }
            if (tally.failed() == 0) {
                Path victim = target.resolve(VICTIM).resolve(kind);
                assertThat(Files.exists(victim) || Files.isSymbolicLink(victim)).as(what).isTrue();
            } else {
                assertThat(tally.texts()).as(what).hasSize(1);
                assertThat(tally.failed()).as(what).isEqualTo(1);
                assertThat(tally.texts().getFirst()).as(what).startsWith(below + kind + ": ");
            }
            assertThat(tally.foundFiles() - tally.sameFiles() - tally.doneFiles())
                    .as(what)
                    .isLessThanOrEqualTo(tally.failed());
            return disk.calls();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "true, small", "true, large", "true, link", "true, folder",
        "false, small", "false, large", "false, link", "false, folder"
    })
    void shouldTouchOneEntryAloneAndNameItOnce(boolean push, String kind) throws Exception {
        Set<String> calls = round(push, kind, null, 0);
        assertThat(calls).contains("statx");
        int[] errnos = {FailingDisk.EIO, FailingDisk.EACCES, FailingDisk.EMFILE};
        int turn = 0;
        for (String call : calls) {
            var _ = round(push, kind, call, errnos[turn++ % errnos.length]);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldCopyAllElseWhenOnePathGetsTooLong(boolean push) throws Exception {
        Path source = push ? own : served;
        String name = "n".repeat(200);
        String deep = ("d".repeat(250) + "/").repeat(15);
        Path into = push ? served : own;
        for (int i = 0; i < 15; i++) {
            into = Files.createDirectory(into.resolve("d".repeat(250)));
        }
        Files.createDirectories(source.resolve("from/" + name + "/" + name));
        Files.writeString(source.resolve("from/" + name + "/" + name + "/x"), "x");
        for (int i = 0; i < 20; i++) {
            Files.createDirectories(source.resolve("from/" + i));
            Files.writeString(source.resolve("from/" + i + "/f"), "f");
        }
        Tally tally = copy(push, "from", deep + "to", 2, PassListener.NONE);
        assertThat(tally.doneFiles()).isEqualTo(20);
        assertThat(tally.texts())
                .isNotEmpty()
                .allMatch(text -> text.contains(name + "/" + name))
                .allMatch(text -> text.endsWith(": the path is longer than 4095 bytes"));
        assertThat(tally.failed()).isEqualTo(tally.texts().size());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldSayOnceWhatNoConnectionCanRead(boolean push) throws Exception {
        Path source = push ? own : served;
        for (int i = 0; i < 3; i++) {
            Files.createDirectories(source.resolve("jobs/" + VICTIM + i));
        }
        try (FailingDisk _ =
                new FailingDisk(
                        "openat2", FailingDisk.EACCES, path -> path.startsWith("jobs/" + VICTIM))) {
            Tally tally = copy(push, "jobs", "jobs", 8, PassListener.NONE);
            assertThat(tally.failed()).isEqualTo(3);
            assertThat(tally.texts()).hasSize(3);
        }
    }

    /** It is offered again, and nothing else is on the way that would have the peer answer. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldEndWhenAFileIsGoneThatWasToBeOfferedAgain(boolean push) throws Exception {
        Path source = push ? own : served;
        Path target = push ? served : own;
        Files.createDirectories(source.resolve("gone"));
        Files.createDirectories(target.resolve("gone"));
        Path file = Files.write(source.resolve("gone/" + VICTIM), new byte[2 << 20]);
        PassListener removes =
                new PassListener() {
                    @Override
                    public void onWanted(TreePath path, long bytes, long have) {
                        try {
                            Files.write(file, new byte[3 << 20]);
                            Files.delete(file);
                        } catch (IOException _) {
                            // the second time
                        }
                    }
                };
        Tally tally = copy(push, "gone", "gone", 1, removes);
        assertThat(tally.failed()).isEqualTo(1);
        assertThat(tally.texts().getFirst()).startsWith("gone/" + VICTIM + ": ");
    }
}

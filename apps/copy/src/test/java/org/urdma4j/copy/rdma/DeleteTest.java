package org.urdma4j.copy.rdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.copy.client.CopyOptions;
import org.urdma4j.copy.client.Tally;
import org.urdma4j.copy.tree.FailingDisk;
import org.urdma4j.copy.tree.FileHandle;
import org.urdma4j.copy.tree.ReservedNames;
import org.urdma4j.copy.tree.Root;
import org.urdma4j.copy.tree.TreePath;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** {@code --delete} where something can't be copied, or can't be removed. */
@Timeout(60)
class DeleteTest {
    private static final CopyOptions DELETE =
            new CopyOptions(true, false, false, true, false, List.of());
    private static final CopyOptions DRY =
            new CopyOptions(true, false, false, true, true, List.of());

    @TempDir Path here;
    @TempDir Path there;
    private Path source;
    private Path target;

    @BeforeEach
    void plant() throws IOException {
        for (Path each : new Path[] {here, there}) {
            Files.createDirectories(each.resolve("kept"));
        }
    }

    private Tally copy(boolean push, CopyOptions options, int jobs) throws Exception {
        try (SocketSite site = new SocketSite(there)) {
            return site.copy(push, here, options, jobs);
        }
    }

    private void sides(boolean push) {
        source = push ? here : there;
        target = push ? there : here;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldRemoveTheRestWhenOneEntryStays(boolean push) throws Exception {
        sides(push);
        Path fresh = Files.createDirectories(source.resolve("new/folder"));
        Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rwxr-x--x"));
        Files.setLastModifiedTime(fresh, FileTime.fromMillis(1_000_000_000_123L));
        for (int i = 0; i < 20; i++) {
            Trees.file(target.resolve("surplus/" + i), 3, i);
            Trees.file(target.resolve("more" + i + "/of/it"), 3, i);
            Trees.file(target.resolve("top" + i), 3, i);
        }
        Path stays = Files.createDirectories(target.resolve("up/stays"));
        Trees.file(stays.resolve("goes"), 3, 1);
        String name = new String(ReservedNames.temporary(5), StandardCharsets.US_ASCII);
        try (Root root = Root.open(stays.toString());
                FileHandle writing = root.directory().createFile(ReservedNames.temporary(5))) {
            assertThat(writing.tryLock()).as("as if a copy wrote it").isTrue();
            Tally tally = copy(push, DELETE, 2);
            assertThat(tally.texts()).containsExactly("up/stays: the directory is not empty");
            assertThat(tally.failed()).isEqualTo(1);
        }
        assertThat(stays.resolve(name)).exists();
        Files.delete(stays.resolve(name));
        Files.delete(stays);
        Files.delete(target.resolve("up"));
        assertThat(Trees.facts(target)).isEqualTo(Trees.facts(source));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldKeepTheNameOfWhatCannotBeCopied(boolean push) throws Exception {
        sides(push);
        for (String name : new String[] {"fifo", "kept/fifo"}) {
            Process made = new ProcessBuilder("mkfifo", source.resolve(name).toString()).start();
            assertThat(made.waitFor()).isZero();
        }
        Path file = Trees.file(target.resolve("fifo"), 30, 1);
        Trees.file(target.resolve("kept/fifo/in"), 30, 1);
        Trees.file(target.resolve("surplus"), 30, 1);
        for (CopyOptions options : List.of(DRY, DELETE)) {
            Tally tally = copy(push, options, 3);
            assertThat(tally.skipped()).isEqualTo(2);
            assertThat(tally.texts()).hasSize(2).allMatch(text -> text.contains("is a device"));
            assertThat(tally.failed()).isZero();
            assertThat(tally.removed()).as("surplus, and what kept/fifo has").isEqualTo(2);
        }
        assertThat(file).hasSize(30);
        assertThat(target.resolve("kept/fifo")).isEmptyDirectory();
        assertThat(target.resolve("surplus")).doesNotExist();
    }

    /** Whatever of the source can't be listed might be there: {@code late} once all is copied. */
    @ParameterizedTest
    @CsvSource({
        "true, openat2, false",
        "true, getdents64, false",
        "true, statx, false",
        "true, openat2, true",
        "false, openat2, false",
        "false, getdents64, false",
        "false, statx, false",
        "false, openat2, true"
    })
    @ResourceLock(FailingDisk.LOCK)
    void shouldRemoveNothingOfASourceThatCannotBeRead(boolean push, String call, boolean late)
            throws Exception {
        sides(push);
        Trees.file(source.resolve("unread/f"), 3, 1);
        Trees.file(target.resolve("t/unread/surplus"), 3, 2);
        Trees.file(target.resolve("t/surplus"), 3, 3);
        Path copied = target.resolve("t/unread/f");
        String at = call.equals("statx") ? "unread/f" : "unread";
        try (FailingDisk _ =
                        new FailingDisk(
                                call,
                                FailingDisk.EACCES,
                                path -> path.equals(at) && (!late || Files.exists(copied)));
                SocketSite site = new SocketSite(there)) {
            Tally tally = site.copy(push, here, TreePath.of("t"), DELETE, 1);
            assertThat(tally.texts()).containsExactly(at + ": permission denied");
            assertThat(tally.removed()).isZero();
        }
        assertThat(target.resolve("t/unread/surplus")).exists();
        assertThat(target.resolve("t/surplus")).exists();
        assertThat(copied.toFile().exists()).isEqualTo(late);
    }
}

package org.urdma4j.copy.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.copy.tree.DirectoryHandle;
import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.DiskException.Kind;
import org.urdma4j.copy.tree.FileType;
import org.urdma4j.copy.tree.ReservedNames;
import org.urdma4j.copy.tree.Root;
import org.urdma4j.copy.tree.TreePath;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

class TreeScanTest {
    @TempDir Path folder;
    private Root root;
    private final List<DiskException> skipped = new ArrayList<>();

    @BeforeEach
    void open() throws IOException {
        root = Root.open(folder.toString());
    }

    @AfterEach
    void close() {
        root.close();
    }

    private SortedMap<String, Entry> scan(String start, Excludes excludes) throws DiskException {
        TreeMap<String, Entry> found = new TreeMap<>();
        try (TreeScan scan = new TreeScan(root, TreePath.of(start), excludes, skipped::add)) {
            for (Entry entry = scan.next(); entry != null; entry = scan.next()) {
                TreePath parent = entry.path().parent();
                boolean first = found.isEmpty();
                assertThat(first || found.containsKey(parent.toString()))
                        .as("%s after its directory", entry.path())
                        .isTrue();
                assertThat(found.put(entry.path().toString(), entry)).isNull();
            }
            assertThat(scan.next()).isNull();
        }
        return found;
    }

    @Test
    void shouldMeetEverything() throws IOException {
        Files.createDirectories(folder.resolve("a/b/c"));
        Files.createDirectories(folder.resolve("empty"));
        Files.writeString(folder.resolve("a/b/f"), "12345");
        Files.createLink(folder.resolve("a/g"), folder.resolve("a/b/f"));
        Files.createSymbolicLink(folder.resolve("a/l"), Path.of("../.."));
        try (RandomAccessFile sparse = new RandomAccessFile(folder.resolve("s").toFile(), "rw")) {
            sparse.setLength(1L << 33);
        }
        SortedMap<String, Entry> found = scan("", Excludes.NONE);
        assertThat(found.keySet())
                .containsExactly(".", "a", "a/b", "a/b/c", "a/b/f", "a/g", "a/l", "empty", "s");
        assertThat(found.get("a/l").target()).asString().isEqualTo("../..");
        assertThat(found.get("a/l").stat().type()).isEqualTo(FileType.SYMLINK);
        assertThat(found.get("s").stat().size()).isEqualTo(1L << 33);
        assertThat(found.get("s").stat().isSparse()).isTrue();
        assertThat(found.get("a/b/f").stat().links()).isEqualTo(2);
        assertThat(found.get("a/b/f").stat().isSparse()).isFalse();
        assertThat(skipped).isEmpty();
    }

    @Test
    void shouldBeginAnywhereAndWithAnything() throws IOException {
        Files.createDirectories(folder.resolve("a/b"));
        Files.writeString(folder.resolve("a/b/f"), "x");
        Files.createSymbolicLink(folder.resolve("a/b/l"), Path.of("/"));
        assertThat(scan("a/b", Excludes.NONE).keySet()).containsExactly("a/b", "a/b/f", "a/b/l");
        assertThat(scan("a/b/f", Excludes.NONE).keySet()).containsExactly("a/b/f");
        assertThat(scan("a/b/l", Excludes.NONE).get("a/b/l").target()).containsExactly('/');
        assertThatThrownBy(() -> scan("none", Excludes.NONE))
                .hasMessage("none: there is no such file or directory");
        assertThatThrownBy(() -> scan("a/b/l/etc", Excludes.NONE))
                .isInstanceOf(DiskException.class);
    }

    @Test
    void shouldMeetWhatCannotBeCopiedAndNothingThatIsBeingCopied() throws Exception {
        assertThat(new ProcessBuilder("mkfifo", folder + "/fifo").start().waitFor()).isZero();
        Files.writeString(folder.resolve("f"), "x");
        root.directory().createFile(ReservedNames.temporary(1)).close();
        SortedMap<String, Entry> found = scan("", Excludes.NONE);
        assertThat(found.keySet()).containsExactly(".", "f", "fifo");
        assertThat(found.get("fifo").stat().type()).isEqualTo(FileType.SPECIAL);
        assertThat(scan("fifo", Excludes.NONE).keySet()).containsExactly("fifo");
        assertThat(skipped).isEmpty();
    }

    @Test
    void shouldLeaveOutWhatIsExcludedFromTheStartOn() throws IOException {
        Files.createDirectories(folder.resolve("s/target/x"));
        Files.createDirectories(folder.resolve("s/src/target"));
        Files.writeString(folder.resolve("s/a.o"), "x");
        Files.writeString(folder.resolve("s/src/b.o"), "x");
        Files.writeString(folder.resolve("s/src/b.c"), "x");
        Excludes excludes = Excludes.of(List.of(bytes("/target/"), bytes("*.o")));
        assertThat(scan("s", excludes).keySet())
                .containsExactly("s", "s/src", "s/src/b.c", "s/src/target");
    }

    /** Deeper than a process may have files open, as deep as a path may be. */
    @Test
    void shouldGoAsDeepAsPathsGo() throws IOException {
        DirectoryHandle directory = root.openDirectory(TreePath.ROOT);
        for (int i = 0; i < 2100; i++) {
            try (DirectoryHandle above = directory) {
                above.makeDirectory(bytes("d"));
                // by a handle of no path, since no path is that long
                try (Root here = Root.open("/proc/self/fd/" + fd(above))) {
                    directory = here.openDirectory(TreePath.of("d"));
                }
            }
        }
        directory.close();
        assertThat(scan("", Excludes.NONE)).hasSize(2049);
        assertThat(skipped)
                .singleElement()
                .satisfies(e -> assertThat(e.kind()).isEqualTo(Kind.BAD_NAME));
        assertThat(new ProcessBuilder("rm", "-rf", folder + "/d").start())
                .satisfies(rm -> rm.waitFor());
    }

    private static int fd(DirectoryHandle directory) throws IOException {
        long inode = directory.stat().identity().inode();
        try (var all = Files.list(Path.of("/proc/self/fd"))) {
            return all.filter(fd -> isInode(fd, inode))
                    .mapToInt(fd -> Integer.parseInt(fd.getFileName().toString()))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static boolean isInode(Path fd, long inode) {
        try {
            return (long) Files.getAttribute(fd, "unix:ino") == inode;
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void shouldFindWhatIsTooMany() throws IOException {
        for (String directory : List.of("k/old/deeper", "k/kept", "gone/a/b", "keep/x")) {
            Files.createDirectories(folder.resolve(directory));
        }
        for (String file : List.of("k/old/deeper/f", "k/f", "k/g", "gone/a/f", "keep/x/y.bak")) {
            Files.writeString(folder.resolve(file), "x");
        }
        root.directory().createFile(ReservedNames.partial(bytes("p"))).close();
        SeenPaths wanted = new SeenPaths();
        for (String path : List.of("k", "k/kept", "k/f")) {
            wanted.add(TreePath.of(path));
        }
        Excludes excludes = Excludes.of(List.of(bytes("*.bak")));
        SurplusScan scan = new SurplusScan(root, TreePath.ROOT, excludes, wanted, skipped::add);
        List<String> found = new ArrayList<>();
        for (TreePath path = scan.next(); path != null; path = scan.next()) {
            found.add(path.toString());
        }
        assertThat(found)
                .containsExactlyInAnyOrder(
                        "k/g",
                        "k/old",
                        "k/old/deeper",
                        "k/old/deeper/f",
                        "gone",
                        "gone/a",
                        "gone/a/b",
                        "gone/a/f",
                        new String(ReservedNames.partial(bytes("p")), StandardCharsets.US_ASCII));
        assertThat(found.indexOf("k/old/deeper/f")).isLessThan(found.indexOf("k/old/deeper"));
        assertThat(found.indexOf("k/old/deeper")).isLessThan(found.indexOf("k/old"));
        assertThat(found.indexOf("gone/a/b")).isLessThan(found.indexOf("gone/a"));
        assertThat(skipped).isEmpty();
    }

    @Test
    void shouldRememberAHundredThousandPaths() throws DiskException {
        SeenPaths seen = new SeenPaths();
        for (int i = 0; i < 100_000; i++) {
            seen.add(TreePath.of("d/" + i));
            seen.add(TreePath.of("d/" + i));
        }
        assertThat(seen.size()).isEqualTo(100_000);
        for (int i = 0; i < 100_000; i++) {
            assertThat(seen.contains(TreePath.of("d/" + i))).isTrue();
            assertThat(seen.contains(TreePath.of("e/" + i))).isFalse();
        }
    }

    private static byte[] bytes(String name) {
        return name.getBytes(StandardCharsets.UTF_8);
    }
}

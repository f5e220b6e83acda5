package org.urdma4j.copy.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.copy.digest.Checksums;
import org.urdma4j.copy.tree.Attributes;
import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.DiskException.Kind;
import org.urdma4j.copy.tree.FileType;
import org.urdma4j.copy.tree.ReservedNames;
import org.urdma4j.copy.tree.Root;
import org.urdma4j.copy.tree.TreePath;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Files that are there at once, links, directories, and what is in their place. */
class TargetTreeTest {
    private static final Attributes PLAIN = new Attributes(0644, 1_700_000_000, 123_456_789);

    @TempDir Path folder;
    private Root root;
    private TargetTree target;

    @BeforeEach
    void open() throws IOException {
        root = Root.open(folder.toString());
        target = new TargetTree(root, new WriteOptions(false, true, new Random(1)));
    }

    @AfterEach
    void close() throws IOException {
        target.close();
        root.close();
    }

    private static Kind kind(ThrowingCallable call) {
        return catchThrowableOfType(DiskException.class, call).kind();
    }

    private void write(String path, Attributes attributes, String content) throws DiskException {
        ByteBuffer data = ByteBuffer.wrap(content.getBytes(StandardCharsets.UTF_8));
        target.writeFile(TreePath.of(path), attributes, data, Checksums.of(data));
    }

    private List<String> names() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void shouldKeepContentPermissionsAndNanoseconds() throws IOException {
        write("a", PLAIN, "content");
        write("empty", new Attributes(0400, -1, 1), "");
        assertThat(folder.resolve("a")).hasContent("content");
        assertThat(Files.getLastModifiedTime(folder.resolve("a")))
                .isEqualTo(FileTime.from(Instant.ofEpochSecond(1_700_000_000, 123_456_789)));
        assertThat(
                        PosixFilePermissions.toString(
                                Files.getPosixFilePermissions(folder.resolve("a"))))
                .isEqualTo("rw-r--r--");
        assertThat(folder.resolve("empty")).isEmptyFile();
        assertThat(Files.getLastModifiedTime(folder.resolve("empty")))
                .isEqualTo(FileTime.from(Instant.ofEpochSecond(-1, 1)));
        assertThat(names()).containsExactly("a", "empty");
    }

    /** Bits that lend the owner's rights would lend those of whoever runs the server. */
    @Test
    void shouldNotKeepSetIdBits() throws IOException {
        write("a", new Attributes(07755, 0, 0), "x");
        target.makeDirectory(TreePath.of("d"), new Attributes(07755, 0, 0));
        target.finish();
        assertThat((int) Files.getAttribute(folder.resolve("a"), "unix:mode") & 07777)
                .isEqualTo(0755);
        assertThat((int) Files.getAttribute(folder.resolve("d"), "unix:mode") & 07777)
                .isEqualTo(01755);
    }

    @Test
    void shouldReplaceAFileInOneStep() throws IOException {
        Files.writeString(folder.resolve("a"), "old");
        Object before = Files.getAttribute(folder.resolve("a"), "unix:ino");
        write("a", PLAIN, "new");
        assertThat(folder.resolve("a")).hasContent("new");
        assertThat(Files.getAttribute(folder.resolve("a"), "unix:ino")).isNotEqualTo(before);
    }

    @Test
    void shouldReplaceALinkAndNotWhatItLeadsTo(@TempDir Path elsewhere) throws IOException {
        Path secret = Files.writeString(elsewhere.resolve("secret"), "secret");
        Files.createSymbolicLink(folder.resolve("a"), secret);
        Files.createSymbolicLink(folder.resolve("d"), elsewhere);
        assertThat(kind(() -> write("d/x", PLAIN, "new"))).isIn(Kind.LINK, Kind.NOT_DIRECTORY);
        write("a", PLAIN, "new");
        target.makeDirectory(TreePath.of("d"), new Attributes(0755, 0, 0));
        write("d/x", PLAIN, "new");
        target.finish();
        assertThat(secret).hasContent("secret");
        assertThat(elsewhere.resolve("x")).doesNotExist();
        assertThat(folder.resolve("a")).isRegularFile().hasContent("new");
        assertThat(folder.resolve("d/x")).hasContent("new");
        assertThat(Files.isSymbolicLink(folder.resolve("d"))).isFalse();
    }

    @Test
    void shouldBelieveNoContentThatDoesNotMatch() {
        ByteBuffer data = ByteBuffer.wrap(new byte[] {1, 2, 3});
        assertThat(kind(() -> target.writeFile(TreePath.of("a"), PLAIN, data, new byte[32])))
                .isEqualTo(Kind.CORRUPT);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void shouldTakeThePlaceOfAnEmptyDirectoryButNotOfAFullOne() throws IOException {
        Files.createDirectories(folder.resolve("full/x"));
        Files.createDirectories(folder.resolve("empty"));
        Files.createDirectories(folder.resolve("link"));
        write("empty", PLAIN, "new");
        target.writeLink(TreePath.of("link"), PLAIN, new byte[] {'x'});
        assertThatThrownBy(() -> write("full", PLAIN, "new"))
                .hasMessage(
                        "full: is a directory that is not empty, and a file or link in the source;"
                                + " --force without --exclude removes it");
        assertThat(folder.resolve("empty")).hasContent("new");
        assertThat(names()).containsExactly("empty", "full", "link");
    }

    @Test
    void shouldMakeLinksThatSayAnything() throws IOException {
        for (String says : List.of("/etc/passwd", "../../..", "none", "a b\n")) {
            target.writeLink(TreePath.of("l"), PLAIN, says.getBytes(StandardCharsets.UTF_8));
            assertThat(Files.readSymbolicLink(folder.resolve("l"))).hasToString(says);
        }
        assertThat(kind(() -> target.writeLink(TreePath.of("l"), PLAIN, new byte[0])))
                .isEqualTo(Kind.BAD_NAME);
        assertThat(kind(() -> target.writeLink(TreePath.of("l"), PLAIN, new byte[] {'a', 0})))
                .isEqualTo(Kind.BAD_NAME);
        assertThat(kind(() -> target.writeLink(TreePath.of("l"), PLAIN, new byte[5000])))
                .isEqualTo(Kind.BAD_NAME);
        assertThat(names()).containsExactly("l");
        byte[] last = "a b\n".getBytes(StandardCharsets.UTF_8);
        assertThat(target.compare(TreePath.of("l"), FileType.SYMLINK, 4, PLAIN, last))
                .isEqualTo(Difference.NONE);
        assertThat(target.compare(TreePath.of("l"), FileType.SYMLINK, 4, PLAIN, new byte[] {'x'}))
                .isEqualTo(Difference.CONTENT);
    }

    @Test
    void shouldSetDirectoriesTimesWhenAllIsInThem() throws IOException {
        Attributes readOnly = new Attributes(0555, 1_000_000_000, 7);
        target.makeDirectory(TreePath.of("d"), readOnly);
        target.makeDirectory(TreePath.of("d/e"), readOnly);
        write("d/e/f", PLAIN, "x");
        write("d/g", PLAIN, "x");
        target.finish();
        for (String directory : List.of("d", "d/e")) {
            assertThat(
                            target.compare(
                                    TreePath.of(directory), FileType.DIRECTORY, 0, readOnly, null))
                    .isEqualTo(Difference.NONE);
        }
        // once more, into what is read-only now
        target.makeDirectory(TreePath.of("d"), readOnly);
        target.makeDirectory(TreePath.of("d/e"), readOnly);
        write("d/e/h", PLAIN, "x");
        target.finish();
        assertThat(target.compare(TreePath.of("d/e"), FileType.DIRECTORY, 0, readOnly, null))
                .isEqualTo(Difference.NONE);
    }

    @Test
    void shouldTellWhatDiffers() throws IOException {
        write("a", PLAIN, "content");
        TreePath a = TreePath.of("a");
        assertThat(target.compare(a, FileType.FILE, 7, PLAIN, null)).isEqualTo(Difference.NONE);
        assertThat(target.compare(a, FileType.FILE, 8, PLAIN, null)).isEqualTo(Difference.CONTENT);
        Attributes later = new Attributes(0644, 1_700_000_000, 123_456_790);
        assertThat(target.compare(a, FileType.FILE, 7, later, null)).isEqualTo(Difference.CONTENT);
        Attributes other = new Attributes(0600, 1_700_000_000, 123_456_789);
        assertThat(target.compare(a, FileType.FILE, 7, other, null))
                .isEqualTo(Difference.ATTRIBUTES);
        target.setAttributes(a, FileType.FILE, other);
        assertThat(target.compare(a, FileType.FILE, 7, other, null)).isEqualTo(Difference.NONE);
        assertThat(target.compare(a, FileType.DIRECTORY, 0, PLAIN, null))
                .isEqualTo(Difference.TYPE);
        assertThat(target.compare(TreePath.of("b"), FileType.FILE, 7, PLAIN, null))
                .isEqualTo(Difference.ABSENT);
        assertThat(target.compare(TreePath.of("b/c"), FileType.FILE, 7, PLAIN, null))
                .isEqualTo(Difference.ABSENT);
    }

    @Test
    void shouldRemoveWhatItIsToldToAndNothingElse() throws IOException {
        Files.createDirectories(folder.resolve("d/e"));
        write("a", PLAIN, "x");
        target.remove(TreePath.of("a"));
        target.remove(TreePath.of("a"));
        assertThat(kind(() -> target.remove(TreePath.of("d")))).isEqualTo(Kind.NOT_EMPTY);
        target.remove(TreePath.of("d/e"));
        target.remove(TreePath.of("d"));
        assertThat(kind(() -> target.remove(TreePath.ROOT))).isEqualTo(Kind.NO_PERMISSION);
        assertThat(folder).isEmptyDirectory();
        // what was removed can be made again
        target.makeDirectory(TreePath.of("d"), new Attributes(0700, 0, 0));
        write("d/a", PLAIN, "x");
        assertThat(folder.resolve("d/a")).hasContent("x");
    }

    @Test
    void shouldWriteNothingUnderItsOwnNames() {
        String reserved = new String(ReservedNames.temporary(1), StandardCharsets.US_ASCII);
        assertThat(kind(() -> write(reserved, PLAIN, "x"))).isEqualTo(Kind.BAD_NAME);
        assertThat(kind(() -> write("none/a", PLAIN, "x"))).isEqualTo(Kind.NOT_FOUND);
        assertThat(
                        kind(() ->
                                target.writeFile(
                                        TreePath.ROOT,
                                        PLAIN,
                                        ByteBuffer.allocate(0),
                                        Checksums.of(ByteBuffer.allocate(0)))))
                .isEqualTo(Kind.IS_DIRECTORY);
    }

    /** Two copies whose random numbers are the same. */
    @Test
    void shouldTakeAnotherNameWhenOneIsTaken() throws IOException {
        byte[] taken = ReservedNames.temporary(new Random(1).nextLong());
        try (var file = root.directory().createFile(taken)) {
            assertThat(file.tryLock()).isTrue();
            write("a", PLAIN, "x");
            assertThat(folder.resolve("a")).hasContent("x");
            assertThat(names()).hasSize(2).contains(new String(taken, StandardCharsets.US_ASCII));
        }
    }

    @Test
    void shouldRemoveWhatKilledCopiesLeftAndNothingThatIsInUse() throws IOException {
        byte[] dead = ReservedNames.temporary(1);
        byte[] alive = ReservedNames.temporary(2);
        byte[] partial = ReservedNames.partial(new byte[] {'b'});
        root.directory().createFile(dead).close();
        root.directory().createFile(partial).close();
        root.directory().makeLink(ReservedNames.temporary(3), new byte[] {'x'});
        try (var file = root.directory().createFile(alive)) {
            assertThat(file.tryLock()).isTrue();
            write("a", PLAIN, "x");
            assertThat(names())
                    .containsExactlyInAnyOrder(
                            "a",
                            new String(alive, StandardCharsets.US_ASCII),
                            new String(partial, StandardCharsets.US_ASCII));
        }
        try (TargetTree anew =
                new TargetTree(root, new WriteOptions(false, false, new Random(2)))) {
            anew.writeLink(TreePath.of("b"), PLAIN, new byte[] {'x'});
        }
        assertThat(names()).containsExactly("a", "b");
    }
}

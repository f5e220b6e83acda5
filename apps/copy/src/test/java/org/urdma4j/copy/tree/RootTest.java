package org.urdma4j.copy.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.copy.tree.DiskException.Kind;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;

/** What a root lets through, by openat2 and name by name. */
class RootTest {
    @TempDir Path folder;
    private Root root;

    private Root open(boolean inOneCall) throws IOException {
        Files.createDirectories(folder.resolve("in/a/b"));
        Files.createDirectories(folder.resolve("out"));
        Files.writeString(folder.resolve("out/secret"), "secret");
        Files.writeString(folder.resolve("in/a/b/file"), "content");
        root = new Root(Root.open(folder.resolve("in").toString()).directory(), inOneCall);
        return root;
    }

    @AfterEach
    void close() {
        if (root != null) {
            root.close();
        }
    }

    private static Kind kind(ThrowingCallable call) {
        return catchThrowableOfType(DiskException.class, call).kind();
    }

    private static String read(FileHandle file) throws DiskException {
        try (file) {
            ByteBuffer into = ByteBuffer.allocate(100);
            int length = file.read(into, 0);
            return new String(into.array(), 0, length, StandardCharsets.UTF_8);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldOpenWhatIsBelow(boolean inOneCall) throws IOException {
        open(inOneCall);
        assertThat(read(root.openFile(TreePath.of("a/b/file")))).isEqualTo("content");
        assertThat(root.stat(TreePath.of("a/b/file")).orElseThrow().size()).isEqualTo(7);
        assertThat(root.stat(TreePath.ROOT).orElseThrow().type()).isEqualTo(FileType.DIRECTORY);
        assertThat(root.stat(TreePath.of("a/none"))).isEmpty();
        assertThat(root.stat(TreePath.of("none/none"))).isEmpty();
        try (DirectoryHandle b = root.openDirectory(TreePath.of("a/b"))) {
            assertThat(read(b.openFile(bytes("file")))).isEqualTo("content");
        }
        try (DirectoryHandle self = root.openDirectory(TreePath.ROOT)) {
            assertThat(self.list().next()).isEqualTo(bytes("a"));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldFollowNoLink(boolean inOneCall) throws IOException {
        open(inOneCall);
        Path in = folder.resolve("in");
        Files.createSymbolicLink(in.resolve("out"), Path.of("../out"));
        Files.createSymbolicLink(in.resolve("absolute"), folder.resolve("out"));
        Files.createSymbolicLink(in.resolve("inner"), Path.of("a"));
        Files.createSymbolicLink(in.resolve("leaf"), Path.of("a/b/file"));
        Files.createSymbolicLink(in.resolve("magic"), Path.of("/proc/self/root"));
        for (String way : new String[] {"out/secret", "absolute/secret", "inner/b/file"}) {
            assertThat(kind(() -> root.openFile(TreePath.of(way))))
                    .as(way)
                    .isIn(Kind.LINK, Kind.NOT_DIRECTORY);
            assertThat(kind(() -> root.stat(TreePath.of(way))))
                    .as(way)
                    .isIn(Kind.LINK, Kind.NOT_DIRECTORY);
        }
        assertThat(kind(() -> root.openFile(TreePath.of("leaf")))).isEqualTo(Kind.LINK);
        assertThat(kind(() -> root.openDirectory(TreePath.of("out"))))
                .isIn(Kind.LINK, Kind.NOT_DIRECTORY);
        assertThat(kind(() -> root.openDirectory(TreePath.of("magic/etc"))))
                .isIn(Kind.LINK, Kind.NOT_DIRECTORY);
        assertThat(root.stat(TreePath.of("leaf")).orElseThrow().type()).isEqualTo(FileType.SYMLINK);
        assertThat(kind(() -> root.directory().openFile(bytes("leaf")))).isEqualTo(Kind.LINK);
        assertThat(kind(() -> root.directory().openDirectory(bytes("out"))))
                .isIn(Kind.LINK, Kind.NOT_DIRECTORY);
        assertThat(kind(() -> root.directory().createFile(bytes("leaf")))).isEqualTo(Kind.EXISTS);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldOpenNoFifoSocketOrDirectoryAsAFile(boolean inOneCall) throws Exception {
        open(inOneCall);
        Path in = folder.resolve("in");
        assertThat(new ProcessBuilder("mkfifo", in + "/fifo").start().waitFor()).isZero();
        try (ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            socket.bind(UnixDomainSocketAddress.of(in.resolve("socket")));
            assertThat(kind(() -> root.openFile(TreePath.of("socket")))).isEqualTo(Kind.SPECIAL);
        }
        assertThat(kind(() -> root.openFile(TreePath.of("fifo")))).isEqualTo(Kind.SPECIAL);
        assertThat(kind(() -> root.directory().openWritable(bytes("fifo"))))
                .isEqualTo(Kind.SPECIAL);
        assertThat(root.stat(TreePath.of("fifo")).orElseThrow().type()).isEqualTo(FileType.SPECIAL);
        assertThat(kind(() -> root.openFile(TreePath.of("a")))).isEqualTo(Kind.IS_DIRECTORY);
        assertThat(kind(() -> root.openFile(TreePath.of("a/b/file/x"))))
                .isEqualTo(Kind.NOT_DIRECTORY);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldTakeEveryByteThatLinuxTakesInNames(boolean inOneCall) throws IOException {
        open(inOneCall);
        TreeSet<Integer> expected = new TreeSet<>();
        for (int b = 1; b < 256; b++) {
            if (b != '/') {
                byte[] name = {'x', (byte) b};
                root.directory().createFile(name).close();
                expected.add(b);
            }
        }
        Listing listing = root.directory().list();
        TreeSet<Integer> found = new TreeSet<>();
        for (byte[] name = listing.next(); name != null; name = listing.next()) {
            if (name[0] == 'x') {
                found.add(name[1] & 0xFF);
                root.openFile(TreePath.of(name)).close();
            }
        }
        assertThat(found).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldSayThatItWasRemovedMeanwhile(boolean inOneCall) throws IOException {
        open(inOneCall);
        Files.delete(folder.resolve("in/a/b/file"));
        Files.delete(folder.resolve("in/a/b"));
        Files.delete(folder.resolve("in/a"));
        Files.delete(folder.resolve("in"));

        DiskException failure =
                catchThrowableOfType(
                        DiskException.class,
                        () -> {
                            try (DirectoryHandle self = root.openDirectory(TreePath.ROOT)) {
                                var _ = self.list().next();
                            }
                        });
        assertThat(failure).hasMessage(".: the folder was removed or replaced meanwhile");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldSayWhatIsTheMatterOnOneLine(boolean inOneCall) throws IOException {
        open(inOneCall);
        assertThatThrownBy(() -> root.openFile(TreePath.of("a/no\nne")))
                .hasMessage("a/no\\x0Ane: there is no such file or directory");
        assertThatThrownBy(() -> root.directory().removeDirectory(bytes("a")))
                .hasMessage("a: the directory is not empty");
        assertThatThrownBy(() -> Root.open(folder.resolve("none").toString()))
                .hasMessageEndingWith("none: there is no such file or directory");
        assertThatThrownBy(() -> Root.open("")).isInstanceOf(DiskException.class);
        assertThatThrownBy(() -> Root.open("a\0b")).isInstanceOf(DiskException.class);
    }

    private static byte[] bytes(String name) {
        return name.getBytes(StandardCharsets.UTF_8);
    }
}

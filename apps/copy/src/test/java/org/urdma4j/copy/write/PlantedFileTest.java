package org.urdma4j.copy.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.copy.digest.Checksums;
import org.urdma4j.copy.tree.Attributes;
import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.FileIdentity;
import org.urdma4j.copy.tree.ReservedNames;
import org.urdma4j.copy.tree.Root;
import org.urdma4j.copy.tree.TreePath;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Random;
import java.util.stream.Stream;

/** What others put where a larger file is going to be written, whose temporary name they know. */
class PlantedFileTest {
    private static final byte[] NAME = {'b', 'i', 'g'};
    private static final int CHUNK = 1 << 12;
    private static final int CHUNKS = 3;
    private static final int STRANGER = 12345;

    @TempDir Path folder;
    private Root root;
    private TargetTree tree;

    @BeforeEach
    void open() throws DiskException {
        root = Root.open(folder.toString());
        tree = new TargetTree(root, new WriteOptions(false, true, new Random(1)));
    }

    @AfterEach
    void close() throws DiskException {
        tree.close();
        root.close();
    }

    private Path name(boolean journal) {
        byte[] name = journal ? ReservedNames.journal(NAME) : ReservedNames.partial(NAME);
        return folder.resolve(new String(name, StandardCharsets.US_ASCII));
    }

    private TargetFile begin() throws DiskException {
        FileIdentity source = new FileIdentity(CHUNKS * CHUNK, 1, 2, 3, 4, 5);
        return tree.openFile(TreePath.of("big"), new Attributes(0600, 1, 2), source, false, CHUNK);
    }

    private static ByteBuffer chunk(int index) {
        byte[] bytes = new byte[CHUNK];
        new Random(index).nextBytes(bytes);
        return ByteBuffer.wrap(bytes);
    }

    private void copy() throws IOException {
        try (TargetFile file = begin()) {
            assertThat(file.verified().isEmpty()).isTrue();
            for (int i = 0; i < CHUNKS; i++) {
                file.write(i, chunk(i), Checksums.of(chunk(i)));
            }
            file.commit();
        }
        byte[] all = Files.readAllBytes(folder.resolve("big"));
        for (int i = 0; i < CHUNKS; i++) {
            assertThat(ByteBuffer.wrap(all, i * CHUNK, CHUNK)).isEqualTo(chunk(i));
        }
        Path big = folder.resolve("big");
        assertThat(Files.getAttribute(big, "unix:uid")).isEqualTo(uid(Path.of("/proc/self")));
        assertThat(Files.getAttribute(big, "unix:nlink")).isEqualTo(1);
    }

    private static Object uid(Path file) throws IOException {
        return Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldLeaveAFileAloneThatIsLinkedThere(boolean journal) throws Exception {
        Path precious = Files.writeString(folder.resolve("precious"), "precious");
        Files.createLink(name(journal), precious);
        copy();
        assertThat(precious).hasContent("precious");
        assertThat(name(journal)).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldFollowNoLink(boolean journal) throws Exception {
        Path precious = Files.writeString(folder.resolve("precious"), "precious");
        Files.createSymbolicLink(name(journal), precious);
        copy();
        assertThat(precious).hasContent("precious");
        assertThat(leftBehind()).containsExactly(name(journal));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldPassByAFolder(boolean journal) throws Exception {
        Files.createDirectory(name(journal));
        copy();
        assertThat(leftBehind()).containsExactly(name(journal));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldPassByASocket(boolean journal) throws Exception {
        try (ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            socket.bind(UnixDomainSocketAddress.of(name(journal)));
            copy();
        }
        assertThat(leftBehind()).containsExactly(name(journal));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldNotGoOnWithWhatOthersMayWriteTo(boolean journal) throws Exception {
        begin().close();
        Path planted = name(journal);
        Object inode = Files.getAttribute(planted, "unix:ino");
        Files.setPosixFilePermissions(planted, PosixFilePermissions.fromString("rw-rw-rw-"));
        try (FileChannel held = FileChannel.open(planted)) {
            copy();
            assertThat(Files.getAttribute(folder.resolve("big"), "unix:ino")).isNotEqualTo(inode);
            assertThat(held.size()).isLessThanOrEqualTo(CHUNKS * CHUNK);
        }
        assertThat(leftBehind()).isEmpty();
    }

    /** An earlier copy may have been killed after it had given the file its permissions. */
    @Test
    void shouldGoOnWithItsOwnAndLetNobodyReadIt() throws Exception {
        try (TargetFile file = begin()) {
            file.write(1, chunk(1), Checksums.of(chunk(1)));
        }
        Files.setPosixFilePermissions(name(false), PosixFilePermissions.fromString("rw-r--r--"));
        try (TargetFile file = begin()) {
            assertThat(file.verified().cardinality()).isEqualTo(1);
            assertThat(Files.getPosixFilePermissions(name(false)))
                    .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldNotGoOnWithAnotherUsersFile(boolean journal) throws Exception {
        if (!uid(Path.of("/proc/self")).equals(0)) {
            System.out.println("Skipped: only root can make another user's file");
            abort("not root");
        }
        begin().close();
        Files.writeString(name(journal), "planted");
        Files.setAttribute(name(journal), "unix:uid", STRANGER);
        copy();
        assertThat(name(journal)).hasContent("planted");
        assertThat(leftBehind()).contains(name(journal));
    }

    @Test
    void shouldSweepWhatAKilledCopyWroteUnderNamesByChance() throws Exception {
        Files.createDirectory(name(false));
        try (TargetFile file = begin()) {
            file.write(0, chunk(0), Checksums.of(chunk(0)));
            try (TargetTree other =
                    new TargetTree(root, new WriteOptions(false, true, new Random(2)))) {
                ByteBuffer small = ByteBuffer.allocate(1);
                other.writeFile(
                        TreePath.of("s"), new Attributes(0600, 1, 1), small, Checksums.of(small));
            }
            assertThat(leftBehind()).hasSize(3); // in use
        }
        try (TargetTree other =
                new TargetTree(root, new WriteOptions(false, true, new Random(2)))) {
            ByteBuffer small = ByteBuffer.allocate(1);
            other.writeFile(
                    TreePath.of("s"), new Attributes(0600, 1, 1), small, Checksums.of(small));
        }
        assertThat(leftBehind()).containsExactly(name(false));
    }

    @Test
    void shouldStillSayThatAnotherCopyWritesIt() throws Exception {
        try (TargetFile _ = begin()) {
            assertThatThrownBy(this::begin)
                    .isInstanceOf(DiskException.class)
                    .hasMessage("big: another copy is writing this file");
        }
    }

    private Stream<Path> leftBehind() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all
                    .filter(path -> path.getFileName().toString().startsWith(ReservedNames.PREFIX))
                    .toList()
                    .stream();
        }
    }
}

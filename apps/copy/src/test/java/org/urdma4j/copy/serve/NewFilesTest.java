package org.urdma4j.copy.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.copy.files.RemoteEntry;
import org.urdma4j.copy.files.RemoteFiles;
import org.urdma4j.copy.files.RemoteWriter;
import org.urdma4j.copy.message.ByteString;
import org.urdma4j.copy.message.Fault;
import org.urdma4j.copy.message.Limits;
import org.urdma4j.copy.message.Message;
import org.urdma4j.copy.message.Version;
import org.urdma4j.copy.pass.SessionException;
import org.urdma4j.copy.tree.Accounts;
import org.urdma4j.copy.tree.TreePath;
import org.urdma4j.copy.wire.MessageStream;
import org.urdma4j.copy.wire.Throttle;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Files that are written from their beginning on, and the client of single files, over sockets. */
@Timeout(60)
class NewFilesTest {
    @TempDir Path folder;
    private Path served;
    private SocketServer server;

    @BeforeEach
    void serve() throws IOException {
        served = Files.createDirectories(folder.resolve("served"));
        server = new SocketServer(served, new ServeOptions(false, 4, Duration.ofMinutes(1)));
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    private static ByteBuffer data(String text) {
        return ByteBuffer.wrap(text.getBytes(UTF_8));
    }

    private static TreePath path(String text) throws IOException {
        return TreePath.of(text);
    }

    private List<String> names() throws IOException {
        try (Stream<Path> all = Files.list(served)) {
            return all.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    private static void refused(Fault fault, RemoteFiles files, String name, boolean replace)
            throws IOException {
        TreePath path = path(name);
        assertThatThrownBy(() -> files.create(path, 0644, replace))
                .as(name)
                .isInstanceOfSatisfying(
                        SessionException.class, e -> assertThat(e.fault()).isEqualTo(fault));
    }

    @Test
    void shouldShowAFileOnceItIsWhole() throws Exception {
        try (RemoteFiles files = new RemoteFiles(server.connect())) {
            RemoteWriter writer = files.create(path("new"), 0640, false);
            writer.write(data("one "));
            writer.write(data("two"));
            assertThat(files.stat(path("new"))).isEmpty();
            assertThat(names()).singleElement().asString().startsWith(".urdma4j-copy-t-");
            writer.commit();
            assertThat(names()).containsExactly("new");
            assertThat(served.resolve("new")).hasContent("one two");
            assertThat(files.stat(path("new")).orElseThrow().attributes().permissions())
                    .isEqualTo(0640);
            ByteBuffer part = ByteBuffer.allocate(16);
            assertThat(files.read(path("new"), 4, part).await()).isEqualTo(3);
            assertThat(new String(part.array(), 0, 3, UTF_8)).isEqualTo("two");
        }
    }

    @Test
    void shouldLetOneOfTwoHaveAName() throws Exception {
        try (RemoteFiles files = new RemoteFiles(server.connect())) {
            RemoteWriter first = files.create(path("a"), 0644, false);
            RemoteWriter second = files.create(path("a"), 0644, false);
            first.write(data("first"));
            second.write(data("second"));
            second.commit();
            assertThatThrownBy(first::commit)
                    .isInstanceOfSatisfying(
                            SessionException.class,
                            e -> assertThat(e.fault()).isEqualTo(Fault.EXISTS));
            RemoteWriter third = files.create(path("a"), 0644, true);
            third.write(data("third"));
            third.abandon();
            assertThat(files.stat(path("a"))).isPresent(); // answered after the file was let go
            assertThat(names()).containsExactly("a");
            assertThat(served.resolve("a")).hasContent("second");
            Files.writeString(served.resolve("b"), "b");
            assertThatThrownBy(() -> files.move(path("a"), path("b")))
                    .isInstanceOf(SessionException.class);
            assertThat(served.resolve("b")).hasContent("b");
        }
    }

    @Test
    void shouldRefuseWhatCantBeWritten() throws Exception {
        Files.createDirectory(served.resolve("d"));
        Files.writeString(served.resolve("f"), "f");
        Files.createSymbolicLink(served.resolve("out"), Path.of(".."));
        try (RemoteFiles files = new RemoteFiles(server.connect())) {
            refused(Fault.EXISTS, files, "f", false);
            refused(Fault.IS_DIRECTORY, files, "d", true);
            refused(Fault.IS_DIRECTORY, files, "", true);
            refused(Fault.NOT_FOUND, files, "none/f", true);
            refused(Fault.NOT_DIRECTORY, files, "f/f", true);
            refused(Fault.BAD_NAME, files, ".urdma4j-copy-t-1", true);
            assertThatThrownBy(() -> files.create(path("out/f"), 0644, true))
                    .isInstanceOf(SessionException.class);
            assertThat(folder.resolve("f")).doesNotExist();
            List<RemoteWriter> writers = new ArrayList<>();
            for (int i = 0; i < Limits.NEW_FILES; i++) {
                writers.add(files.create(path("many" + i), 0644, false));
            }
            refused(Fault.LIMIT, files, "more", false);
            for (RemoteWriter writer : writers) {
                writer.commit();
            }
            assertThat(names()).hasSize(Limits.NEW_FILES + 3);
        }
    }

    @Test
    void shouldLeaveNothingOfWhoGoes() throws Exception {
        try (RemoteFiles files = new RemoteFiles(server.connect())) {
            files.create(path("half"), 0644, false).write(data("half"));
            assertThat(files.list(TreePath.ROOT)).hasSize(1);
        }
        assertThat(server.end()).isEqualTo("null");
        assertThat(names()).isEmpty();
    }

    @Test
    void shouldTellWhoCommitsOfDamagedData() throws Exception {
        try (MessageStream raw = server.hello()) {
            raw.sendNow(new Message.Create(1, path("a"), 0644, false));
            assertThat(raw.receive()).isInstanceOf(Message.Done.class);
            ByteString wrong = ByteString.of(new byte[Limits.DIGEST]);
            raw.sendNow(new Message.Write(1, wrong, data("a")));
            raw.sendNow(new Message.Write(1, wrong, data("b"))); // passed over
            raw.sendNow(new Message.Commit(1));
            assertThat(raw.receive())
                    .isInstanceOfSatisfying(
                            Message.Failed.class,
                            m -> assertThat(m.fault()).isEqualTo(Fault.CORRUPT));
            assertThat(names()).isEmpty();
            raw.sendNow(new Message.Commit(1)); // of no file any more
            assertThat(raw.receive())
                    .isInstanceOfSatisfying(Message.Failed.class, m -> assertThat(m.id()).isZero());
            assertThat(raw.receive()).isNull();
        }
    }

    @Test
    void shouldChangeNothingOfAServerThatIsReadOnly() throws Exception {
        server.close();
        server = new SocketServer(served, new ServeOptions(true, 4, Duration.ofMinutes(1)));
        Files.writeString(served.resolve("f"), "f");
        try (RemoteFiles files = new RemoteFiles(server.connect())) {
            assertThat(files.isReadOnly()).isTrue();
            refused(Fault.READ_ONLY, files, "a", false);
            assertThatThrownBy(() -> files.move(path("f"), path("g")))
                    .isInstanceOf(SessionException.class);
            assertThatThrownBy(() -> files.setPermissions(path("f"), 0777))
                    .isInstanceOf(SessionException.class);
            assertThatThrownBy(() -> files.removeContents(TreePath.ROOT))
                    .isInstanceOf(IOException.class);
        }
        assertThat(names()).containsExactly("f");
    }

    @Test
    void shouldFailAllThatWaitsWhenTheServerEnds() throws Exception {
        try (RemoteFiles files = new RemoteFiles(server.connect())) {
            server.close();
            assertThatThrownBy(
                            () -> {
                                while (true) {
                                    var _ = files.stat(TreePath.ROOT);
                                }
                            })
                    .isInstanceOf(IOException.class)
                    .isNotInstanceOf(SessionException.class);
            assertThatThrownBy(() -> files.list(TreePath.ROOT)).isInstanceOf(IOException.class);
            assertThat(files.isOpen()).isFalse();
        }
    }

    private static ByteString name(String text) {
        return ByteString.of(text);
    }

    private static void notGiven(
            Fault fault, RemoteFiles files, String name, String user, String group)
            throws IOException {
        TreePath path = path(name);
        assertThatThrownBy(() -> files.setOwner(path, name(user), name(group)))
                .isInstanceOfSatisfying(
                        SessionException.class, e -> assertThat(e.fault()).isEqualTo(fault));
    }

    @Test
    void shouldTellOwnersToWhoAsks() throws Exception {
        Files.writeString(served.resolve("f"), "f");
        String user = Files.getOwner(served.resolve("f")).getName();
        try (RemoteFiles files = new RemoteFiles(server.connect())) {
            assertThat(files.find(path("f")).orElseThrow().user()).isEqualTo(ByteString.EMPTY);
            notGiven(Fault.UNSUPPORTED, files, "f", user, "");
            assertThat(files.tellOwners()).isTrue();
            RemoteEntry entry = files.find(path("f")).orElseThrow();
            assertThat(entry.user()).isEqualTo(name(user));
            assertThat(files.list(TreePath.ROOT)).containsExactly(entry);
            files.setOwner(path("f"), entry.user(), entry.group());
            notGiven(Fault.BAD_NAME, files, "f", "nobody\0", "");
            notGiven(Fault.BAD_NAME, files, "f", "-1", "");
            notGiven(Fault.NO_PERMISSION, files, "f", "4294967294", "");
            notGiven(Fault.NO_PERMISSION, files, "f", "", "4294967294");
            notGiven(Fault.BAD_NAME, files, ".urdma4j-copy-t-1", user, "");
            assertThat(files.find(TreePath.ROOT).orElseThrow().user()).isEqualTo(name(user));
        }
    }

    @Test
    void shouldSetOwnersAsRoot() throws Exception {
        assumeTrue(Accounts.isRoot(), "Skipped: needs root, to give files away");
        server.close();
        server = new SocketServer(served, ServeOptions.DEFAULT.withPrivileged(true));
        Path file = Files.writeString(served.resolve("f"), "f");
        try (RemoteFiles files = new RemoteFiles(server.connect())) {
            assertThat(files.tellOwners()).isTrue();
            files.setOwner(path("f"), name("12345"), ByteString.EMPTY);
            assertThat(Files.getAttribute(file, "unix:uid")).isEqualTo(12_345);
            assertThat(Files.getAttribute(file, "unix:gid")).isEqualTo(0);
            files.setOwner(path("f"), name("root"), name("23456"));
            assertThat(Files.getAttribute(file, "unix:uid")).isEqualTo(0);
            assertThat(Files.getAttribute(file, "unix:gid")).isEqualTo(23_456);
            assertThat(files.find(path("f")).orElseThrow().group()).isEqualTo(name("23456"));
        }
    }

    /** What a server of a version before says, and does. */
    @Test
    void shouldSayThatAServerIsTooOldToTell() throws Exception {
        try (ServerSocketChannel old = ServerSocketChannel.open()) {
            old.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            Thread.ofPlatform()
                    .daemon()
                    .start(() -> {
                        try (MessageStream stream =
                                new MessageStream(old.accept(), Throttle.NONE)) {
                            var _ = stream.receive();
                            stream.sendNow(new Message.Welcome(Version.CURRENT, false));
                            var _ = stream.receive();
                            stream.sendNow(
                                    new Message.Failed(
                                            0, Fault.OTHER, "a message of the unknown type 50"));
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    });
            try (RemoteFiles files = new RemoteFiles(SocketChannel.open(old.getLocalAddress()))) {
                assertThat(files.tellOwners()).isFalse();
            }
        }
    }
}

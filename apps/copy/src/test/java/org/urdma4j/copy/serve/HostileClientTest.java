package org.urdma4j.copy.serve;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.copy.message.ByteString;
import org.urdma4j.copy.message.Facts;
import org.urdma4j.copy.message.Fault;
import org.urdma4j.copy.message.Limits;
import org.urdma4j.copy.message.Message;
import org.urdma4j.copy.message.MessageCodec;
import org.urdma4j.copy.message.PassOptions;
import org.urdma4j.copy.message.Version;
import org.urdma4j.copy.tree.Attributes;
import org.urdma4j.copy.tree.FileIdentity;
import org.urdma4j.copy.tree.FileType;
import org.urdma4j.copy.tree.Metadata;
import org.urdma4j.copy.tree.Preserve;
import org.urdma4j.copy.tree.TreePath;
import org.urdma4j.copy.tree.XattrKinds;
import org.urdma4j.copy.wire.MessageStream;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Clients that do what they must not, to a server behind plain sockets. */
@Timeout(60)
class HostileClientTest {
    private static final PassOptions COPY = new PassOptions(PassOptions.Kind.COPY, false, true);
    private static final ByteString DIGEST = ByteString.of("0123456789abcdef0123456789abcdef");

    @TempDir Path folder;
    private SocketServer server;

    @BeforeEach
    void serve() throws IOException {
        Files.createDirectories(folder.resolve("served"));
        Files.writeString(folder.resolve("secret"), "secret");
        Files.createSymbolicLink(folder.resolve("served/out"), Path.of(".."));
        server =
                new SocketServer(
                        folder.resolve("served"),
                        new ServeOptions(false, 3, 3, Duration.ofSeconds(1), false, 1 << 20));
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    private static Facts file(long size) {
        return new Facts(
                FileType.FILE, new Attributes(0644, 1, 2), new FileIdentity(size, 1, 2, 3, 4, 5));
    }

    private static Message.Offer offer(int id, String path, long size) throws IOException {
        return new Message.Offer(id, TreePath.of(path), file(size), false, ByteString.EMPTY);
    }

    @Test
    void shouldFollowNoLinkThatLeadsOut() throws Exception {
        try (MessageStream stream = server.hello()) {
            stream.sendNow(new Message.Read(1, TreePath.of("out/secret"), 0, 100));
            assertThat(((Message.Failed) stream.receive()).fault()).isEqualTo(Fault.LINK);
            stream.sendNow(new Message.Rename(2, TreePath.of("out/secret"), TreePath.of("mine")));
            assertThat(stream.receive()).isInstanceOf(Message.Failed.class);
            stream.sendNow(new Message.Remove(3, TreePath.of("out/secret")));
            assertThat(stream.receive()).isInstanceOf(Message.Failed.class);
            stream.send(new Message.Push(COPY));
            stream.sendNow(offer(4, "out/new", 3));
            assertThat(stream.receive()).isInstanceOf(Message.Failed.class);
        }
        assertThat(folder.resolve("secret")).hasContent("secret");
        assertThat(folder.resolve("new")).doesNotExist();
        assertThat(folder.resolve("served/mine")).doesNotExist();
    }

    @Test
    void shouldEndWhoSendsWhatIsNoMessage() throws Exception {
        Random random = new Random(2);
        for (int i = 0; i < 200; i++) {
            byte[] bytes = new byte[1 + random.nextInt(300)];
            random.nextBytes(bytes);
            try (SocketChannel socket = server.connect()) {
                socket.write(ByteBuffer.wrap(bytes));
                socket.shutdownOutput();
                assertThat(server.end()).isNotNull();
            }
        }
        try (MessageStream stream = server.hello()) {
            stream.sendNow(new Message.Ping());
        }
        assertThat(server.end()).isEqualTo("null");
    }

    /** Whole messages in an order that no client has. */
    @Test
    void shouldSurviveMessagesInAnyOrder() throws Exception {
        Random random = new Random(3);
        for (int i = 0; i < 200; i++) {
            try (MessageStream stream = server.hello()) {
                for (int j = 0; j < 20; j++) {
                    stream.send(any(random));
                }
                stream.flush();
            } catch (IOException _) {
                // it was thrown out
            }
            assertThat(server.end()).isNotNull().doesNotContain("Exception", "Error");
        }
        try (Stream<Path> all = Files.list(folder)) {
            assertThat(all).hasSize(2);
        }
        assertThat(folder.resolve("secret")).hasContent("secret");
    }

    private static Message any(Random random) throws IOException {
        int id = random.nextInt(4);
        String[] paths = {"a", "a/b", "out", "out/secret", "a/b/c", "d"};
        String path = paths[random.nextInt(paths.length)];
        TreePath at = random.nextInt(9) == 0 ? TreePath.ROOT : TreePath.of(path);
        ByteBuffer data = ByteBuffer.allocate(random.nextInt(50));
        return switch (random.nextInt(25)) {
            case 0, 1 -> new Message.Push(COPY);
            case 2 -> offer(id, path, random.nextInt(50));
            case 3 -> offer(id, path, Limits.CHUNK + random.nextInt(50));
            case 4 -> new Message.Whole(id, DIGEST, data);
            case 5 -> new Message.Chunk(id, random.nextLong() >>> 1, DIGEST, data);
            case 6 -> new Message.Hole(id, random.nextInt(3));
            case 7 -> new Message.End(id);
            case 8 -> new Message.Abandon(id, Fault.CHANGED, "changed");
            case 9 -> new Message.Folder(id, at, new Attributes(0700, 1, 1));
            case 10 ->
                    new Message.Link(
                            id,
                            at,
                            new Facts(
                                    FileType.SYMLINK,
                                    new Attributes(0777, 1, 1),
                                    new FileIdentity(6, 1, 1, 1, 1, 1)),
                            ByteString.of("../../x"));
            case 11 -> new Message.Over();
            case 12 -> new Message.Finish(id);
            case 13 -> new Message.Remove(id, at);
            case 14 -> new Message.Rename(id, at, TreePath.of(paths[random.nextInt(6)]));
            case 15 -> new Message.MakeFolder(id, at, 0700);
            case 16 -> new Message.HardLink(id, at, TreePath.of(paths[random.nextInt(6)]));
            case 17 -> new Message.Account(random.nextBoolean(), id, ByteString.of("root"));
            case 18 -> new Message.SetPreserve(id, Preserve.ofBits(random.nextInt(64)));
            case 19 -> new Message.Described(id, metadata(random));
            case 20 -> join(id, random.nextInt(3), 3);
            case 22 -> new Message.TellOwners(id);
            case 23 -> new Message.SetOwner(id, at, ByteString.of("1"), ByteString.EMPTY);
            case 21 -> new Message.Lend(id, random.nextInt(3), random.nextInt(4));
            default -> new Message.ListFolder(id, at);
        };
    }

    private static Message join(int id, int part, int parts) {
        return new Message.Join(id, ByteString.of(new byte[Limits.TOKEN]), part, parts);
    }

    private static Metadata metadata(Random random) {
        String[] names = {"user.a", "system.posix_acl_access", "security.capability", "x", "\0"};
        byte[] value = new byte[random.nextInt(40)];
        random.nextBytes(value);
        String name = names[random.nextInt(names.length)];
        SortedMap<String, ByteBuffer> one = new TreeMap<>(Map.of(name, ByteBuffer.wrap(value)));
        return new Metadata(random.nextInt(), random.nextInt(), XattrKinds.NONE, one);
    }

    @Test
    void shouldHoldNoMoreFilesThanALimit() throws Exception {
        try (MessageStream stream = server.hello()) {
            stream.send(new Message.Push(COPY));
            for (int i = 1; i <= 20_000; i++) {
                stream.send(offer(i, "f" + i, 1));
                if (i % 4000 == 0) {
                    stream.flush();
                    for (int j = 0; j < 4000 && i <= 8000; j++) {
                        assertThat(stream.receive()).isInstanceOf(Message.Want.class);
                    }
                }
            }
            stream.flush();
        } catch (IOException _) {
            // it was thrown out while it sent
        }
        assertThat(server.end()).contains("too many files at a time");
    }

    @Test
    void shouldDropWhoSaysNothing() throws Exception {
        try (SocketChannel quiet = server.connect();
                MessageStream stops = server.hello();
                SocketChannel starts = server.connect()) {
            ByteBuffer half = ByteBuffer.allocate(100);
            MessageCodec.write(new Message.Hello(Version.CURRENT), half);
            starts.write(half.flip().limit(6));
            for (int i = 0; i < 3; i++) {
                assertThat(server.end()).startsWith("dropped: it did nothing for 1 s");
            }
            assertThat(stops.receive()).isNull();
            assertThat(quiet.read(ByteBuffer.allocate(9))).isLessThan(1);
        }
    }

    @Test
    void shouldRefuseConnectionsBeyondItsLimit() throws Exception {
        try (MessageStream one = server.hello();
                MessageStream two = server.hello();
                MessageStream three = server.hello();
                MessageStream four = server.stream()) {
            assertThat(((Message.Failed) four.receive()).fault()).isEqualTo(Fault.LIMIT);
            assertThat(server.end()).startsWith("refused");
            one.sendNow(new Message.Ping());
            assertThat(two.isReady() || three.isReady()).isFalse();
        }
    }

    @Test
    void shouldDoPlainOperationsOnFiles() throws Exception {
        try (MessageStream stream = server.hello()) {
            stream.sendNow(new Message.MakeFolder(1, TreePath.of("a"), 0750));
            assertThat(stream.receive()).isEqualTo(new Message.Done(1));
            Files.writeString(folder.resolve("served/a/f"), "0123456789");
            stream.sendNow(new Message.Read(2, TreePath.of("a/f"), 4, 100));
            Message.Part part = (Message.Part) stream.receive();
            assertThat(part.data()).isEqualTo(ByteBuffer.wrap("456789".getBytes(UTF_8)));
            stream.sendNow(new Message.ListFolder(3, TreePath.of("a")));
            Message.Listed listed = (Message.Listed) stream.receive();
            assertThat(listed.name()).hasToString("f");
            assertThat(listed.facts().size()).isEqualTo(10);
            assertThat(stream.receive()).isEqualTo(new Message.Done(3));
            stream.sendNow(new Message.Rename(4, TreePath.of("a/f"), TreePath.of("g")));
            assertThat(stream.receive()).isEqualTo(new Message.Done(4));
            stream.sendNow(new Message.Remove(5, TreePath.of("a")));
            assertThat(stream.receive()).isEqualTo(new Message.Done(5));
            stream.sendNow(new Message.Stat(6, TreePath.of("a")));
            assertThat(((Message.Failed) stream.receive()).fault()).isEqualTo(Fault.NOT_FOUND);
        }
        assertThat(folder.resolve("served/g")).hasContent("0123456789");
    }
}

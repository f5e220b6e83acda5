package org.urdma4j.copy.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.copy.message.ByteString;
import org.urdma4j.copy.message.Facts;
import org.urdma4j.copy.message.Fault;
import org.urdma4j.copy.message.Message;
import org.urdma4j.copy.message.PassOptions;
import org.urdma4j.copy.message.Version;
import org.urdma4j.copy.tree.Attributes;
import org.urdma4j.copy.tree.FileIdentity;
import org.urdma4j.copy.tree.FileType;
import org.urdma4j.copy.tree.TreePath;
import org.urdma4j.copy.wire.DelegatingChannel;
import org.urdma4j.copy.wire.Listener;
import org.urdma4j.copy.wire.MessageStream;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** What clients can take of a server: places and memory. */
@Timeout(60)
class ServeLimitsTest {
    private static final PassOptions COPY = new PassOptions(PassOptions.Kind.COPY, false, true);
    private static final PassOptions KEEP = new PassOptions(PassOptions.Kind.KEEP, false, true);
    private static final long PATH_MEMORY = 1 << 16;

    @TempDir Path folder;
    private final BlockingQueue<String> peers = new LinkedBlockingQueue<>();
    private SocketServer server;

    private void serve(int connections, int perPeer, Duration idle) throws IOException {
        serve(connections, perPeer, idle, channel -> channel);
    }

    private interface Wrapping {
        ByteChannel wrap(ByteChannel channel);
    }

    private void serve(int connections, int perPeer, Duration idle, Wrapping wrapping)
            throws IOException {
        SocketServer.Door door =
                socket -> {
                    ByteChannel channel = wrapping.wrap(socket);
                    String peer = peers.poll();
                    return new Listener.Accepted(
                            channel, peer == null ? "somebody" : peer, refusal(peer));
                };
        server =
                new SocketServer(
                        folder,
                        new ServeOptions(false, connections, perPeer, idle, false, PATH_MEMORY),
                        door);
    }

    private static String refusal(String peer) {
        return "enemy".equals(peer) ? "not you" : null;
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    private MessageStream connect(String peer) throws IOException {
        peers.add(peer);
        return server.stream();
    }

    private MessageStream hello(String peer) throws IOException {
        peers.add(peer);
        return server.hello();
    }

    private void refused(String peer, String why) throws IOException {
        try (MessageStream stream = connect(peer)) {
            Message.Failed answer = (Message.Failed) stream.receive();
            assertThat(answer.fault()).isEqualTo(Fault.LIMIT);
            assertThat(answer.text()).contains(why);
        }
    }

    @Test
    void shouldGiveOnePeerNoMoreThanItsShare() throws Exception {
        serve(4, 2, Duration.ofMinutes(1));
        try (MessageStream one = hello("192.0.2.1");
                MessageStream two = hello("192.0.2.1")) {
            refused("192.0.2.1", "the server has 2 connections from your address already");
            assertThat(server.end()).startsWith("refused: ");
            try (MessageStream other = hello("192.0.2.2");
                    MessageStream another = hello("192.0.2.3")) {
                refused("192.0.2.4", "the server has its 4 connections already");
                assertThat(server.server().connections()).isEqualTo(4);
                assertThat(other.isReady() || another.isReady()).isFalse();
            }
            assertThat(one.isReady() || two.isReady()).isFalse();
        }
    }

    @Test
    void shouldTakeAllAddressesOfThisMachineForOnePeer() throws Exception {
        serve(4, 2, Duration.ofMinutes(1));
        try (MessageStream one = hello("127.0.0.2");
                MessageStream two = hello("127.9.9.9")) {
            refused("127.1.2.3", "from your address already");
            assertThat(one.isReady() || two.isReady()).isFalse();
        }
    }

    @Test
    void shouldTellWhoIsntWelcome() throws Exception {
        serve(4, 2, Duration.ofMinutes(1));
        try (MessageStream stream = connect("enemy")) {
            Message.Failed answer = (Message.Failed) stream.receive();
            assertThat(answer.fault()).isEqualTo(Fault.NO_PERMISSION);
            assertThat(answer.text()).isEqualTo("not you");
        }
        assertThat(server.end()).isEqualTo("refused: not you");
    }

    /** Signs of life until somebody else comes. */
    @Test
    void shouldGiveThePlaceOfWhoOnlyPingsToWhoNeedsIt() throws Exception {
        serve(1, 1, Duration.ofSeconds(1));
        try (MessageStream lazy = hello("192.0.2.1")) {
            boolean in = false;
            while (!in) {
                lazy.sendNow(new Message.Ping());
                try (MessageStream other = connect("192.0.2.2")) {
                    other.sendNow(new Message.Hello(Version.CURRENT));
                    in = other.receive() instanceof Message.Welcome;
                }
                TimeUnit.MILLISECONDS.sleep(50);
            }
        } catch (IOException _) {
            // the next ping finds the connection closed
        }
        assertThat(dropped()).isTrue();
    }

    private boolean dropped() throws InterruptedException {
        for (String why = server.end(); why != null; why = server.end()) {
            if (why.contains("and another needed its place")) {
                return true;
            }
        }
        return false;
    }

    @Test
    void shouldRememberNoMorePathsThanThereIsMemoryFor() throws Exception {
        serve(4, 4, Duration.ofMinutes(1));
        for (int round = 0; round < 2; round++) { // the memory comes back
            try (MessageStream stream = hello("192.0.2.1")) {
                stream.send(new Message.Push(KEEP));
                for (int i = 0; i < 2000; i++) {
                    stream.send(new Message.Keep(TreePath.of("path" + i)));
                }
                stream.sendNow(new Message.Total(1, 0, 0));
                assertThat(stream.receive()).isEqualTo(new Message.Done(1));
                for (int i = 2000; i < 4000; i++) {
                    stream.send(new Message.Keep(TreePath.of("path" + i)));
                }
                stream.flush();
                assertThat(stream.receive()).isInstanceOf(Message.Failed.class);
            }
            assertThat(server.end())
                    .isEqualTo(
                            "there is no memory for the names of so many files; nothing was"
                                    + " removed");
        }
    }

    @Test
    void shouldRememberAFolderOnceHoweverOftenItIsSent() throws Exception {
        serve(4, 4, Duration.ofMinutes(1));
        try (MessageStream stream = hello("192.0.2.1")) {
            stream.send(new Message.Push(COPY));
            for (int i = 0; i < 5000; i++) {
                stream.send(
                        new Message.Folder(i + 1, TreePath.of("same"), new Attributes(0750, i, 0)));
            }
            for (int i = 0; i < 5000; i++) {
                stream.send(
                        new Message.Link(9000 + i, TreePath.of("none" + i + "/x"), link(), name()));
            }
            stream.send(new Message.Total(1, 0, 0));
            stream.send(new Message.Over());
            stream.sendNow(new Message.Finish(2));
            Message answer = stream.receive();
            while (answer instanceof Message.Failed failed) {
                assertThat(failed.fault()).isEqualTo(Fault.NOT_FOUND);
                answer = stream.receive();
            }
            assertThat(answer).isEqualTo(new Message.Done(1));
            assertThat(stream.receive()).isEqualTo(new Message.Done(2));
        }
        assertThat(server.end()).isEqualTo("null");
        assertThat(Files.getLastModifiedTime(folder.resolve("same")).toMillis())
                .isEqualTo(4_999_000);
    }

    private static Facts link() {
        return new Facts(
                FileType.SYMLINK, new Attributes(0777, 1, 1), new FileIdentity(1, 1, 1, 1, 1, 1));
    }

    private static ByteString name() {
        return ByteString.of("x");
    }

    @Test
    void shouldSayWhichFoldersThereWasNoMemoryFor() throws Exception {
        serve(4, 4, Duration.ofMinutes(1));
        int folders = (int) (PATH_MEMORY / 192) + 1;
        try (MessageStream stream = hello("192.0.2.1")) {
            stream.send(new Message.Push(COPY));
            for (int i = 1; i <= folders; i++) {
                stream.send(
                        new Message.Folder(i, TreePath.of("d" + i), new Attributes(0750, 1, 0)));
            }
            stream.sendNow(new Message.Over());
            Message.Failed failed = (Message.Failed) stream.receive();
            assertThat(failed.fault()).isEqualTo(Fault.LIMIT);
            assertThat(failed.text()).contains("there is no memory for more folders");
        }
    }

    @Test
    void shouldGiveBackThePlaceOfAConnectionThatEndsByAnError() throws Exception {
        BlockingQueue<Error> errors = new LinkedBlockingQueue<>();
        serve(1, 1, Duration.ofMinutes(1), channel -> new Failing(channel, errors));
        for (int i = 0; i < 3; i++) {
            errors.add(new OutOfMemoryError("Java heap space"));
            try (MessageStream stream = connect("192.0.2.1")) {
                assertThat(stream.receive()).isNull();
            }
            assertThat(server.end()).isEqualTo("not enough memory (Java heap space)");
        }
        try (MessageStream stream = hello("192.0.2.1")) {
            assertThat(server.server().connections()).isEqualTo(1);
            stream.sendNow(new Message.Ping());
        }
    }

    /** Rather than to be there and let nobody in. */
    @Test
    void shouldEndWhenItCanAcceptNobody() throws Exception {
        serve(
                1,
                1,
                Duration.ofMinutes(1),
                _ -> {
                    throw new OutOfMemoryError("Java heap space");
                });
        server.connect().close();
        assertThatThrownBy(server.server()::await)
                .isInstanceOf(IOException.class)
                .hasMessage("can't serve any more: not enough memory (Java heap space)");
    }

    /** Throws an error at the first byte, while there are some. */
    private static final class Failing extends DelegatingChannel {
        private final BlockingQueue<Error> errors;

        Failing(ByteChannel channel, BlockingQueue<Error> errors) {
            super(channel);
            this.errors = errors;
        }

        @Override
        public int read(ByteBuffer into) throws IOException {
            Error error = errors.poll();
            if (error != null) {
                throw error;
            }
            return super.read(into);
        }
    }
}

package org.urdma4j.forward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.forward.dial.AllowList;
import org.urdma4j.forward.entry.Greeting;
import org.urdma4j.forward.entry.ReverseEntry;
import org.urdma4j.forward.exit.ExitOptions;
import org.urdma4j.forward.message.OpenRequest;
import org.urdma4j.forward.message.OpenStatus;
import org.urdma4j.forward.relay.ListeningSocket;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** UNIX sockets at both ends. */
@Timeout(60)
class UnixSocketTest {
    @TempDir private Path folder;

    private UnixDomainSocketAddress path(String name) {
        return UnixDomainSocketAddress.of(folder.resolve(name));
    }

    private static OpenRequest request(OpenRequest.Kind kind, UnixDomainSocketAddress at) {
        return new OpenRequest(kind, at.toString(), 0);
    }

    private static ExitOptions allow(UnixDomainSocketAddress at) {
        AllowList list = AllowList.parse("--allow", List.of("unix:" + at));
        return ExitOptions.DEFAULT.allowed(list).listens(list);
    }

    private static ServerSocketChannel listen(UnixDomainSocketAddress at) throws IOException {
        return ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(at);
    }

    /** Each sends a byte and its end, one after the other. */
    private static void exchange(SocketChannel one, SocketChannel other) throws IOException {
        try (one;
                other) {
            send(one, other);
            send(other, one);
        }
    }

    private static void send(SocketChannel from, SocketChannel to) throws IOException {
        from.write(ByteBuffer.wrap(new byte[] {5}));
        from.shutdownOutput();
        ByteBuffer got = ByteBuffer.allocate(2);
        while (to.read(got) >= 0) {
            // up to the end
        }
        assertThat(got.flip()).isEqualTo(ByteBuffer.wrap(new byte[] {5}));
    }

    @Test
    void shouldCarryBetweenThem() throws Exception {
        UnixDomainSocketAddress target = path("target");
        try (Ends ends = new Ends(allow(target));
                ServerSocketChannel listening = listen(target)) {
            UnixDomainSocketAddress entry = path("entry");
            ends.enter(entry, Greeting.to(request(OpenRequest.Kind.CONNECT, target)));
            for (int i = 0; i < 3; i++) {
                exchange(SocketChannel.open(entry), listening.accept());
                assertThat(ends.atEntry.take()).isEqualTo("ended 1 1 null");
            }
        }
    }

    @Test
    void shouldListenAtTheExit() throws Exception {
        UnixDomainSocketAddress there = path("there");
        UnixDomainSocketAddress target = path("target");
        try (Ends ends = new Ends(allow(there));
                ServerSocketChannel listening = listen(target);
                ReverseEntry _ =
                        ends.reverse(
                                request(OpenRequest.Kind.LISTEN, there),
                                request(OpenRequest.Kind.CONNECT, target),
                                10)) {
            Ends.await(ends.atEntry, "listening");
            exchange(SocketChannel.open(there), listening.accept());
        }
        assertThat(there.getPath()).doesNotExist();
    }

    @Test
    void shouldConnectToNoOtherPath() throws Exception {
        UnixDomainSocketAddress target = path("target");
        try (Ends ends = new Ends(allow(path("allowed")));
                ServerSocketChannel _ = listen(target)) {
            for (String each :
                    new String[] {target.toString(), folder + "/./allowed", folder + "//allowed"}) {
                OpenRequest request = new OpenRequest(OpenRequest.Kind.CONNECT, each, 0);
                assertThat(ends.ask(request)).isEqualTo(OpenStatus.NOT_ALLOWED);
            }
            OpenRequest nobody = request(OpenRequest.Kind.CONNECT, path("allowed"));
            assertThat(ends.ask(nobody)).isEqualTo(OpenStatus.REFUSED); // no such file
            listen(path("allowed")).close();
            assertThat(ends.ask(nobody)).isEqualTo(OpenStatus.REFUSED); // left behind
        }
    }

    @Test
    void shouldBeOfItsOwnUserAlone() throws Exception {
        UnixDomainSocketAddress at = path("entry");
        try (ListeningSocket socket = ListeningSocket.bind(at)) {
            assertThat(socket.text()).isEqualTo("unix:" + at);
            assertThat(Files.getPosixFilePermissions(at.getPath()))
                    .isEqualTo(PosixFilePermissions.fromString("rw-------"));
            try (var files = Files.list(folder)) {
                assertThat(files).containsExactly(at.getPath());
            }
        }
        try (var files = Files.list(folder)) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    void shouldReplaceWhatWasLeftBehindAndNothingElse() throws Exception {
        UnixDomainSocketAddress at = path("entry");
        listen(at).close(); // leaves its file
        assertThat(at.getPath()).exists();
        try (ListeningSocket _ = ListeningSocket.bind(at)) {
            assertThatThrownBy(() -> ListeningSocket.bind(at))
                    .hasMessageContaining("another program listens there");
            SocketChannel.open(at).close();
            Files.delete(at.getPath());
            Files.writeString(at.getPath(), "a file");
            assertThatThrownBy(() -> ListeningSocket.bind(at))
                    .hasMessageContaining("it is no socket");
        }
        assertThat(at.getPath()).hasContent("a file"); // not the socket's
        assertThatThrownBy(() -> ListeningSocket.bind(path("none/entry")))
                .isInstanceOf(IOException.class)
                .hasMessageEndingWith(": there is no such folder");
        assertThatThrownBy(() -> ListeningSocket.bind(path("x".repeat(100))))
                .isInstanceOf(IOException.class)
                .hasMessageEndingWith(": the path is longer than 107 bytes");
    }

    /** There is no reset between UNIX sockets, but who sends learns that nobody reads. */
    @Test
    void shouldEndBothSidesWhenThePathDies() throws Exception {
        UnixDomainSocketAddress target = path("target");
        try (Ends ends = new Ends(allow(target));
                ServerSocketChannel listening = listen(target)) {
            UnixDomainSocketAddress entry = path("entry");
            ends.enter(entry, Greeting.to(request(OpenRequest.Kind.CONNECT, target)));
            try (SocketChannel one = SocketChannel.open(entry);
                    SocketChannel other = listening.accept()) {
                send(one, other);
                ends.cut = true;
                assertThat(one.read(ByteBuffer.allocate(1))).isNegative();
                assertThatThrownBy(
                                () -> {
                                    while (true) {
                                        other.write(ByteBuffer.allocate(1000));
                                    }
                                })
                        .isInstanceOf(IOException.class);
            }
        }
    }
}

package org.urdma4j.forward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.forward.entry.SingleStream;
import org.urdma4j.forward.entry.Socks5Greeting;
import org.urdma4j.forward.exit.ExitOptions;
import org.urdma4j.forward.relay.LocalEnd;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The JDK's own SOCKS client, and a stream without a listener. */
@Timeout(60)
class SocksTest {
    private static final InetAddress LOCAL = InetAddress.ofLiteral("127.0.0.1");

    private static Ends ends() throws IOException {
        return new Ends(
                ExitOptions.DEFAULT
                        .allowed(Ends.LOOPBACK)
                        .resolver(host -> {
                            if (!host.equals("far.example")) {
                                throw new UnknownHostException(host);
                            }
                            return List.of(LOCAL);
                        }));
    }

    @Test
    void shouldTakeProgramsThatSpeakSocks() throws Exception {
        ServerSocket target = new ServerSocket(0, 50, LOCAL);
        try (Ends ends = ends()) {
            Proxy proxy = new Proxy(Proxy.Type.SOCKS, ends.enter(new Socks5Greeting()));
            int port = target.getLocalPort();
            for (InetSocketAddress to :
                    new InetSocketAddress[] {
                        new InetSocketAddress(LOCAL, port),
                        InetSocketAddress.createUnresolved("far.example", port)
                    }) {
                try (Socket one = new Socket(proxy)) {
                    one.connect(to);
                    try (Socket other = target.accept()) {
                        one.getOutputStream().write(5);
                        assertThat(other.getInputStream().read()).isEqualTo(5);
                        other.getOutputStream().write(6);
                        other.shutdownOutput();
                        assertThat(one.getInputStream().readAllBytes()).containsExactly(6);
                    }
                }
            }
            target.close();
            try (Socket one = new Socket(proxy)) {
                assertThatThrownBy(() -> one.connect(new InetSocketAddress(LOCAL, port)))
                        .isInstanceOf(SocketException.class)
                        .hasMessageContaining("Connection refused");
            }
            try (Socket one = new Socket(proxy)) {
                assertThatThrownBy(() ->
                                one.connect(InetSocketAddress.createUnresolved("no.example", port)))
                        .isInstanceOf(SocketException.class)
                        .hasMessageContaining("Host unreachable");
            }
            try (Socket one = new Socket(proxy)) {
                assertThatThrownBy(() ->
                                one.connect(
                                        new InetSocketAddress(
                                                InetAddress.ofLiteral("198.51.100.1"), port)))
                        .isInstanceOf(SocketException.class)
                        .hasMessageContaining("not allowed");
            }
        }
    }

    /** Says a few bytes, and keeps what it hears. */
    private static final class Program implements LocalEnd {
        final ByteBuffer says = ByteBuffer.wrap("hello".getBytes(StandardCharsets.US_ASCII));
        final StringBuilder heard = new StringBuilder();
        boolean ended;

        @Override
        public int read(ByteBuffer dst) {
            if (!says.hasRemaining()) {
                return -1;
            }
            dst.put(says.get());
            return 1;
        }

        @Override
        public int write(ByteBuffer src) {
            heard.append((char) src.get());
            return 1;
        }

        @Override
        public void shutdownOutput() {
            ended = true;
        }

        @Override
        public void close() {}

        @Override
        public void reset() {}
    }

    @Test
    void shouldCarryOneStreamOfItsOwn() throws Exception {
        try (Ends ends = ends();
                ServerSocket target = new ServerSocket(0, 50, LOCAL)) {
            Thread.ofVirtual()
                    .start(() -> {
                        try (Socket socket = target.accept()) {
                            byte[] got = socket.getInputStream().readAllBytes();
                            socket.getOutputStream().write(got);
                        } catch (IOException _) {
                            // the other end says so
                        }
                    });
            Program program = new Program();
            SingleStream.carry(
                    program,
                    () -> ends.group.connect(ends.server.address()),
                    Ends.request("127.0.0.1", target.getLocalPort()),
                    Ends.PATIENCE);
            assertThat(program.heard).hasToString("hello");
            assertThat(program.ended).isTrue();
            assertThatThrownBy(() ->
                            SingleStream.carry(
                                    program,
                                    () -> ends.group.connect(ends.server.address()),
                                    Ends.request("198.51.100.1", 1),
                                    Ends.PATIENCE))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("198.51.100.1:1: the exit doesn't allow it");
        }
    }
}

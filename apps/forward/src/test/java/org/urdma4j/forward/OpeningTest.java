package org.urdma4j.forward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.channel.RdmaChannel;
import org.urdma4j.forward.dial.AllowList;
import org.urdma4j.forward.entry.Greeting;
import org.urdma4j.forward.exit.ExitOptions;
import org.urdma4j.forward.message.OpenRequest;
import org.urdma4j.forward.message.OpenStatus;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** What an exit opens, and what it answers to the rest. */
@Timeout(60)
class OpeningTest {
    private static final InetAddress LOCAL = InetAddress.ofLiteral("127.0.0.1");

    private static ExitOptions allow(String... rules) {
        return ExitOptions.DEFAULT.allowed(AllowList.parse("--allow", List.of(rules)));
    }

    private static ServerSocket listen(InetAddress address) throws IOException {
        return new ServerSocket(0, 50, address);
    }

    @Test
    void shouldConnectToNothingButWhatIsAllowed() throws Exception {
        try (ServerSocket open = listen(LOCAL);
                ServerSocket shut = listen(LOCAL);
                Ends ends = new Ends(allow("127.0.0.1:" + open.getLocalPort()))) {
            assertThat(ends.ask(Ends.request("127.0.0.1", open.getLocalPort())))
                    .isEqualTo(OpenStatus.OPEN);
            shut.setSoTimeout(1);
            for (String host :
                    new String[] {"127.0.0.1", "127.0.0.2", "0.0.0.0", "::1", "::", "127.1"}) {
                assertThat(ends.ask(Ends.request(host, shut.getLocalPort())))
                        .as(host)
                        .isIn(OpenStatus.NOT_ALLOWED, OpenStatus.UNRESOLVED);
            }
            assertThatThrownBy(shut::accept).hasMessageContaining("timed out");
        }
    }

    /** A name that stands for another address the next time gets nobody further. */
    @Test
    void shouldConnectToTheAddressThatItHasChecked() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        try (ServerSocket allowed = listen(InetAddress.ofLiteral("127.0.0.3"));
                ServerSocket other =
                        new ServerSocket(
                                allowed.getLocalPort(), 50, InetAddress.ofLiteral("127.0.0.4"));
                Ends ends =
                        new Ends(
                                allow("127.0.0.3:1-65535")
                                        .resolver(_ ->
                                                List.of(
                                                        InetAddress.ofLiteral(
                                                                asked.getAndIncrement() == 0
                                                                        ? "127.0.0.3"
                                                                        : "127.0.0.4"))))) {
            OpenRequest request = Ends.request("rebinding.example", allowed.getLocalPort());
            assertThat(ends.ask(request)).isEqualTo(OpenStatus.OPEN);
            assertThat(asked).hasValue(1);
            allowed.accept().close();
            assertThat(ends.ask(request)).isEqualTo(OpenStatus.NOT_ALLOWED);
            assertThat(asked).hasValue(2);
            other.setSoTimeout(1);
            assertThatThrownBy(other::accept).hasMessageContaining("timed out");
        }
    }

    @Test
    void shouldTryTheAllowedAddressesOfAName() throws Exception {
        try (ServerSocket third = listen(InetAddress.ofLiteral("127.0.0.7"))) {
            List<InetAddress> all = new ArrayList<>();
            for (String each : new String[] {"127.0.0.5", "127.0.0.6", "127.0.0.7"}) {
                all.add(InetAddress.ofLiteral(each));
            }
            int port = third.getLocalPort();
            try (Ends ends =
                    new Ends(allow("127.0.0.6:1-65535", "127.0.0.7:" + port).resolver(_ -> all))) {
                assertThat(ends.ask(Ends.request("several.example", port)))
                        .isEqualTo(OpenStatus.OPEN);
            }
        }
    }

    @Test
    void shouldAnswerWhyItDoesNotConnect() throws Exception {
        int port;
        try (ServerSocket closed = listen(LOCAL)) {
            port = closed.getLocalPort();
        }
        ExitOptions options =
                ExitOptions.DEFAULT
                        .allowed(Ends.LOOPBACK)
                        .resolver(host -> {
                            throw new UnknownHostException(host);
                        });
        try (Ends ends = new Ends(options)) {
            assertThat(ends.ask(Ends.request("127.0.0.1", port))).isEqualTo(OpenStatus.REFUSED);
            assertThat(ends.ask(Ends.request("no.example", port))).isEqualTo(OpenStatus.UNRESOLVED);
            assertThat(ends.atExit.take()).startsWith("refused 127.0.0.1:" + port);
            assertThat(ends.atExit.take()).startsWith("refused no.example:" + port);
        }
    }

    @Test
    void shouldResetAProgramWhoseTargetIsNotThere() throws Exception {
        int port;
        try (ServerSocket closed = listen(LOCAL)) {
            port = closed.getLocalPort();
        }
        try (Ends ends = new Ends(ExitOptions.DEFAULT.allowed(Ends.LOOPBACK))) {
            InetSocketAddress entry = ends.enter(port);
            try (Socket socket = Ends.connect(entry)) {
                assertThatThrownBy(() -> socket.getInputStream().read())
                        .isInstanceOf(SocketException.class)
                        .hasMessageContaining("reset");
            }
            assertThat(ends.atEntry.take())
                    .isEqualTo("refused 127.0.0.1:%d: connection refused".formatted(port));
        }
    }

    @Test
    void shouldNotWaitForAPeerThatAsksForNothing() throws Exception {
        try (Ends ends = new Ends(allow("127.0.0.1:1").patience(Duration.ofMillis(500)));
                RdmaChannel silent = ends.group.connect(ends.server.address());
                RdmaChannel wrong = ends.group.connect(ends.server.address())) {
            wrong.write(
                    ByteBuffer.wrap("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII)));
            assertThat(OpenStatus.read(wrong)).isEqualTo(OpenStatus.MALFORMED);
            assertThatThrownBy(() -> silent.read(ByteBuffer.allocate(1)))
                    .isInstanceOf(IOException.class);
            assertThat(ends.atExit.take()).contains("aren't those of version 1");
            assertThat(ends.atExit.take()).contains("it asks for nothing");
        }
    }

    @Test
    void shouldKeepToItsLimits() throws Exception {
        try (ServerSocket target = listen(LOCAL);
                Ends ends = new Ends(ExitOptions.DEFAULT.allowed(Ends.LOOPBACK).streams(2, 2))) {
            OpenRequest request = Ends.request("127.0.0.1", target.getLocalPort());
            List<RdmaChannel> held = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                held.add(ends.group.connect(ends.server.address()));
                held.get(i).write(request.encode());
                assertThat(OpenStatus.read(held.get(i))).isEqualTo(OpenStatus.OPEN);
            }
            assertThat(ends.ask(request)).isEqualTo(OpenStatus.LIMITS);
            held.get(0).abort();
            while (ends.exit.streams() > 1) {
                Thread.sleep(5);
            }
            assertThat(ends.ask(request)).isEqualTo(OpenStatus.OPEN);
            held.get(1).abort();
            while (ends.exit.streams() > 0) {
                Thread.sleep(5);
            }

            InetSocketAddress entry = ends.enter(Greeting.to(request), 1);
            try (Socket first = Ends.connect(entry)) {
                first.getOutputStream().write(1);
                while (ends.streams() < 1) {
                    Thread.sleep(5);
                }
                try (Socket second = Ends.connect(entry)) {
                    assertThatThrownBy(() -> second.getInputStream().read())
                            .isInstanceOf(SocketException.class);
                }
            }
        }
    }

    @Test
    void shouldRefuseWhomItIsToldTo() throws Exception {
        try (Ends ends =
                new Ends(ExitOptions.DEFAULT.allowed(Ends.LOOPBACK).admission(_ -> "not you"))) {
            assertThat(ends.ask(Ends.request("127.0.0.1", 1))).isEqualTo(OpenStatus.NOT_ALLOWED);
            assertThat(ends.atExit.take()).isEqualTo("refused null: not you");
        }
    }

    /** More programs than may be opened at a time meet it, and those after them go on. */
    @Test
    void shouldOutliveWhatNobodyHasForeseen() throws Exception {
        try (ServerSocket target = listen(LOCAL);
                Ends ends = new Ends(ExitOptions.DEFAULT.allowed(Ends.LOOPBACK))) {
            InetSocketAddress entry = ends.enter(target.getLocalPort());
            ends.failure = new IllegalStateException("on purpose");
            for (int i = 0; i < 130; i++) {
                try (Socket socket = Ends.connect(entry)) {
                    assertThatThrownBy(() -> socket.getInputStream().read())
                            .isInstanceOf(SocketException.class)
                            .hasMessageContaining("reset");
                }
                assertThat(ends.atEntry.take())
                        .endsWith(": java.lang.IllegalStateException: on purpose");
            }
            ends.failure = null;
            try (Socket one = Ends.connect(entry);
                    Socket other = target.accept()) {
                one.getOutputStream().write(7);
                assertThat(other.getInputStream().read()).isEqualTo(7);
            }
        }
    }
}

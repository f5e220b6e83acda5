package org.urdma4j.measure.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.protection.association.listener.KeyListener;
import org.urdma4j.protection.association.listener.TcpConnection;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Over loopback. What comes is told apart, and who says nothing holds up nobody. */
@Timeout(120)
class ServerPortTest {
    private static final InetAddress LOCAL = InetAddress.ofLiteral("127.0.0.1");
    private static final InetAddress SECOND = InetAddress.ofLiteral("127.0.0.2");
    private static final long LONG_NS = 600_000_000_000L;
    private static final String HELLO = "160301020001";

    private final BlockingQueue<TcpConnection> controls = new LinkedBlockingQueue<>();
    private final BlockingQueue<TcpConnection> askers = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
    private final List<AutoCloseable> open = new ArrayList<>();
    private ServerPort port;

    private ServerPort open(InetAddress bind, long silenceNs, int strangers) throws IOException {
        port = ServerPort.open(bind, 0, new ServerPort.Limits(silenceNs, strangers));
        open.addFirst(port);
        port.admit(
                new Arrivals() {
                    @Override
                    public void control(TcpConnection connection) {
                        controls.add(connection);
                    }

                    @Override
                    public void turnedAway(String peer, String why, long closed) {
                        told.add(peer + ": " + why + ", " + closed);
                    }
                });
        return port;
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable one : open) {
            one.close();
        }
    }

    private Socket connect(InetAddress to) throws IOException {
        Socket socket = new Socket(to, port.port());
        open.addFirst(socket);
        return socket;
    }

    private Socket send(InetAddress to, byte[] bytes) throws IOException {
        Socket socket = connect(to);
        socket.getOutputStream().write(bytes);
        return socket;
    }

    private static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits);
    }

    private static boolean isClosed(Socket socket) {
        try {
            return socket.getInputStream().read() < 0;
        } catch (IOException _) {
            return true; // reset
        }
    }

    private static byte[] read(TcpConnection connection, int count) throws IOException {
        byte[] all = new byte[0];
        while (all.length < count) {
            byte[] into = new byte[count - all.length];
            int read = connection.read(into, 0);
            assertThat(read).isPositive();
            int before = all.length;
            all = Arrays.copyOf(all, before + read);
            System.arraycopy(into, 0, all, before, read);
        }
        return all;
    }

    @Test
    void shouldHandEachToWhomItBelongs() throws Exception {
        open(LOCAL, LONG_NS, 16);
        BlockingQueue<String> streams = new LinkedBlockingQueue<>();
        long cookie = StreamCookie.next(() -> 5);
        open.addFirst(
                port.streams(
                        cookie,
                        (Channel channel, ByteBuf head) -> {
                            streams.add("%x %b".formatted(head.readLong(), channel.isOpen()));
                            head.release();
                            channel.unsafe().closeForcibly();
                        }));
        open.addFirst(port.keys().open(LOCAL, port.port(), askers::add));

        send(LOCAL, "{\"a\":1}\n".getBytes(US_ASCII));
        send(LOCAL, hex(HELLO));
        send(LOCAL, hex("%016x".formatted(cookie)));

        assertThat(read(controls.take(), 8)).asString(US_ASCII).isEqualTo("{\"a\":1}\n");
        assertThat(read(askers.take(), 6)).isEqualTo(hex(HELLO));
        assertThat(streams.take()).isEqualTo("da7a000000000005 true");
        assertThat(port.turnedAway()).isZero();
    }

    @Test
    void shouldWaitForAByteAfterTheOther() throws Exception {
        open(LOCAL, LONG_NS, 16);
        open.addFirst(port.keys().open(LOCAL, port.port(), askers::add));
        Socket slow = send(LOCAL, hex("16"));
        send(LOCAL, hex("7b"));
        controls.take(); // the first has been looked at by now, or will be
        slow.getOutputStream().write(hex("0301"));

        assertThat(read(askers.take(), 3)).isEqualTo(hex("160301"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"00", "ff00ff", "1602", "da7b", HELLO, "da7a000000000001"})
    void shouldCloseAndCountWhatNobodyUnderstands(String garbage) throws Exception {
        open(LOCAL, LONG_NS, 16);

        assertThat(isClosed(send(LOCAL, hex(garbage)))).isTrue();
        assertThat(port.turnedAway()).isEqualTo(1);
        assertThat(told.take()).startsWith("127.0.0.1: ").endsWith(", 1");
        assertThat(controls).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "16", "da7a0000"})
    void shouldNotWaitLongForSilentOnes(String bytes) throws Exception {
        open(LOCAL, 200_000_000, 16);

        assertThat(isClosed(send(LOCAL, hex(bytes)))).isTrue();
        assertThat(port.turnedAway()).isEqualTo(1);
        assertThat(told.take()).contains("it said nothing");
    }

    @Test
    void shouldKeepTheNewestOfManySilentOnes() throws Exception {
        open(LOCAL, LONG_NS, 16);
        List<Socket> silent = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            silent.add(connect(LOCAL));
        }
        for (int i = 0; i < 32; i++) {
            assertThat(isClosed(silent.get(i))).isTrue();
        }
        assertThat(port.turnedAway()).as("an address has half").isEqualTo(32);
        for (int i = 32; i < 40; i++) {
            silent.get(i).getOutputStream().write('{');
            controls.take().close();
        }
        assertThat(port.turnedAway()).isEqualTo(32);
    }

    private Socket from(String address) throws IOException {
        Socket socket = new Socket();
        open.addFirst(socket);
        socket.bind(new InetSocketAddress(InetAddress.ofLiteral(address), 0));
        socket.connect(new InetSocketAddress(LOCAL, port.port()));
        return socket;
    }

    /** A flood of one network puts out its own. */
    @Test
    void shouldLeaveOthersInPeaceWhateverOneNetworkDoes() throws Exception {
        open(LOCAL, LONG_NS, 16);
        Socket quiet = from("127.1.2.3");
        List<Socket> flood = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            flood.add(from("127.2.3." + (1 + i % 200)));
        }
        for (int i = 0; i < 1000 - 12; i++) {
            assertThat(isClosed(flood.get(i))).isTrue();
        }
        assertThat(port.turnedAway()).as("a network has three quarters").isEqualTo(1000 - 12);
        quiet.getOutputStream().write('{');
        controls.take().close();
    }

    @Test
    void shouldNotCountWhoOnlyLooks() throws Exception {
        open(LOCAL, LONG_NS, 1);
        for (int i = 0; i < 20; i++) {
            Socket looks = connect(LOCAL);
            looks.shutdownOutput();
            assertThat(isClosed(looks)).isTrue();
        }
        assertThat(port.turnedAway()).isZero();
    }

    @Test
    void shouldFindTheDeviceByItsAddress() throws Exception {
        open(null, LONG_NS, 16);
        BlockingQueue<TcpConnection> second = new LinkedBlockingQueue<>();
        KeyListener.Open first = port.keys().open(LOCAL, port.port(), askers::add);
        open.addFirst(port.keys().open(SECOND, port.port(), second::add));
        assertThat(first.port()).isEqualTo(port.port());

        send(SECOND, hex(HELLO));
        assertThat(second.take().local().getAddress()).isEqualTo(SECOND);
        send(LOCAL, hex(HELLO));
        assertThat(askers.take().remote().getAddress()).isEqualTo(LOCAL);

        first.close();
        assertThat(isClosed(send(LOCAL, hex(HELLO)))).isTrue();
        assertThat(second).isEmpty();
    }

    @Test
    void shouldRefuseASecondDeviceOfAnAddress() throws Exception {
        open(LOCAL, LONG_NS, 16);
        open.addFirst(port.keys().open(LOCAL, port.port(), askers::add));

        assertThatIOException()
                .isThrownBy(() -> port.keys().open(LOCAL, port.port(), askers::add))
                .withMessage("another device of 127.0.0.1 agrees on keys already");
    }

    /** A server that is bound to one address may have devices of others. */
    @Test
    void shouldListenForADeviceOfAnotherAddress() throws Exception {
        open(LOCAL, LONG_NS, 16);
        open.addFirst(port.keys().open(SECOND, port.port(), askers::add));

        send(SECOND, hex(HELLO));

        assertThat(read(askers.take(), 6)).isEqualTo(hex(HELLO));
    }

    @Test
    void shouldCarryBothWaysWhateverTheLength() throws Exception {
        open(LOCAL, LONG_NS, 16);
        byte[] much = new byte[3_000_000];
        Arrays.fill(much, (byte) 'x');
        Socket socket = send(LOCAL, hex("7b"));
        TcpConnection connection = controls.take();
        assertThat(read(connection, 1)).isEqualTo(hex("7b"));
        Thread writer =
                Thread.ofVirtual()
                        .start(() -> {
                            try {
                                socket.getOutputStream().write(much);
                            } catch (IOException e) {
                                throw new AssertionError(e);
                            }
                        });
        assertThat(read(connection, much.length)).isEqualTo(much);
        writer.join();
        Thread answer =
                Thread.ofVirtual()
                        .start(() -> {
                            try {
                                connection.write(much);
                                connection.shutdownOutput();
                            } catch (IOException e) {
                                throw new AssertionError(e);
                            }
                        });
        assertThat(socket.getInputStream().readAllBytes()).isEqualTo(much);
        answer.join();
        // half of it is closed: the other still works
        socket.getOutputStream().write(1);
        assertThat(read(connection, 1)).isEqualTo(new byte[] {1});
        socket.shutdownOutput();
        assertThat(connection.read(new byte[1], 0)).isEqualTo(-1);
    }

    @Test
    void shouldGiveUpAReadInTimeAndGoOn() throws Exception {
        open(LOCAL, LONG_NS, 16);
        Socket socket = send(LOCAL, hex("7b"));
        TcpConnection connection = controls.take();
        read(connection, 1);

        assertThatThrownBy(() -> connection.read(new byte[1], 1))
                .isInstanceOf(SocketTimeoutException.class);
        socket.getOutputStream().write('}');
        assertThat(read(connection, 1)).isEqualTo(hex("7d"));
    }

    @Test
    void shouldTellWhoeverWaitsThatItIsClosed() throws Exception {
        open(LOCAL, LONG_NS, 16);
        send(LOCAL, hex("7b"));
        TcpConnection connection = controls.take();
        read(connection, 1);
        BlockingQueue<String> end = new LinkedBlockingQueue<>();
        Thread.ofVirtual()
                .start(() -> {
                    try {
                        end.add("read " + connection.read(new byte[1], 0));
                    } catch (IOException e) {
                        end.add(e.getMessage());
                    }
                });
        connection.close();

        assertThat(end.take()).isEqualTo("the connection is closed");
        assertThatIOException().isThrownBy(() -> connection.write(new byte[1]));
    }

    /** Who waits for bytes may be told first, and say that the other side were gone. */
    @RepeatedTest(100)
    void shouldLetNoWordThroughOnceItIsClosed() throws Exception {
        open(LOCAL, LONG_NS, 16);
        Socket socket = send(LOCAL, hex("7b"));
        TcpConnection connection = controls.take();
        read(connection, 1);
        Thread reader =
                Thread.ofVirtual()
                        .start(() -> {
                            try {
                                connection.read(new byte[1], 0);
                            } catch (IOException _) {
                                writeAnyway(connection);
                            }
                        });
        connection.close();

        reader.join();
        assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }

    private static void writeAnyway(TcpConnection connection) {
        try {
            connection.write(new byte[1]);
        } catch (IOException _) {
            // As it should be.
        }
    }

    /** Who ends at once may have sent more than anybody reads: only so much of it is kept. */
    @Test
    void shouldNotHoldWhatNobodyReads() throws Exception {
        open(LOCAL, LONG_NS, 16);
        Socket socket = send(LOCAL, hex("7b"));
        TcpConnection connection = controls.take();
        Thread sender =
                Thread.ofVirtual()
                        .start(() -> {
                            try (socket) {
                                for (int i = 0; i < 300; i++) {
                                    socket.getOutputStream().write(new byte[1 << 12]);
                                }
                            } catch (IOException _) {
                                // it was too much
                            }
                        });
        sender.join();
        // nothing was asked for, and the other end is gone: it ends, whatever is read until then
        byte[] into = new byte[1 << 12];
        long read = 0;
        try {
            for (int count = 0; count >= 0; count = connection.read(into, 0)) {
                read += count;
            }
        } catch (IOException _) {
            // or was closed in the middle of it
        }
        assertThat(read).isLessThanOrEqualTo(1 + 300 * (1L << 12));
    }

    @Test
    void shouldFreeThePortAndLeaveWhatWasHandedOn() throws Exception {
        open(LOCAL, LONG_NS, 16);
        Socket socket = send(LOCAL, hex("7b"));
        TcpConnection connection = controls.take();
        Socket silent = connect(LOCAL);
        send(LOCAL, hex("7b"));
        controls.take(); // so that the silent one has come
        InetSocketAddress at = new InetSocketAddress(LOCAL, port.port());

        port.close();
        port.close();

        assertThat(isClosed(silent)).isTrue();
        assertThatIOException().isThrownBy(() -> new Socket(at.getAddress(), at.getPort()).close());
        socket.getOutputStream().write('}');
        assertThat(read(connection, 2)).isEqualTo(hex("7b7d"));
        connection.write(new byte[] {7});
        assertThat(socket.getInputStream().read()).isEqualTo(7);
    }

    @Test
    void shouldSayThatThePortIsTaken() throws Exception {
        open(LOCAL, LONG_NS, 16);

        assertThatIOException()
                .isThrownBy(() ->
                        ServerPort.open(LOCAL, port.port(), new ServerPort.Limits(LONG_NS, 1)))
                .withMessage("Address already in use");
    }
}

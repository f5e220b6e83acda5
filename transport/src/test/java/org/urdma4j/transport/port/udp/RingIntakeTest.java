package org.urdma4j.transport.port.udp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.SocketProtocolFamily;
import io.netty.channel.uring.IoUringIoHandler;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.transport.port.pipeline.InboundRun;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** What io_uring reads, over loopback. */
@Timeout(60)
class RingIntakeTest {
    private static final InetAddress HERE = InetAddress.ofLiteral("127.0.0.1");
    private static final int BUFFER = 4 << 20;

    /** Many times the buffers, though the kernel's usual receive buffer holds them. */
    private static final int DATAGRAMS = 150;

    private static final int OPENINGS = 20;

    private MultiThreadIoEventLoopGroup group;
    private final List<Integer> arrived = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger completes = new AtomicInteger();
    private SocketReading reading;

    private final class Recorder extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            InboundRun run = (InboundRun) message;
            for (int i = 0; i < run.count(); i++) {
                arrived.add(run.length(i) == 0 ? -1 : run.buffer().getInt(run.offset(i)));
            }
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext context) {
            completes.incrementAndGet();
        }
    }

    @BeforeEach
    void open() {
        Sockets.assumeRingAvailable();
        group = new MultiThreadIoEventLoopGroup(1, IoUringIoHandler.newFactory());
        reading = UdpTransport.IO_URING.reading().orElseThrow();
    }

    @AfterEach
    void close() {
        if (group != null) {
            group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
        }
    }

    private DatagramChannel listen(int port, boolean mainly) {
        DatagramChannel channel = UdpTransport.IO_URING.open(SocketProtocolFamily.INET, BUFFER);
        channel.config().setAutoRead(false);
        channel.pipeline().addLast(new Recorder());
        group.register(channel).syncUninterruptibly();
        channel.bind(new InetSocketAddress(HERE, port)).syncUninterruptibly();
        reading.start(channel, mainly, () -> 1);
        return channel;
    }

    private static void send(DatagramChannel to, int count) throws IOException {
        try (DatagramSocket sender = new DatagramSocket()) {
            for (int i = 0; i < count; i++) {
                byte[] bytes = ByteBuffer.allocate(Integer.BYTES + i).putInt(i).array();
                sender.send(new DatagramPacket(bytes, bytes.length, to.localAddress()));
            }
        }
    }

    /** More come than there are buffers, again and again: the socket's own buffer keeps them. */
    @ParameterizedTest
    @CsvSource({"true", "false"})
    void shouldLoseNothingWhenBuffersRunOut(boolean mainly) throws IOException {
        DatagramChannel channel = listen(0, mainly);
        CountDownLatch sent = new CountDownLatch(1);
        var _ =
                group.next()
                        .submit(() -> {
                            sent.await();
                            return null;
                        });
        send(channel, DATAGRAMS);
        sent.countDown();

        Endpoint.await(() -> arrived.size() == DATAGRAMS, "all datagrams");
        assertThat(arrived).isEqualTo(IntStream.range(0, DATAGRAMS).boxed().toList());
        Endpoint.await(() -> completes.get() > 0, "the end of a batch");
    }

    @Test
    void shouldCountAnEmptyDatagram() throws IOException {
        DatagramChannel channel = listen(0, true);
        try (DatagramSocket sender = new DatagramSocket()) {
            sender.send(new DatagramPacket(new byte[0], 0, channel.localAddress()));
        }
        send(channel, 1);

        Endpoint.await(() -> arrived.size() == 2, "both datagrams");
        assertThat(arrived).containsExactly(-1, 0);
    }

    @Test
    void shouldKeepTwoSocketsApart() throws IOException {
        DatagramChannel one = listen(0, true);
        DatagramChannel other = listen(0, false);
        send(one, DATAGRAMS);
        send(other, DATAGRAMS);

        Endpoint.await(() -> arrived.size() == 2 * DATAGRAMS, "all datagrams");
        one.close().syncUninterruptibly();
        send(other, 1);
        Endpoint.await(() -> arrived.size() == 2 * DATAGRAMS + 1, "one more");
    }

    /** A request that stayed would keep the socket, and so the port. */
    @Test
    void shouldGiveThePortBack() throws IOException {
        int port = FreePort.on(HERE, HERE);
        for (int i = 0; i < OPENINGS; i++) {
            DatagramChannel channel = listen(port, true);
            send(channel, 1);
            int all = i + 1;
            Endpoint.await(() -> arrived.size() == all, "a datagram");
            channel.close().syncUninterruptibly();
            Endpoint.await(() -> isFree(port), "the port to be free");
        }
    }

    private static boolean isFree(int port) {
        try (DatagramSocket socket = new DatagramSocket(new InetSocketAddress(HERE, port))) {
            return socket.isBound();
        } catch (IOException _) {
            return false;
        }
    }
}

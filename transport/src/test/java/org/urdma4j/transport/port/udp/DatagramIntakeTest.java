package org.urdma4j.transport.port.udp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.ThreadMXBean;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.SocketProtocolFamily;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.transport.port.linux.UdpSocket;
import org.urdma4j.transport.port.pipeline.InboundRun;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** What reads sockets in place of Netty, over loopback. */
@Timeout(60)
class DatagramIntakeTest {
    private static final int LENGTH = 100;
    private static final int BUFFER = 4 << 20;
    private static final int LONGEST = 65_507;
    private static final int READS = 2_000;
    private static final long PATIENCE_NS = 90_000_000_000L;

    private final MultiThreadIoEventLoopGroup group =
            new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
    private final List<String> runs = Collections.synchronizedList(new ArrayList<>());
    private final List<UdpSocket> senders = new ArrayList<>();
    private final AtomicInteger reads = new AtomicInteger();
    private volatile boolean silent;
    private final AtomicLong packets = new AtomicLong();
    private DatagramChannel channel;
    private DatagramIntake intake;

    /** Notes what passes, and the first byte of each packet. */
    private final class Recorder extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            InboundRun run = (InboundRun) message;
            if (!silent) {
                List<String> told = new ArrayList<>();
                for (int i = 0; i < run.count(); i++) {
                    told.add(run.length(i) + first(run, i));
                }
                runs.add(told + " of " + ((InetSocketAddress) run.source()).getPort());
            }
            packets.addAndGet(run.count());
        }

        private static String first(InboundRun run, int i) {
            if (run.length(i) == 0) {
                return "";
            }
            byte inBuffer = run.buffer().get(run.offset(i));
            byte inMemory =
                    run.memory().get(ValueLayout.JAVA_BYTE, run.memoryBase() + run.offset(i));
            assertThat(inMemory).isEqualTo(inBuffer);
            return inBuffer == 0 ? "" : "=" + inBuffer;
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext context) {
            reads.incrementAndGet();
        }
    }

    @BeforeEach
    void assumeEpoll() {
        assumeTrue(Epoll.isAvailable(), "epoll");
    }

    @AfterEach
    void close() {
        senders.forEach(UdpSocket::close);
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }

    private void listen(Sockets sockets) {
        sockets.assumeAvailable();
        SocketProtocolFamily family =
                sockets.ipv4() ? SocketProtocolFamily.INET : SocketProtocolFamily.INET6;
        channel = UdpTransport.EPOLL.open(family, BUFFER);
        channel.config().setAutoRead(false);
        assertThat(UdpTransport.showTrafficClass(channel, family)).isTrue();
        channel.pipeline().addLast(new Recorder());
        group.register(channel).syncUninterruptibly();
        channel.bind(new InetSocketAddress(sockets.first(), 0)).syncUninterruptibly();
        intake = new DatagramIntake((EpollDatagramChannel) channel, shared(), () -> 1);
    }

    private static DatagramIntake.Shared shared() {
        return (DatagramIntake.Shared) UdpTransport.EPOLL.reading().orElseThrow();
    }

    /** Sends so many bytes at once, cut into datagrams, whose first byte is the mark. */
    private UdpSocket send(Sockets sockets, int bytes, int segment, int mark) {
        UdpSocket sender = new UdpSocket(sockets.second(), 0, BUFFER);
        senders.add(sender);
        assertThat(sender.segment(segment)).isTrue();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment data = arena.allocate(Math.max(bytes, 1)).asSlice(0, bytes);
            for (int at = 0; at < bytes; at += segment) {
                data.set(ValueLayout.JAVA_BYTE, at, (byte) mark);
            }
            assertThat(sender.send(data, target())).isEqualTo(bytes);
        }
        return sender;
    }

    private MemorySegment target() {
        InetSocketAddress local = channel.localAddress();
        return UdpSocket.address(local.getAddress(), local.getPort());
    }

    private void awaitRuns(int count) {
        Endpoint.await(() -> runs.size() >= count, count + " runs, not " + runs);
    }

    @ParameterizedTest
    @EnumSource(names = {"EPOLL_IPV4", "EPOLL_IPV6"})
    void shouldNameEachPacketOfWhatTheKernelJoined(Sockets sockets) {
        listen(sockets);
        intake.start();
        send(sockets, 9 * LENGTH + 7, LENGTH, 5);
        Endpoint.await(() -> packets.get() >= 10, "ten packets, not " + packets.get());
        // one run, unless this kernel's loopback cuts what is sent
        String lengths = String.join(", ", runs).replaceAll("\\[|\\] of [1-9][0-9]*", "");
        assertThat(lengths).isEqualTo("100=5, ".repeat(9) + "7=5");
    }

    @Test
    void shouldTellSendersApartAndJoinWhatOneSentInARow() {
        listen(Sockets.EPOLL_IPV4);
        send(Sockets.EPOLL_IPV4, 2 * LENGTH, LENGTH, 1);
        UdpSocket second = send(Sockets.EPOLL_IPV4, LENGTH, LENGTH, 2);
        try (Arena arena = Arena.ofConfined()) {
            second.send(arena.allocate(LENGTH / 2), target());
        }
        send(Sockets.EPOLL_IPV4, LENGTH, LENGTH, 3);
        intake.start();
        awaitRuns(3);
        assertThat(runs.get(0)).startsWith("[100=1, 100=1] of ");
        assertThat(runs.get(1)).startsWith("[100=2, 50] of ");
        assertThat(runs.get(2)).startsWith("[100=3] of ");
        assertThat(runs.stream().map(run -> run.replaceAll(".* of ", "")).distinct()).hasSize(3);
    }

    @Test
    void shouldPassOnWhatIsEmptyAndWhatIsAsLongAsCanBe() {
        listen(Sockets.EPOLL_IPV4);
        intake.start();
        send(Sockets.EPOLL_IPV4, 0, LENGTH, 1);
        awaitRuns(1);
        UdpSocket sender = send(Sockets.EPOLL_IPV4, 1, LENGTH, 1);
        awaitRuns(2);
        assertThat(sender.segment(0)).isTrue();
        try (Arena arena = Arena.ofConfined()) {
            assertThat(sender.send(arena.allocate(LONGEST), target())).isEqualTo(LONGEST);
        }
        awaitRuns(3);
        assertThat(runs.get(0)).startsWith("[0] of ");
        assertThat(runs.get(1)).startsWith("[1=1] of ");
        assertThat(runs.get(2)).startsWith("[" + LONGEST + "] of ");
    }

    @Test
    void shouldLetOthersHaveTheirTurnWhileMuchWaits() {
        int waiting = 100;
        listen(Sockets.EPOLL_IPV4);
        for (int i = 0; i < waiting; i++) {
            send(Sockets.EPOLL_IPV4, LENGTH, LENGTH, 1);
        }
        intake.start();
        awaitRuns(waiting);
        assertThat(reads.get()).isBetween(waiting / 32, waiting);
        assertThat(runs).hasSize(waiting);
    }

    @Test
    void shouldGiveTheAddressBackWithTheChannel() {
        listen(Sockets.EPOLL_IPV4);
        intake.start();
        send(Sockets.EPOLL_IPV4, LENGTH, LENGTH, 1);
        awaitRuns(1);
        InetSocketAddress local = channel.localAddress();
        channel.close().syncUninterruptibly();
        Endpoint.await(() -> isFree(local), "the address to be free");
        intake.close(); // again
    }

    @Test
    void shouldGiveTheAddressBackWhenTheLoopEnds() {
        listen(Sockets.EPOLL_IPV4);
        intake.start();
        InetSocketAddress local = channel.localAddress();
        // without a quiet period Netty's loop may end before it has closed what is registered
        group.shutdownGracefully(10, 10_000, TimeUnit.MILLISECONDS).syncUninterruptibly();
        Endpoint.await(() -> isFree(local), "the address to be free");
    }

    private static boolean isFree(InetSocketAddress address) {
        InetAddress host = address.getAddress();
        try {
            new UdpSocket(host, address.getPort(), BUFFER).close();
            return true;
        } catch (RuntimeException _) {
            return false;
        }
    }

    @Test
    void shouldAllocateNothingInARead() throws Exception {
        assumeTrue(
                isOptimizing(), "this JVM has no C2, which keeps what a read makes off the heap");
        listen(Sockets.EPOLL_IPV4);
        UdpSocket sender = send(Sockets.EPOLL_IPV4, LENGTH, LENGTH, 1);
        silent = true;
        long least = group.next().submit(() -> leastAllocated(sender)).get();
        assertThat(least / READS).as("bytes for each read").isZero();
        assertThat(packets.get()).isPositive();
    }

    private static boolean isOptimizing() {
        return ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .getVMOption("TieredStopAtLevel")
                .getValue()
                .equals("4");
    }

    /** The least of several spans: code that isn't compiled yet allocates. */
    private long leastAllocated(UdpSocket sender) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        MemorySegment data = Arena.ofAuto().allocate(4L * LENGTH);
        MemorySegment to = target();
        long least = Long.MAX_VALUE;
        long start = System.nanoTime();
        while (least >= READS && System.nanoTime() - start < PATIENCE_NS) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < READS; i++) {
                sender.send(data, to);
                intake.handle(null, null);
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        return least;
    }
}

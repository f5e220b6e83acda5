package org.urdma4j.transport.port.udp;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;

import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.socket.SocketProtocolFamily;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.memory.Region;
import org.urdma4j.transport.memory.RegionTable;
import org.urdma4j.transport.port.linux.DatagramWriter;
import org.urdma4j.transport.port.pipeline.IcrcMode;
import org.urdma4j.transport.port.pipeline.IcrcStamp;
import org.urdma4j.transport.wire.TransmitBatch;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.Random;

/** What is gathered is on the wire what would be there if it had been copied. */
@Timeout(60)
class GatheredDatagramsTest {
    private static final int HEADERS = 28;
    private static final int PAYLOAD = 1428;
    private static final int SENDS = 20_000;
    private static final int LARGEST = 1 << 16;

    private final RegionTable table = new RegionTable(new Random(1));
    private final TransmitBatch batch = new TransmitBatch(60_000, 64, PayloadMover.COPYING);
    private final TransmitBatch copied = new TransmitBatch(60_000, 64, PayloadMover.COPYING);
    private final IcrcStamp stamp = new IcrcStamp(IcrcMode.STANDARD);
    private EpollDatagramChannel channel;
    private GatheredDatagrams gathered;

    @BeforeEach
    void open() {
        Sockets.EPOLL_IPV4.assumeAvailable();
        Epoll.ensureAvailability(); // loads what the channel needs outside a loop
        batch.attachFrom(1024);
    }

    @AfterEach
    void close() {
        if (channel != null) {
            channel.unsafe().closeForcibly();
        }
    }

    private UdpRoute route(InetAddress to, int port) {
        boolean ipv4 = to.getAddress().length == 4;
        channel =
                new EpollDatagramChannel(
                        ipv4 ? SocketProtocolFamily.INET : SocketProtocolFamily.INET6);
        gathered = new GatheredDatagrams(channel, new DatagramWriter());
        InetSocketAddress local = new InetSocketAddress(to, port);
        return new UdpRoute(channel, local, port, new InetSocketAddress(to, port), true);
    }

    private Region region(int seed) {
        MemorySegment memory = Arena.ofShared().allocate(1 << 20);
        byte[] bytes = new byte[1 << 20];
        new Random(seed).nextBytes(bytes);
        MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, 0, bytes.length);
        return table.register(memory, 0x1000, 0, 1);
    }

    private void fill(TransmitBatch to, UdpRoute route, int packets, int last, Region... from) {
        to.clear();
        for (int i = 0; i < packets; i++) {
            int n = i + 1 < packets ? PAYLOAD : last;
            int at = to.begin(route);
            for (int k = 0; k < HEADERS; k++) {
                to.buffer().put(at + k, (byte) (i + k));
            }
            int end = to.attach(at + HEADERS, from[i % from.length], 3000L * i + 1, n);
            to.end(end, HEADERS + n + TransmitBatch.ICRC_LENGTH);
        }
        stamp.stamp(to, route.flow(), packets > 1);
    }

    private byte[] packet(int i) {
        byte[] bytes = new byte[copied.length(i)];
        copied.buffer().get(copied.offset(i), bytes);
        return bytes;
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "::1"})
    void shouldSendWhatACopyWouldBe(String address) throws Exception {
        InetAddress local = InetAddress.ofLiteral(address);
        Region[] regions = {region(1), region(2), region(3), region(4)};
        try (DatagramSocket peer = new DatagramSocket(0, local)) {
            peer.setReceiveBufferSize(1 << 20);
            peer.setSoTimeout(10_000);
            UdpRoute route = route(local, peer.getLocalPort());
            int[][] cases = {{1, PAYLOAD}, {1, 1024}, {2, PAYLOAD}, {40, 1300}, {40, 4}};
            for (int[] one : cases) {
                fill(batch, route, one[0], one[1], regions);
                fill(copied, route, one[0], one[1], regions);
                assertThat(batch.attached().isEmpty()).isFalse();
                assertThat(copied.attached().isEmpty()).isTrue();
                assertThat(gathered.send(batch, one[0] > 1)).isTrue();
                for (int i = 0; i < one[0]; i++) {
                    DatagramPacket packet = new DatagramPacket(new byte[LARGEST], LARGEST);
                    peer.receive(packet);
                    assertThat(Arrays.copyOf(packet.getData(), packet.getLength()))
                            .as("packet %d of %d", i, one[0])
                            .isEqualTo(packet(i));
                }
            }
        }
    }

    @Test
    void shouldSayThatTheKernelDoesNotTakeIt() {
        UdpRoute route = route(InetAddress.ofLiteral("127.0.0.1"), 9);
        fill(batch, route, 2, PAYLOAD, region(1));
        channel.unsafe().closeForcibly();
        assertThat(gathered.send(batch, true)).isFalse();
        assertThat(batch.attached().length(1)).isEqualTo(PAYLOAD);
    }

    @Test
    void shouldAllocateNothing() throws Exception {
        InetAddress local = InetAddress.ofLiteral("127.0.0.1");
        try (DatagramSocket peer = new DatagramSocket(0, local)) {
            UdpRoute route = route(local, peer.getLocalPort());
            Region[] regions = {region(1), region(2)};
            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            sendOften(route, regions);
            long before = threads.getCurrentThreadAllocatedBytes();
            sendOften(route, regions);
            long allocated = threads.getCurrentThreadAllocatedBytes() - before;
            assertThat(allocated / SENDS).as("bytes for each send").isZero();
        }
    }

    private void sendOften(UdpRoute route, Region[] regions) {
        for (int i = 0; i < SENDS; i++) {
            fill(batch, route, 4, PAYLOAD, regions);
            if (!gathered.send(batch, true)) {
                throw new AssertionError("the kernel didn't take it");
            }
            batch.detach();
        }
    }
}

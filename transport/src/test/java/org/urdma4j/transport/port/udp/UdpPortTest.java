package org.urdma4j.transport.port.udp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.netty.channel.epoll.Epoll;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.counter.Counters;
import org.urdma4j.transport.port.pipeline.IcrcMode;
import org.urdma4j.transport.port.pipeline.SocketLimits;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.GidType;
import org.urdma4j.verbs.IoTransport;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.WrOpcode;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.Set;

@Timeout(60)
class UdpPortTest {
    private static final int BYTES = 3_000_001;
    private static final Path RMEM_MAX = Path.of("/proc/sys/net/core/rmem_max");

    @ParameterizedTest
    @EnumSource
    void shouldMoveBytesBothWays(Sockets sockets) {
        sockets.assumeAvailable();
        UdpPortConfig config = sockets.config();
        try (Endpoint a = new Endpoint(UdpPort.open(config), BYTES);
                Endpoint b = sockets.ipv4() ? peer(sockets, config) : a) {
            Endpoint.connect(a, b, Mtu.MTU_4096);
            a.fill(1);
            a.post(WrOpcode.RDMA_WRITE, b);
            a.awaitSuccess();
            assertThat(b.memory.mismatch(a.memory)).isEqualTo(-1);
            b.fill(2);
            a.post(WrOpcode.RDMA_READ, b);
            a.awaitSuccess();
            assertThat(b.memory.mismatch(a.memory)).isEqualTo(-1);
            assertClean(a);
            assertClean(b);
        }
    }

    private static Endpoint peer(Sockets sockets, UdpPortConfig config) {
        return new Endpoint(UdpPort.open(sockets.peerOf(config)), BYTES);
    }

    private static void assertClean(Endpoint end) {
        assertThat(end.count(Counter.DROPPED_ICRC)).isZero();
        assertThat(end.count(Counter.DROPPED_BY_SOCKET)).isZero();
        assertThat(end.count(Counter.DROPPED_MALFORMED)).isZero();
        assertThat(end.count(Counter.IDENTIFICATION_INFERRED)).isZero();
        assertThat(end.count(Counter.RETRANSMITTED_PKTS)).isZero();
        assertThat(end.count(Counter.SEND_ERR)).isZero();
        assertThat(end.count(Counter.RCVD_PKTS)).isPositive();
    }

    /** The limit on bytes in flight, which follows from the socket's buffer, is there for this. */
    @ParameterizedTest
    @CsvSource({
        "EPOLL_IPV4, MTU_4096",
        "EPOLL_IPV4, MTU_1024",
        "EPOLL_IPV4, MTU_256",
        "NIO_IPV4, MTU_4096",
        "NIO_IPV4, MTU_1024",
        "NIO_IPV4, MTU_256"
    })
    void shouldNotOverflowAPeerThatDoesNotRead(Sockets sockets, Mtu mtu) throws Exception {
        UdpPortConfig config = sockets.config().toBuilder().bufferBytes(4 << 20).build();
        UdpPort port = UdpPort.open(config);
        try (Endpoint a = new Endpoint(port, 8 << 20);
                Endpoint b = new Endpoint(UdpPort.open(sockets.peerOf(config)), 8 << 20)) {
            Endpoint.connect(a, b, mtu);
            a.fill(3);
            long limit = SocketLimits.inFlightBytes(port.receiveBufferBytes());
            long cost = (long) mtu.bytes() + EngineConfig.PACKET_COST;
            try (Stall _ = Stall.of(b.port())) {
                a.post(WrOpcode.RDMA_WRITE, b);
                Endpoint.await(
                        () -> (a.count(Counter.SENT_PKTS) + 1) * cost > limit, "a full window");
            }
            a.awaitSuccess();
            assertThat(b.memory.mismatch(a.memory)).isEqualTo(-1);
            assertClean(a);
            assertClean(b);
        }
    }

    @Test
    void shouldUseEpollWhereItIs() {
        assertThat(UdpTransport.choose(IoTransport.EPOLL))
                .isEqualTo(Epoll.isAvailable() ? UdpTransport.EPOLL : UdpTransport.NIO);
        assertThat(UdpTransport.choose(IoTransport.NIO)).isEqualTo(UdpTransport.NIO);
    }

    @Test
    void shouldSayWhyThereIsNoRing() {
        VerbsException refusal =
                UdpTransport.noRing(
                        new IllegalStateException(
                                "no loop", new IOException("io_uring_setup: not permitted")));

        assertThat(refusal.errno()).isEqualTo(Errno.EOPNOTSUPP);
        assertThat(refusal)
                .hasMessageContaining(
                        "can't be used here: io_uring_setup: not permitted; use epoll");
    }

    @Test
    void shouldRefuseToStayAwakeByTheRing() {
        UdpPortConfig config =
                UdpPortConfig.builder(InetAddress.ofLiteral("127.0.0.1"))
                        .ioTransport(IoTransport.IO_URING)
                        .busyPoll(Duration.ofMillis(1))
                        .build();

        assertThatThrownBy(() -> UdpPort.open(config))
                .isInstanceOfSatisfying(
                        VerbsException.class,
                        e -> assertThat(e.errno()).isEqualTo(Errno.EOPNOTSUPP))
                .hasMessageContaining("use epoll");
    }

    @Test
    void shouldSendPacketByPacketIfTold() {
        assumeThat(UdpTransport.choose(IoTransport.EPOLL).segments()).as("UDP_SEGMENT").isTrue();
        UdpPortConfig.Builder config = Sockets.EPOLL_IPV4.config().toBuilder();
        try (UdpPort port = UdpPort.open(config.build())) {
            assertThat(segmentable(port)).isTrue();
        }
        try (UdpPort port = UdpPort.open(config.without(Set.of(UdpOffload.GSO)).build())) {
            assertThat(segmentable(port)).isFalse();
        }
    }

    private static boolean segmentable(UdpPort port) {
        return ((UdpRoute) port.route(0, Gid.parse("127.0.0.2"))).isSegmentable();
    }

    @Test
    void shouldDescribeItself() {
        UdpPortConfig config = Sockets.EPOLL_IPV4.config();
        try (UdpPort port = UdpPort.open(config)) {
            assertThat(port.description()).isEqualTo("udp 127.0.0.1:" + config.port());
            assertThat(port).hasToString(port.description());
            assertThat(port.activeMtu()).isEqualTo(Mtu.MTU_4096);
            assertThat(port.gids()).hasSize(1);
            assertThat(port.gids().get(0).gid()).isEqualTo(Gid.parse("127.0.0.1"));
            assertThat(port.gids().get(0).gidType()).isEqualTo(GidType.ROCE_V2);
            assertThat(port.gids().get(0).ndevIfindex()).isPositive();
        }
    }

    @Test
    void shouldSayWhenItUsesTheSlowerSockets() {
        UdpPortConfig config = Sockets.NIO_IPV4.config();
        try (UdpPort port = UdpPort.open(config)) {
            String expected = "udp 127.0.0.1:%d over NIO".formatted(config.port());
            assertThat(port.description()).isEqualTo(expected);
        }
    }

    /** RoCEv2 comes without UDP's checksum from other implementations, over IPv6 as well. */
    @Test
    void shouldTakeIpv6PacketsWithoutUdpChecksum() throws Exception {
        Sockets.EPOLL_IPV6.assumeAvailable();
        assumeThat(Epoll.isAvailable()).as("epoll").isTrue();
        UdpPortConfig config = Sockets.EPOLL_IPV6.config().toBuilder().icrc(IcrcMode.OFF).build();
        try (UdpPort port = UdpPort.open(config);
                PlainSender sender = new PlainSender()) {
            sender.withoutChecksum();
            sender.send(new InetSocketAddress(config.local(), config.port()), new byte[64]);
            Counters counters = port.shard().counters();
            Endpoint.await(() -> !counters.nonZero().isEmpty(), "the packet to be counted");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"EPOLL_IPV4", "IO_URING_IPV4", "NIO_IPV4"})
    void shouldSurviveGarbage(Sockets sockets) throws Exception {
        UdpPortConfig config = sockets.config().toBuilder().icrc(IcrcMode.OFF).build();
        Random random = new Random(5);
        try (Endpoint end = new Endpoint(UdpPort.open(config), 5000);
                DatagramSocket sender = new DatagramSocket()) {
            Endpoint.connect(end, end, Mtu.MTU_1024);
            for (int i = 0; i < 2000; i++) {
                byte[] garbage = new byte[random.nextInt(3000)];
                random.nextBytes(garbage);
                if (garbage.length > Bth.LENGTH) {
                    ByteBuffer b = ByteBuffer.wrap(garbage);
                    int opcode = random.nextInt(256);
                    int pad = random.nextInt(4);
                    int qpn = end.address().qpn();
                    Bth.write(b, 0, opcode, 0, pad, Bth.DEFAULT_P_KEY, qpn, random.nextInt());
                }
                InetSocketAddress to = new InetSocketAddress(config.local(), config.port());
                sender.send(new DatagramPacket(garbage, garbage.length, to));
            }
            assertThat(end.port().call(() -> 7)).isEqualTo(7);
            assertThat(end.count(Counter.DROPPED_MALFORMED)).isPositive();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"EPOLL_IPV4", "IO_URING_IPV4", "NIO_IPV4"})
    void shouldReadBackWhatTheKernelGrants(Sockets sockets) {
        try (UdpPort port =
                UdpPort.open(sockets.config().toBuilder().bufferBytes(50_000).build())) {
            assertThat(port.receiveBufferBytes()).isEqualTo(100_000);
        }
    }

    @Test
    void shouldExceedTheSystemsLimitOnReceiveBuffersWhereItMay() throws IOException {
        assumeThat(Epoll.isAvailable()).as("epoll").isTrue();
        int limit;
        try (BufferedReader reader = Files.newBufferedReader(RMEM_MAX)) { // in one piece
            limit = Integer.parseInt(reader.readLine());
        }
        int asked = 2 * limit;
        UdpPortConfig config = Sockets.EPOLL_IPV4.config().toBuilder().bufferBytes(asked).build();
        try (UdpPort port = UdpPort.open(config)) {
            assertThat(port.receiveBufferBytes())
                    .isEqualTo(2L * (mayExceedLimits() ? asked : limit));
        }
    }

    /** CAP_NET_ADMIN in the effective set; capabilities(7) gives it number 12. */
    private static boolean mayExceedLimits() throws IOException {
        String effective =
                Files.readAllLines(Path.of("/proc/self/status")).stream()
                        .filter(line -> line.startsWith("CapEff:"))
                        .findFirst()
                        .orElseThrow()
                        .substring("CapEff:".length())
                        .strip();
        return ((Long.parseUnsignedLong(effective, 16) >> 12) & 1) == 1;
    }

    @ParameterizedTest
    @EnumSource
    void shouldSayWhoHoldsAnAddressAndReleaseItWhenClosed(Sockets sockets) {
        sockets.assumeAvailable();
        UdpPortConfig config = sockets.config();
        try (UdpPort _ = UdpPort.open(config)) {
            assertThatThrownBy(() -> UdpPort.open(config))
                    .isInstanceOfSatisfying(
                            VerbsException.class,
                            e -> assertThat(e.errno()).isEqualTo(Errno.EADDRINUSE))
                    .hasMessageContaining(":" + config.port() + " is taken")
                    .hasMessageContaining("another process or an open context");
        }
        UdpPort.open(config).close();
    }

    @ParameterizedTest
    @EnumSource(names = {"EPOLL_IPV4", "IO_URING_IPV4", "NIO_IPV4"})
    void shouldRefuseAnAddressOfAnotherMachine(Sockets sockets) {
        InetAddress documentation = InetAddress.ofLiteral("192.0.2.1");
        UdpPortConfig config =
                UdpPortConfig.builder(documentation).ioTransport(sockets.transport()).build();
        assertThatThrownBy(() -> UdpPort.open(config))
                .isInstanceOfSatisfying(
                        VerbsException.class,
                        e -> assertThat(e.errno()).isEqualTo(Errno.EADDRNOTAVAIL))
                .hasMessageContaining("192.0.2.1:4791")
                .hasMessageContaining("no network interface has this address");
    }

    @Test
    void shouldRefuseTheWildcardAddress() {
        for (String wildcard : new String[] {"0.0.0.0", "::"}) {
            UdpPortConfig config = UdpPortConfig.builder(InetAddress.ofLiteral(wildcard)).build();
            assertThatThrownBy(() -> UdpPort.open(config))
                    .isInstanceOfSatisfying(
                            VerbsException.class,
                            e -> assertThat(e.errno()).isEqualTo(Errno.EINVAL))
                    .hasMessageContaining("bind to one address");
        }
    }

    @Test
    void shouldRefuseAPeerOfAnotherFamily() {
        try (UdpPort port = UdpPort.open(Sockets.EPOLL_IPV4.config())) {
            assertThatThrownBy(() -> port.route(0, Gid.parse("2001:db8::1")))
                    .isInstanceOfSatisfying(
                            VerbsException.class,
                            e -> assertThat(e.errno()).isEqualTo(Errno.ENETUNREACH));
            assertThatThrownBy(() -> port.route(1, Gid.parse("127.0.0.1")))
                    .isInstanceOfSatisfying(
                            VerbsException.class,
                            e -> assertThat(e.errno()).isEqualTo(Errno.EINVAL));
        }
    }

    @Test
    void shouldCloseTwiceAndRefuseCallsAfter() {
        UdpPort port = UdpPort.open(Sockets.EPOLL_IPV4.config());
        port.close();
        port.close();
        port.wake();
        assertThatThrownBy(() -> port.call(() -> 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
    }
}

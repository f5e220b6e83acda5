package org.urdma4j.transport.port.udp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufHolder;
import io.netty.channel.epoll.Epoll;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.port.frame.FramePortConfig;
import org.urdma4j.transport.port.linux.UdpSocket;
import org.urdma4j.transport.port.memory.MemoryNetwork;
import org.urdma4j.transport.port.memory.MemoryPort;
import org.urdma4j.transport.port.memory.MemoryPortConfig;
import org.urdma4j.transport.port.pcap.PcapPort;
import org.urdma4j.transport.port.pipeline.IcrcMode;
import org.urdma4j.transport.port.pipeline.InboundStage;
import org.urdma4j.transport.port.pipeline.OutboundStage;
import org.urdma4j.transport.port.pipeline.SocketLimits;
import org.urdma4j.transport.port.raw.RawPort;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.transport.wire.TransportAddress;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.IoTransport;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.WrOpcode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Ports with several event loops, over loopback. */
@Timeout(120)
class SeveralLoopsTest {
    private static final int BYTES = 300_001;
    private static final int LENGTH = 64;
    private static final int TIMES = 100;
    private static final InetAddress TWO = InetAddress.ofLiteral("127.0.0.2");
    private static final InetAddress THREE = InetAddress.ofLiteral("127.0.0.3");
    private static final InetAddress SIX = InetAddress.ofLiteral("::1");

    @BeforeEach
    void assumeEpoll() {
        assumeTrue(Epoll.isAvailable(), "epoll");
    }

    private static UdpPortConfig.Builder ours(Sockets sockets, int loops) {
        sockets.assumeAvailable();
        return sockets.config().toBuilder().eventLoops(loops);
    }

    private static UdpPortConfig.Builder ours(int loops) {
        return ours(Sockets.EPOLL_IPV4, loops);
    }

    private static long count(NetworkPort loop, Counter counter) {
        return loop.shard().counters().get(counter);
    }

    private static long sum(UdpPort port, Counter counter) {
        return port.loops().stream().mapToLong(loop -> count(loop, counter)).sum();
    }

    /** What reaches no queue pair is counted by the loop that would have it. */
    private static List<Long> unknown(UdpPort port) {
        return port.loops().stream().map(loop -> count(loop, Counter.DROPPED_UNKNOWN_QP)).toList();
    }

    /** Sends a packet for each number, all at once if they are several. */
    private static void send(UdpSocket from, UdpPortConfig to, int... qpns) {
        assertThat(from.segment(LENGTH)).isTrue();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment data = arena.allocate((long) qpns.length * LENGTH);
            ByteBuffer packets = data.asByteBuffer();
            for (int i = 0; i < qpns.length; i++) {
                int op = Opcode.RC_SEND_ONLY;
                Bth.write(packets, i * LENGTH, op, Bth.FECN, 0, Bth.DEFAULT_P_KEY, qpns[i], 1);
            }
            MemorySegment address = UdpSocket.address(to.local(), to.port());
            assertThat(from.send(data, address)).isEqualTo((int) data.byteSize());
        }
    }

    @ParameterizedTest
    @CsvSource({"EPOLL_IPV4, 2", "EPOLL_IPV4, 3", "EPOLL_IPV6, 2", "EPOLL_IPV6, 3"})
    void shouldGetPacketsWhereTheirQueuePairsAre(Sockets sockets, int loops) {
        UdpPortConfig config = ours(sockets, loops).icrc(IcrcMode.OFF).build();
        try (UdpPort port = UdpPort.open(config);
                UdpSocket sender = new UdpSocket(sockets.second(), 0, 1 << 20)) {
            long[] expected = new long[loops];
            for (int qpn = 0; qpn < 100; qpn++) {
                send(sender, config, qpn);
                expected[qpn < 2 ? 0 : qpn % loops]++;
            }
            send(sender, config, 0xfffffe);
            expected[0xfffffe % loops]++;
            Endpoint.await(
                    () -> sum(port, Counter.DROPPED_UNKNOWN_QP) == 101,
                    "packets, which are " + unknown(port));
            for (int i = 0; i < loops; i++) {
                assertThat(unknown(port).get(i)).as("loop %d", i).isEqualTo(expected[i]);
            }
            assertThat(sum(port, Counter.HANDED_ON_PKTS)).isZero();
        }
    }

    /** What is too short to say whose it is comes to the first loop. */
    @Test
    void shouldCountStraysOnce() throws IOException {
        UdpPortConfig config = ours(3).build();
        try (UdpPort port = UdpPort.open(config);
                DatagramChannel stray = DatagramChannel.open()) {
            for (int length = 0; length < 16; length++) {
                byte[] bytes = new byte[length];
                Arrays.fill(bytes, (byte) 0xff);
                stray.send(
                        ByteBuffer.wrap(bytes),
                        new InetSocketAddress(config.local(), config.port()));
            }
            Endpoint.await(() -> sum(port, Counter.DROPPED_MALFORMED) == 16, "all strays");
            assertThat(count(port, Counter.DROPPED_MALFORMED)).isGreaterThanOrEqualTo(8);
        }
    }

    /** Each pair of loops, one after the other: nothing has to be handed on then. */
    @ParameterizedTest
    @CsvSource({"2, 3, STANDARD", "3, 2, TRANSPORT_ONLY", "1, 3, OFF", "3, 1, STANDARD"})
    void shouldMoveBytesBetweenAnyTwoLoops(int here, int there, IcrcMode icrc) {
        UdpPortConfig config = ours(here).icrc(icrc).build();
        UdpPortConfig peers =
                Sockets.EPOLL_IPV4.peerOf(config).toBuilder().icrc(icrc).eventLoops(there).build();
        try (UdpPort us = UdpPort.open(config);
                UdpPort them = UdpPort.open(peers)) {
            for (NetworkPort loop : us.loops()) {
                for (NetworkPort other : them.loops()) {
                    transfer(loop, other);
                }
            }
            for (UdpPort port : List.of(us, them)) {
                assertThat(sum(port, Counter.HANDED_ON_PKTS)).isZero();
                assertThat(sum(port, Counter.DROPPED_ICRC)).isZero();
                assertThat(sum(port, Counter.IDENTIFICATION_INFERRED)).isZero();
                assertThat(sum(port, Counter.RETRANSMITTED_PKTS)).isZero();
                assertThat(sum(port, Counter.DROPPED_UNKNOWN_QP)).isZero();
            }
        }
    }

    private static Endpoint endpoint(NetworkPort loop, long bytes, int gidIndex) {
        return new Endpoint(alone(loop), bytes, gidIndex);
    }

    /** Shows a loop as if there were no other, and as one that isn't the endpoint's to close. */
    @SuppressWarnings("ReferenceEquality") // what a proxy equals is itself
    private static NetworkPort alone(NetworkPort loop) {
        InvocationHandler handler =
                (proxy, method, args) ->
                        switch (method.getName()) {
                            case "close" -> null;
                            case "loops" -> List.of(proxy);
                            case "equals" -> proxy == args[0];
                            default -> method.invoke(loop, args);
                        };
        Class<?>[] types = {NetworkPort.class};
        return (NetworkPort)
                Proxy.newProxyInstance(NetworkPort.class.getClassLoader(), types, handler);
    }

    private static void transfer(NetworkPort one, NetworkPort other) {
        transfer(one, other, 0);
    }

    private static void transfer(NetworkPort one, NetworkPort other, int gidIndex) {
        try (Endpoint a = endpoint(one, BYTES, gidIndex);
                Endpoint b = endpoint(other, BYTES, gidIndex)) {
            Endpoint.connect(a, b, Mtu.MTU_1024);
            a.fill(1);
            a.post(WrOpcode.RDMA_WRITE, b);
            a.awaitSuccess();
            assertThat(b.memory.mismatch(a.memory)).isEqualTo(-1);
            b.fill(2);
            a.post(WrOpcode.RDMA_READ, b);
            a.awaitSuccess();
            assertThat(b.memory.mismatch(a.memory)).isEqualTo(-1);
        }
    }

    /** A way to queue pair 1 begins at each loop and leads to the first. */
    @Test
    void shouldHaveQueuePair1OnTheFirstLoop() {
        UdpPortConfig config = ours(3).build();
        UdpPortConfig peers = Sockets.EPOLL_IPV4.peerOf(config).toBuilder().eventLoops(2).build();
        try (UdpPort us = UdpPort.open(config);
                UdpPort them = UdpPort.open(peers)) {
            Mouthpiece listener = Mouthpiece.of(us);
            List<Mouthpiece.Heard> expected = new ArrayList<>();
            for (NetworkPort loop : them.loops()) {
                Mouthpiece.of(loop).say(loop.route(0, us.address()), 5, expected.size());
                for (int i = 0; i < 5; i++) {
                    expected.add(new Mouthpiece.Heard(them.address(), 0, expected.size()));
                }
                Endpoint.await(() -> listener.heard.size() == expected.size(), "the packets");
            }
            assertThat(listener.heard).containsExactlyElementsOf(expected);
        }
    }

    /** The kernel gives what it has joined to the loop of the first packet. */
    @ParameterizedTest
    @EnumSource(names = {"EPOLL_IPV4", "IO_URING_IPV4", "EPOLL_IPV6"})
    void shouldHandOnWhatCameJoinedWithAnothers(Sockets sockets) {
        UdpPortConfig config = ours(sockets, 3).icrc(IcrcMode.OFF).build();
        int[] qpns = new int[30];
        for (int i = 0; i < qpns.length; i++) {
            qpns[i] = 30 + i;
        }
        try (UdpPort port = UdpPort.open(config);
                UdpSocket sender = new UdpSocket(sockets.second(), 0, 1 << 20)) {
            for (int i = 0; i < 20; i++) {
                send(sender, config, qpns);
            }
            Endpoint.await(
                    () -> sum(port, Counter.DROPPED_UNKNOWN_QP) == 600,
                    "600 packets, not " + unknown(port));
            assertThat(unknown(port)).containsExactly(200L, 200L, 200L);
            assertThat(count(port, Counter.HANDED_ON_PKTS)).isEqualTo(400);
            assertThat(sum(port, Counter.HANDED_ON_PKTS)).isEqualTo(400);
            assertThat(sum(port, Counter.DROPPED_HANDED_ON)).isZero();
        }
    }

    @Test
    void shouldNotLetTooManyWait() throws Exception {
        UdpPortConfig config = ours(2).icrc(IcrcMode.OFF).build();
        int[] qpns = new int[60]; // one for the first loop, the others for the second
        Arrays.fill(qpns, 3);
        qpns[0] = 2;
        try (UdpPort port = UdpPort.open(config);
                UdpSocket sender = new UdpSocket(TWO, 0, 1 << 20)) {
            NetworkPort second = port.loops().get(1);
            try (Stall _ = Stall.of(second)) {
                for (int i = 0; i < 20; i++) {
                    send(sender, config, qpns);
                }
                Endpoint.await(
                        () ->
                                count(port, Counter.HANDED_ON_PKTS)
                                                + count(port, Counter.DROPPED_HANDED_ON)
                                        == 20 * 59,
                        "all packets");
                assertThat(count(port, Counter.DROPPED_UNKNOWN_QP)).isEqualTo(20);
                assertThat(count(port, Counter.HANDED_ON_PKTS)).isEqualTo(1024);
                assertThat(count(port, Counter.DROPPED_HANDED_ON)).isEqualTo(20 * 59 - 1024);
                assertThat(count(second, Counter.DROPPED_UNKNOWN_QP)).isZero();
            }
            Endpoint.await(
                    () -> count(second, Counter.DROPPED_UNKNOWN_QP) == 1024, "what was handed on");
        }
    }

    /** Of loops that send to one that doesn't read, all together have one's share. */
    @Test
    void shouldNotOverflowAPeerWithOneLoop() throws Exception {
        UdpPortConfig config = ours(2).bufferBytes(4 << 20).build();
        UdpPort us = UdpPort.open(config);
        UdpPortConfig peers =
                Sockets.EPOLL_IPV4.peerOf(config).toBuilder().bufferBytes(4 << 20).build();
        UdpPort them = UdpPort.open(peers);
        try (us;
                them;
                Endpoint a = endpoint(us, 8 << 20, 0);
                Endpoint b = endpoint(us.loops().get(1), 8 << 20, 0);
                Endpoint toA = endpoint(them, 8 << 20, 0);
                Endpoint toB = endpoint(them, 8 << 20, 0)) {
            Endpoint.connect(a, toA, Mtu.MTU_4096);
            Endpoint.connect(b, toB, Mtu.MTU_4096);
            long cost = (long) Mtu.MTU_4096.bytes() + EngineConfig.PACKET_COST;
            long limit = SocketLimits.inFlightBytes(us.receiveBufferBytes()) / 2;
            try (Stall _ = Stall.of(them)) {
                a.post(WrOpcode.RDMA_WRITE, toA);
                b.post(WrOpcode.RDMA_WRITE, toB);
                for (Endpoint each : List.of(a, b)) {
                    Endpoint.await(
                            () -> (each.count(Counter.SENT_PKTS) + 1) * cost > limit,
                            "a full window");
                }
                LockSupport.parkNanos(20_000_000);
                for (Endpoint each : List.of(a, b)) {
                    assertThat(each.count(Counter.SENT_PKTS) * cost).isLessThanOrEqualTo(limit);
                }
            }
            a.awaitSuccess();
            b.awaitSuccess();
            assertThat(count(them, Counter.DROPPED_BY_SOCKET)).isZero();
            assertThat(sum(us, Counter.RETRANSMITTED_PKTS)).isZero();
        }
    }

    @Test
    void shouldDivideTheShareUnlessThereAreLimits() {
        EngineConfig one = SocketLimits.engineFor(7_000_000, true);
        EngineConfig four = SocketLimits.engineFor(7_000_000, true, 4);
        assertThat(one.maxInFlightBytes()).isEqualTo(2_000_000);
        assertThat(four.maxInFlightBytes()).isEqualTo(500_000);
        assertThat(four.framingBytes()).isEqualTo(one.framingBytes());
    }

    @Test
    void shouldSendFromPortsOfEachLoopsOwn() {
        UdpPortConfig config = ours(3).withEntropies(2).build();
        try (UdpPort port = UdpPort.open(config)) {
            Set<Integer> sources = new HashSet<>();
            for (NetworkPort loop : port.loops()) {
                for (int entropy = 0; entropy < 2; entropy++) {
                    int source = loop.route(0, Gid.of(TWO), entropy).sourcePort();
                    assertThat(source == config.port()).isEqualTo(loop == port && entropy == 0);
                    sources.add(source);
                }
                assertThatThrownBy(() -> loop.route(0, Gid.of(TWO), 2))
                        .hasMessageContaining("2 UDP ports");
                assertThat(loop.knowsWaysBack()).isFalse();
            }
            assertThat(sources).hasSize(6);
            // who has another port answers where packets come from
            TransportAddress elsewhere = new TransportAddress(Gid.of(TWO), config.port() + 1);
            assertThat(port.loops().get(2).route(0, elsewhere).sourcePort())
                    .isEqualTo(config.port());
        }
        try (UdpPort port =
                UdpPort.open(config.toBuilder().icrc(IcrcMode.TRANSPORT_ONLY).build())) {
            for (NetworkPort loop : port.loops()) {
                assertThat(loop.route(0, Gid.of(TWO)).sourcePort()).isEqualTo(config.port());
            }
        }
    }

    @Test
    void shouldHaveSeveralAddressesOnEachLoop() {
        Sockets.EPOLL_IPV6.assumeAvailable();
        InetAddress one = Sockets.EPOLL_IPV4.first();
        UdpPortConfig config =
                UdpPortConfig.builder(one)
                        .port(FreePort.onAll(one, List.of(TWO, THREE, SIX)))
                        .withAddresses(List.of(TWO, SIX))
                        .eventLoops(2)
                        .build();
        try (UdpPort port = UdpPort.open(config)) {
            for (NetworkPort loop : port.loops()) {
                for (NetworkPort other : port.loops()) {
                    for (int gid = 0; gid < 3; gid++) {
                        transfer(loop, other, gid);
                    }
                }
                assertThat(loop.gids()).isEqualTo(port.gids());
            }
            assertThat(sum(port, Counter.DROPPED_ICRC)).isZero();
            assertThat(sum(port, Counter.HANDED_ON_PKTS)).isZero();
        }
    }

    @Test
    void shouldLetTheFirstChooseAPortForAll() {
        UdpPortConfig config =
                UdpPortConfig.builder(Sockets.EPOLL_IPV4.first()).port(0).eventLoops(3).build();
        try (UdpPort port = UdpPort.open(config)) {
            int chosen = port.udpPort();
            assertThat(chosen).isPositive();
            assertThat(port.loops().stream().map(NetworkPort::description))
                    .containsExactly(
                            "udp 127.0.0.1:" + chosen,
                            "udp 127.0.0.1:" + chosen + " loop 2",
                            "udp 127.0.0.1:" + chosen + " loop 3");
            // peers have the usual port nevertheless, and so answer where packets come from
            for (NetworkPort loop : port.loops()) {
                assertThat(loop.at(Gid.of(TWO), 0).udpPort()).isEqualTo(4791);
                assertThat(loop.route(0, Gid.of(TWO)).sourcePort()).isEqualTo(chosen);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1, 2", "2, 1", "2, 2", "2, 3"})
    void shouldFindThePortTaken(int before, int after) {
        UdpPortConfig config = ours(before).build();
        UdpPort.open(config).close();
        try (UdpPort port = UdpPort.open(config)) {
            UdpPortConfig again = config.toBuilder().eventLoops(after).build();
            assertThatThrownBy(() -> UdpPort.open(again))
                    .isInstanceOfSatisfying(
                            VerbsException.class,
                            e -> assertThat(e.errno()).isEqualTo(Errno.EADDRINUSE))
                    .hasMessageContaining("UDP 127.0.0.1:" + config.port() + " is taken");
            assertThat(port.loops()).hasSize(before);
        }
    }

    /** One whose owner lets others have its port, too, is not joined. */
    @ParameterizedTest
    @CsvSource({"1", "2"})
    void shouldNotJoinAStrangersGroup(int loops) throws IOException {
        UdpPortConfig config = ours(loops).build();
        try (DatagramChannel stranger = DatagramChannel.open(StandardProtocolFamily.INET)) {
            stranger.setOption(StandardSocketOptions.SO_REUSEPORT, true);
            stranger.bind(new InetSocketAddress(config.local(), config.port()));
            assertThatThrownBy(() -> UdpPort.open(config))
                    .isInstanceOfSatisfying(
                            VerbsException.class,
                            e -> assertThat(e.errno()).isEqualTo(Errno.EADDRINUSE));
        }
    }

    @Test
    void shouldLetNobodyInWithOneLoop() throws IOException {
        UdpPortConfig config = ours(1).build();
        try (UdpPort port = UdpPort.open(config);
                DatagramChannel stranger = DatagramChannel.open(StandardProtocolFamily.INET)) {
            stranger.setOption(StandardSocketOptions.SO_REUSEPORT, true);
            assertThatThrownBy(() ->
                            stranger.bind(new InetSocketAddress(config.local(), config.port())))
                    .isInstanceOf(BindException.class);
            assertThat(port.loops()).containsExactly(port);
        }
    }

    @Test
    void shouldCloseEverySocketAndThread() {
        UdpPortConfig config = ours(3).withEntropies(2).build();
        UdpPort port = UdpPort.open(config);
        List<NetworkPort> loops = port.loops();
        assertThat(threads(config)).isEqualTo(3);
        port.close();
        port.close();
        Endpoint.await(() -> threads(config) == 0, "threads to end");
        for (NetworkPort loop : loops) {
            assertThatThrownBy(() -> loop.call(() -> 1)).hasMessageContaining("closed");
            loop.later(() -> {});
        }
        expectNothingLeft(() -> UdpPort.open(config).close());
    }

    @Test
    void shouldLeaveNothingWhenOneAddressIsTaken() {
        InetAddress one = Sockets.EPOLL_IPV4.first();
        UdpPortConfig config =
                UdpPortConfig.builder(one)
                        .port(FreePort.onAll(one, List.of(TWO)))
                        .withAddresses(List.of(TWO))
                        .eventLoops(2)
                        .build();
        try (UdpSocket _ = new UdpSocket(TWO, config.port(), 1 << 20)) {
            expectNothingLeft(() -> expectTaken(config));
        }
        Endpoint.await(() -> threads(config) == 0, "threads to end");
        UdpPort.open(config).close();
    }

    private static void expectTaken(UdpPortConfig config) {
        assertThatThrownBy(() -> UdpPort.open(config))
                .isInstanceOf(VerbsException.class)
                .hasMessageContaining("UDP 127.0.0.2:" + config.port() + " is taken");
    }

    /** What other tests of the process open meanwhile is less. */
    private static void expectNothingLeft(Runnable use) {
        use.run();
        long files = openFiles();
        for (int i = 0; i < TIMES; i++) {
            use.run();
        }
        Endpoint.await(() -> openFiles() < files + TIMES, "descriptors to be closed");
    }

    private static long threads(UdpPortConfig config) {
        String name = "urdma-udp-127.0.0.1:" + config.port();
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().matches(name + "( loop .*)?-.*"))
                .count();
    }

    private static long openFiles() {
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            return open.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void shouldRefuseWhatOneLoopAloneCanHave() {
        refuse(ours(2).ioTransport(IoTransport.NIO).build(), "epoll");
        refuse(ours(2).inbound(new Silence()).build(), "impairs");
        refuse(ours(2).outbound(new Loss()).build(), "impairs");
        MemoryNetwork network = new MemoryNetwork("several");
        MemoryPortConfig config = MemoryPortConfig.builder().eventLoops(2).build();
        assertThatThrownBy(() -> MemoryPort.open(network, Gid.of(TWO), config))
                .hasMessageContaining("memory backend has one");
        FramePortConfig frames =
                FramePortConfig.builder(Sockets.EPOLL_IPV4.first()).eventLoops(2).build();
        assertThatThrownBy(() -> RawPort.open(frames)).hasMessageContaining("raw backend has one");
        assertThatThrownBy(() -> PcapPort.open(frames))
                .hasMessageContaining("pcap backend has one");
    }

    private static void refuse(UdpPortConfig config, String why) {
        assertThatThrownBy(() -> UdpPort.open(config))
                .isInstanceOfSatisfying(
                        VerbsException.class,
                        e -> assertThat(e.errno()).isEqualTo(Errno.EOPNOTSUPP))
                .hasMessageContaining(why)
                .hasMessageContaining(": use one event loop");
        UdpPort.open(
                        UdpPortConfig.builder(config.local())
                                .port(config.port())
                                .eventLoops(2)
                                .build())
                .close();
    }

    /** Lets nothing through. */
    private static final class Silence implements InboundStage {
        @Override
        public void offer(ByteBuf packet, Object source, long nowNs) {
            packet.release();
        }

        @Override
        public long poll(long nowNs, Delivery delivery) {
            return NEVER;
        }

        @Override
        public void close() {
            // holds nothing
        }
    }

    /** Loses all that is sent. */
    private static final class Loss implements OutboundStage {
        @Override
        public void offer(ByteBufHolder packet, Consumer<ByteBufHolder> wire) {
            packet.release();
        }

        @Override
        public void close() {
            // holds nothing
        }
    }

    /** Sockets that don't share their port can't be steered. */
    @Test
    void shouldSayWhenPacketsCannotBeSteered() {
        try (UdpPort port = UdpPort.open(ours(1).build())) {
            assertThatThrownBy(() -> UdpLoops.steer(port, 2))
                    .isInstanceOfSatisfying(
                            VerbsException.class,
                            e -> assertThat(e.errno()).isEqualTo(Errno.EOPNOTSUPP))
                    .hasMessageContaining("SO_ATTACH_REUSEPORT_CBPF")
                    .hasMessageContaining("use one event loop");
        }
    }
}

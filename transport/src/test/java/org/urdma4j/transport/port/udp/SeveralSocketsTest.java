package org.urdma4j.transport.port.udp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.codec.icrc.FlowIcrc;
import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.codec.icrc.IcrcFlow;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.port.pipeline.InboundStage;
import org.urdma4j.transport.port.pipeline.LinkMtu;
import org.urdma4j.transport.port.pipeline.SendRoute;
import org.urdma4j.transport.wire.Route;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.GidEntry;
import org.urdma4j.verbs.IoTransport;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.WrOpcode;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Ports with several addresses and source ports, over loopback. */
@Timeout(60)
class SeveralSocketsTest {
    private static final int BYTES = 300_001;
    private static final int PACKETS = 20;
    private static final InetAddress ONE = InetAddress.ofLiteral("127.0.0.1");
    private static final InetAddress TWO = InetAddress.ofLiteral("127.0.0.2");
    private static final InetAddress SIX = InetAddress.ofLiteral("::1");
    private static final InetAddress PEER_ONE = InetAddress.ofLiteral("127.0.0.3");
    private static final InetAddress PEER_TWO = InetAddress.ofLiteral("127.0.0.4");

    private final int port = FreePort.onAll(ONE, List.of(TWO, PEER_ONE, PEER_TWO));

    private UdpPortConfig.Builder ours() {
        return UdpPortConfig.builder(ONE).port(port).withAddresses(List.of(TWO));
    }

    /** With an IPv6 address as well, on machines that have one. */
    private UdpPortConfig.Builder withIpv6() {
        Sockets.EPOLL_IPV6.assumeAvailable();
        return ours().withAddresses(List.of(TWO, SIX));
    }

    private UdpPortConfig.Builder peers() {
        return UdpPortConfig.builder(PEER_ONE).port(port).withAddresses(List.of(PEER_TWO));
    }

    @Test
    void shouldListItsAddressesInTheirOrder() {
        try (UdpPort us = UdpPort.open(withIpv6().build())) {
            assertThat(us.gids().stream().map(GidEntry::gid))
                    .containsExactly(Gid.of(ONE), Gid.of(TWO), Gid.of(SIX));
            assertThat(us.gids().stream().map(GidEntry::gidIndex)).containsExactly(0, 1, 2);
            assertThat(us.description())
                    .isEqualTo(
                            "udp 127.0.0.1:%d, 127.0.0.2, %s"
                                    .formatted(port, SIX.getHostAddress()));
            assertThat(us.gidIndexTowards(Gid.of(PEER_TWO))).isZero();
            assertThat(us.gidIndexTowards(Gid.parse("2001:db8::1"))).isEqualTo(2);
            LinkMtu loopback = LinkMtu.of(ONE);
            assertThat(us.packetBytes()).isEqualTo(loopback.datagram(false));
            assertThat(us.activeMtu()).isEqualTo(loopback.mtu());
        }
    }

    @ParameterizedTest
    @CsvSource({"true, 0, 0", "true, 1, 1", "true, 1, 0", "false, 1, 1"})
    void shouldMoveBytesBetweenAnyTwoAddresses(boolean epoll, int here, int there) {
        try (Endpoint a =
                        new Endpoint(
                                UdpPort.open(
                                        ours().ioTransport(
                                                        epoll ? IoTransport.EPOLL : IoTransport.NIO)
                                                .build()),
                                BYTES,
                                here);
                Endpoint b =
                        new Endpoint(
                                UdpPort.open(
                                        peers().ioTransport(
                                                        epoll ? IoTransport.EPOLL : IoTransport.NIO)
                                                .build()),
                                BYTES,
                                there)) {
            Endpoint.connect(a, b, Mtu.MTU_1024);
            transfer(a, b);
            assertClean(b);
        }
    }

    @Test
    void shouldMoveBytesOverTheOtherFamily() {
        try (Endpoint a = new Endpoint(UdpPort.open(withIpv6().build()), BYTES, 2)) {
            Endpoint.connect(a, a, Mtu.MTU_4096);
            transfer(a, a);
        }
    }

    private static void transfer(Endpoint a, Endpoint b) {
        a.fill(1);
        a.post(WrOpcode.RDMA_WRITE, b);
        a.awaitSuccess();
        assertThat(b.memory.mismatch(a.memory)).isEqualTo(-1);
        b.fill(2);
        a.post(WrOpcode.RDMA_READ, b);
        a.awaitSuccess();
        assertThat(b.memory.mismatch(a.memory)).isEqualTo(-1);
        assertClean(a);
    }

    private static void assertClean(Endpoint end) {
        assertThat(end.count(Counter.DROPPED_ICRC)).isZero();
        assertThat(end.count(Counter.IDENTIFICATION_INFERRED)).isZero();
        assertThat(end.count(Counter.SEND_ERR)).isZero();
        assertThat(end.count(Counter.RCVD_PKTS)).isPositive();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldTellWhereEachPacketCameFromAndTo(boolean epoll) {
        try (UdpPort us =
                        UdpPort.open(
                                ours().ioTransport(epoll ? IoTransport.EPOLL : IoTransport.NIO)
                                        .withEntropies(3)
                                        .build());
                UdpPort peer =
                        UdpPort.open(
                                peers().ioTransport(epoll ? IoTransport.EPOLL : IoTransport.NIO)
                                        .build())) {
            Mouthpiece speaker = Mouthpiece.of(us);
            Mouthpiece listener = Mouthpiece.of(peer);
            List<Mouthpiece.Heard> expected = new ArrayList<>();
            for (int from = 0; from < 2; from++) {
                for (int to = 0; to < 2; to++) {
                    for (int entropy = 0; entropy < 3; entropy++) {
                        Gid remote = peer.gids().get(to).gid();
                        Route route = us.route(from, remote, entropy);
                        int psn = expected.size();
                        speaker.say(route, PACKETS, psn);
                        for (int i = 0; i < PACKETS; i++) {
                            Gid local = us.gids().get(from).gid();
                            expected.add(new Mouthpiece.Heard(local, to, psn + i));
                        }
                        Endpoint.await(
                                () -> listener.heard.size() == expected.size(), "the packets");
                    }
                }
            }
            assertThat(listener.heard).containsExactlyElementsOf(expected);
            assertThat(peer.shard().counters().get(Counter.DROPPED_ICRC)).isZero();
            assertThat(us.shard().counters().get(Counter.SEND_ERR)).isZero();
        }
    }

    /** Against a plain socket, and an ICRC that is reckoned from what that sees. */
    @Test
    void shouldSendFromEachSourcePortWithTheIcrcOfThatPort() throws Exception {
        Set<Integer> sourcePorts = new HashSet<>();
        try (DatagramChannel peer = DatagramChannel.open();
                UdpPort us = UdpPort.open(ours().withEntropies(3).build())) {
            peer.bind(new InetSocketAddress(PEER_ONE, port));
            Mouthpiece speaker = Mouthpiece.of(us);
            for (int entropy = 0; entropy < 3; entropy++) {
                Route route = us.route(1, Gid.of(PEER_ONE), entropy);
                speaker.say(route, PACKETS, 0);
                for (int i = 0; i < PACKETS; i++) {
                    ByteBuffer packet = ByteBuffer.allocate(Mouthpiece.LENGTH);
                    InetSocketAddress from = (InetSocketAddress) peer.receive(packet);
                    assertThat(packet.position()).isEqualTo(Mouthpiece.LENGTH);
                    assertThat(from).isEqualTo(new InetSocketAddress(TWO, route.sourcePort()));
                    IcrcFlow flow =
                            new IcrcFlow(
                                    TWO.getAddress(), PEER_ONE.getAddress(), from.getPort(), port);
                    int length = Mouthpiece.LENGTH - Icrc.LENGTH;
                    // a batch stays whole where the kernel cuts it, and only there numbers packets
                    int identification = ((SendRoute) route).isSegmentable() ? i : 0;
                    assertThat(Icrc.get(packet, length))
                            .as("packet %d of entropy %d", i, entropy)
                            .isEqualTo(
                                    new FlowIcrc()
                                            .compute(flow, packet, 0, length, identification));
                }
                sourcePorts.add(route.sourcePort());
            }
            assertThat(sourcePorts).hasSize(3).contains(port);
            assertThatThrownBy(() -> us.route(1, Gid.of(PEER_ONE), 3))
                    .isInstanceOf(VerbsException.class)
                    .hasMessageContaining("3 UDP ports");
        }
    }

    /** What comes to a port that is only sent from is judged by that port. */
    @Test
    void shouldReadStrays() throws Exception {
        try (DatagramChannel peer = DatagramChannel.open();
                UdpPort us = UdpPort.open(ours().withEntropies(2).build())) {
            peer.bind(new InetSocketAddress(PEER_ONE, port));
            int sourcePort = us.route(0, Gid.of(PEER_ONE), 1).sourcePort();
            peer.send(ByteBuffer.allocate(64), new InetSocketAddress(ONE, sourcePort));
            Endpoint.await(() -> us.shard().counters().get(Counter.DROPPED_ICRC) == 1, "a verdict");
        }
    }

    /** One stage stands before all sockets, and gives back each packet where it came in. */
    @Test
    void shouldLeadAllArrivalsThroughOneStage() {
        Swapping stage = new Swapping();
        try (UdpPort us = UdpPort.open(ours().build());
                UdpPort peer = UdpPort.open(peers().inbound(stage).build())) {
            Mouthpiece speaker = Mouthpiece.of(us);
            Mouthpiece listener = Mouthpiece.of(peer);
            speaker.say(us.route(0, Gid.of(PEER_ONE)), 1, 1);
            Endpoint.await(() -> stage.held != null, "the first packet to be held");
            speaker.say(us.route(1, Gid.of(PEER_TWO)), 1, 2);
            Endpoint.await(() -> listener.heard.size() == 2, "both packets");

            assertThat(listener.heard)
                    .containsExactly(
                            new Mouthpiece.Heard(Gid.of(TWO), 1, 2),
                            new Mouthpiece.Heard(Gid.of(ONE), 0, 1));
            assertThat(peer.shard().counters().get(Counter.DROPPED_ICRC)).isZero();
        }
    }

    /** Holds one packet until there is another, and then delivers that first. */
    private static final class Swapping implements InboundStage {
        private record Held(ByteBuf packet, Object source) {}

        private volatile Held held;
        private Held other;

        @Override
        public void offer(ByteBuf packet, Object source, long nowNs) {
            if (held == null) {
                held = new Held(packet, source);
            } else {
                other = new Held(packet, source);
            }
        }

        @Override
        public long poll(long nowNs, Delivery delivery) {
            if (other != null) {
                delivery.deliver(other.packet(), other.source());
                delivery.deliver(held.packet(), held.source());
                other = null;
                held = null;
            }
            return NEVER;
        }

        @Override
        public void close() {
            if (held != null) {
                held.packet().release();
            }
        }
    }

    @Test
    void shouldReleaseEverySocket() throws Exception {
        int[] sourcePorts = new int[2];
        try (UdpPort us = UdpPort.open(ours().withEntropies(2).build())) {
            for (int i = 0; i < 2; i++) {
                sourcePorts[i] = us.route(i, Gid.of(PEER_ONE), 1).sourcePort();
            }
        }
        UdpPort.open(ours().build()).close();
        for (int i = 0; i < 2; i++) {
            try (DatagramChannel again = DatagramChannel.open()) {
                again.bind(new InetSocketAddress(i == 0 ? ONE : TWO, sourcePorts[i]));
            }
        }
    }

    @Test
    void shouldNameTheAddressThatIsNotOursAndReleaseTheOthers() {
        UdpPortConfig config =
                UdpPortConfig.builder(ONE)
                        .port(port)
                        .withAddresses(List.of(TWO, InetAddress.ofLiteral("192.0.2.7"), PEER_ONE))
                        .build();
        assertThatThrownBy(() -> UdpPort.open(config))
                .isInstanceOfSatisfying(
                        VerbsException.class,
                        e -> assertThat(e.errno()).isEqualTo(Errno.EADDRNOTAVAIL))
                .hasMessageContaining("192.0.2.7:" + port)
                .hasMessageNotContaining("\n");
        UdpPort.open(UdpPortConfig.builder(ONE).port(port).withAddresses(List.of(TWO)).build())
                .close();
    }

    @Test
    void shouldRefuseWildcardsRepetitionsAndNoPorts() {
        UdpPortConfig wildcard =
                ours().withAddresses(List.of(InetAddress.ofLiteral("0.0.0.0"))).build();
        assertThatThrownBy(() -> UdpPort.open(wildcard))
                .isInstanceOfSatisfying(
                        VerbsException.class, e -> assertThat(e.errno()).isEqualTo(Errno.EINVAL))
                .hasMessageContaining("bind to one address");
        assertThatThrownBy(() -> ours().withAddresses(List.of(TWO, TWO)).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("127.0.0.2 is there twice");
        assertThatThrownBy(() -> ours().withAddresses(List.of(ONE)).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("127.0.0.1 is there twice");
        assertThatThrownBy(() -> ours().withEntropies(0).build())
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ours().withEntropies(65).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1 to 64");
    }

    @Test
    void shouldRefuseAPathBetweenFamilies() {
        try (UdpPort us = UdpPort.open(withIpv6().build())) {
            assertThatThrownBy(() -> us.route(2, Gid.of(PEER_ONE)))
                    .isInstanceOfSatisfying(
                            VerbsException.class,
                            e -> assertThat(e.errno()).isEqualTo(Errno.ENETUNREACH));
            assertThatThrownBy(() -> us.route(3, Gid.of(PEER_ONE)))
                    .isInstanceOf(VerbsException.class)
                    .hasMessageContaining("no index 3");
        }
    }
}

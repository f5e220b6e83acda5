package org.urdma4j.transport.port.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.port.BackendEnd;
import org.urdma4j.transport.port.frame.FramePortConfig;
import org.urdma4j.transport.port.linux.FrameFilter;
import org.urdma4j.transport.port.linux.FrameReader;
import org.urdma4j.transport.port.linux.Link;
import org.urdma4j.transport.port.linux.NextHopQuery;
import org.urdma4j.transport.port.linux.PacketSocket;
import org.urdma4j.transport.port.pipeline.InboundStage;
import org.urdma4j.transport.port.udp.UdpPort;
import org.urdma4j.transport.port.udp.UdpPortConfig;
import org.urdma4j.verbs.AddressHandle;
import org.urdma4j.verbs.AhAttr;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.GidType;
import org.urdma4j.verbs.GlobalRoute;
import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.ProtectionDomain;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrs;
import org.urdma4j.verbs.QpInitAttr;
import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WrOpcode;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** What only ports that see the link can do, and what they refuse. */
@Tag("netns")
class RawPortTest {
    private static final InetAddress ONE = VethPair.address(true, 1);
    private static final int ROCE_V2_INDEX = 3;
    private static final int ROCE_PORT = 4791;
    private static final InetAddress OTHER = VethPair.address(true, 2);

    private VethPair link;
    private BackendEnd a;
    private BackendEnd b;

    @BeforeEach
    void join() throws Exception {
        link = VethPair.make(9000);
    }

    @AfterEach
    void leave() {
        if (a != null) {
            a.close();
        }
        if (b != null) {
            b.close();
        }
        link.close();
    }

    private void open(GidType type) throws Exception {
        FramePortConfig.Builder one = FramePortConfig.builder(ONE).gidType(type);
        FramePortConfig.Builder other = FramePortConfig.builder(OTHER).gidType(type);
        a = new BackendEnd(link.first(() -> RawPort.open(one.build())));
        b = new BackendEnd(link.second(() -> RawPort.open(other.build())));
        a.fill(1);
    }

    private void write() throws InterruptedException {
        a.post(a.request(WrOpcode.RDMA_WRITE, b, 0, BackendEnd.MEMORY));
        assertThat(a.await().status()).isEqualTo(WcStatus.SUCCESS);
    }

    @ParameterizedTest
    @EnumSource(
            value = GidType.class,
            names = {"ROCE_V1", "ROCE_V2"})
    void shouldTagWhatHasAServiceLevel(GidType type) throws Exception {
        open(type);
        BackendEnd.connect(a, b, new QpAttr(), 5);
        PacketSocket watch =
                link.second(() ->
                        new PacketSocket(
                                Link.of(OTHER).orElseThrow().index(),
                                FrameFilter.of(FrameFilter.matches(List.of(OTHER), 4791, 0x8915)),
                                1 << 22));

        write();

        try (watch;
                FrameReader reader = new FrameReader(watch)) {
            assertThat(reader.read()).isPositive();
            assertThat(reader.tag(0) >> 13).isEqualTo(5);
        }
        assertThat(b.count(Counter.DROPPED_ICRC)).isZero();
    }

    /** Routers tell flows apart by it; a socket of UDP is who looks. */
    @Test
    void shouldSendDatagramsOfEachQueuePairFromAPortOfItsOwn() throws Exception {
        a =
                new BackendEnd(
                        link.first(() -> RawPort.open(FramePortConfig.builder(ONE).build())),
                        QpType.UD);
        ProtectionDomain domain = a.region.protectionDomain();
        AddressHandle peer =
                domain.createAh(new AhAttr(GlobalRoute.to(Gid.of(OTHER), ROCE_V2_INDEX), 0, 1));
        QueuePair another =
                domain.createQp(
                        QpInitAttr.builder().qpType(QpType.UD).cq(a.context.createCq(8)).build());
        try (DatagramSocket socket =
                link.second(() -> new DatagramSocket(new InetSocketAddress(OTHER, ROCE_PORT)))) {
            socket.setSoTimeout(60_000);
            for (QueuePair pair : List.of(a.qp, another)) {
                QpAttrs.activate(pair, 0x1111, 0);
                SendWr request =
                        new SendWr()
                                .opcode(WrOpcode.SEND)
                                .addSge(a.region.sge(0, 4))
                                .ud(peer, 2, 0x1111);
                for (int i = 0; i < 2; i++) {
                    assertThat(pair.postSend(request)).isEqualTo(PostStatus.OK);
                    assertThat(sourcePort(socket)).isEqualTo(hash(pair.qpNum()));
                }
            }
        }
    }

    /** So that routers send what goes over one way elsewhere than what goes over another. */
    @Test
    void shouldFindWaysFromOtherSourcePorts() throws Exception {
        try (RawPort port = link.first(() -> RawPort.open(FramePortConfig.builder(ONE).build()))) {
            for (int entropy = 0; entropy < 3; entropy++) {
                assertThat(port.route(ROCE_V2_INDEX, Gid.of(OTHER), entropy).sourcePort())
                        .isEqualTo(hash(entropy));
            }
            assertThat(port.route(ROCE_V2_INDEX, Gid.of(OTHER)).sourcePort()).isEqualTo(hash(0));
        }
    }

    /** Without those of one byte, by which the kernel looks for the MAC address. */
    private static int sourcePort(DatagramSocket socket) throws IOException {
        DatagramPacket packet = new DatagramPacket(new byte[100], 100);
        socket.receive(packet);
        return packet.getPort();
    }

    /** Of 14 bits, in the range of dynamic ports (IBTA annex A17.9.1). */
    private static int hash(int qpn) {
        return 0xc000 | ((qpn * 0x9e37_79b1) >>> 18);
    }

    @Test
    void shouldFollowANewMacAddress() throws Exception {
        open(GidType.ROCE_V2);
        BackendEnd.connect(a, b, new QpAttr().timeout(14).retryCnt(7));
        write();

        link.second("ip link set eth0 address 02:00:00:00:00:77");
        link.first("ip neigh replace 10.99.0.2 lladdr 02:00:00:00:00:77 dev eth0");
        write();

        assertThat(b.memory().mismatch(a.memory())).isEqualTo(-1);
    }

    @Test
    void shouldTalkToAPeerBehindASocket() throws Exception {
        a = new BackendEnd(link.first(() -> RawPort.open(FramePortConfig.builder(ONE).build())));
        b = new BackendEnd(link.second(() -> UdpPort.open(UdpPortConfig.builder(OTHER).build())));
        a.fill(1);
        BackendEnd.connect(a, b, new QpAttr());

        write();
        a.post(a.request(WrOpcode.RDMA_READ, b, 0, BackendEnd.MEMORY));

        assertThat(a.await().status()).isEqualTo(WcStatus.SUCCESS);
        assertThat(a.count(Counter.RETRANSMITTED_PKTS)).isZero();
        assertThat(a.count(Counter.DROPPED_ICRC) + b.count(Counter.DROPPED_ICRC)).isZero();
    }

    @Test
    void shouldHoldThePort() throws Exception {
        open(GidType.ROCE_V2);

        assertRefused(Errno.EADDRINUSE, "UDP 10.99.0.1 is taken", ONE);
        BackendEnd.connect(a, b, new QpAttr());
        write();
        String script = "awk '/^Udp: [0-9]/ {print $3}' /proc/thread-self/net/snmp";
        long toNobody = Long.parseLong(link.second(script).strip());
        assertThat(toNobody).as("our questions for the next hop alone").isLessThan(10);
    }

    private void assertRefused(Errno errno, String why, InetAddress address) {
        assertThatThrownBy(() ->
                        link.first(() -> RawPort.open(FramePortConfig.builder(address).build())))
                .isInstanceOfSatisfying(
                        VerbsException.class, e -> assertThat(e.errno()).isEqualTo(errno))
                .hasMessageContaining(why);
    }

    @Test
    void shouldSayWhatCanNotBeOpenedOrReached() throws Exception {
        assertRefused(
                Errno.EADDRNOTAVAIL,
                "no network interface has this address",
                InetAddress.ofLiteral("192.0.2.1"));
        open(GidType.ROCE_V2);
        try (RawPort port =
                link.first(() ->
                        RawPort.open(
                                FramePortConfig.builder(VethPair.address(false, 1)).build()))) {
            assertThatThrownBy(() -> port.route(ROCE_V2_INDEX, Gid.of(OTHER)))
                    .isInstanceOf(VerbsException.class)
                    .hasMessageContaining("an address of the same family");
            assertThatThrownBy(() -> port.route(ROCE_V2_INDEX, Gid.parse("2001:db8::1")))
                    .isInstanceOf(VerbsException.class)
                    .hasMessageContaining("no route");
            assertThatThrownBy(() -> port.route(4, Gid.parse("fd99::2")))
                    .isInstanceOf(VerbsException.class)
                    .hasMessageContaining("no index 4");
        }
    }

    @Test
    void shouldGoOnWhenAStageLetsGo() throws Exception {
        FramePortConfig.Builder held = FramePortConfig.builder(OTHER).inbound(new HoldingStage());
        a = new BackendEnd(link.first(() -> RawPort.open(FramePortConfig.builder(ONE).build())));
        b = new BackendEnd(link.second(() -> RawPort.open(held.build())));
        BackendEnd.connect(a, b, new QpAttr());

        a.post(a.request(WrOpcode.RDMA_WRITE, b, 0, 100));

        assertThat(a.await().status()).isEqualTo(WcStatus.SUCCESS);
        assertThat(a.count(Counter.RETRANSMITTED_PKTS)).isZero();
    }

    @Test
    void shouldFindTheWayThroughAGateway() throws Exception {
        link.first("ip route add 198.51.100.0/24 via 10.99.0.2");
        open(GidType.ROCE_V2);
        BackendEnd.connect(a, b, new QpAttr());
        write();
        long there = link.second(() -> Link.of(OTHER).orElseThrow().mac());

        try (NextHopQuery query = link.first(NextHopQuery::new)) {
            NextHopQuery.Hop hop = query.hop(ONE, InetAddress.ofLiteral("198.51.100.7"));
            assertThat(hop.address()).isEqualTo(OTHER);
            assertThat(query.mac(hop)).isEqualTo(there);
        }
    }

    /** Holds each packet for a tenth of a second, in which nothing else arrives. */
    private static final class HoldingStage implements InboundStage {
        private static final long HOLD_NS = 100_000_000;

        private record Held(ByteBuf packet, Object source, long dueNs) {}

        private final Deque<Held> held = new ArrayDeque<>();

        @Override
        public void offer(ByteBuf packet, Object source, long nowNs) {
            held.add(new Held(packet, source, nowNs + HOLD_NS));
        }

        @Override
        public long poll(long nowNs, Delivery delivery) {
            while (!held.isEmpty() && held.peek().dueNs() <= nowNs) {
                Held due = held.remove();
                delivery.deliver(due.packet(), due.source());
            }
            return held.isEmpty() ? NEVER : held.peek().dueNs();
        }

        @Override
        public void close() {
            held.forEach(each -> each.packet().release());
        }
    }
}

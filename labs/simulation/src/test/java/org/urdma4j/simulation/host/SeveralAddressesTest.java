package org.urdma4j.simulation.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.codec.net.FrameStatus;
import org.urdma4j.codec.net.LinkLayer;
import org.urdma4j.codec.net.RoceFrame;
import org.urdma4j.codec.net.Udp;
import org.urdma4j.codec.pcap.CaptureReader;
import org.urdma4j.codec.pcap.CaptureRecord;
import org.urdma4j.codec.pcap.LinkType;
import org.urdma4j.codec.pcap.PcapWriter;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.loss.Occurrence;
import org.urdma4j.simulation.loss.Script;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.transport.wire.NetworkHeader;
import org.urdma4j.transport.wire.Route;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrs;
import org.urdma4j.verbs.QpEndpoint;
import org.urdma4j.verbs.VerbsException;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Hosts with several addresses, each with links of its own. */
class SeveralAddressesTest {
    private static final int BYTES = 64 << 10;
    private static final int PACKET = 1024;
    private static final long MILLISECOND = 1_000_000;
    private static final LinkConfig LINK =
            LinkConfig.builder().rate(1_000_000_000).delay(MILLISECOND).build();

    private final SimulatedNetwork network = new SimulatedNetwork(1, PayloadMover.COPYING);
    private final SimulatedHost a = network.host("a", EngineConfig.DEFAULT);
    private final SimulatedHost b = network.host("b", EngineConfig.DEFAULT);

    @TempDir private Path folder;

    private static void connect(Peer left, int i, Peer right, int j) {
        QpAttr options = new QpAttr().qpAccessFlags(Peer.ALL_ACCESS);
        QpEndpoint here = new QpEndpoint(left.qp.qpNum(), 100, left.host.gid(i));
        QpEndpoint there = new QpEndpoint(right.qp.qpNum(), 200, right.host.gid(j));
        QpAttrs.connect(left.qp, here, there, options);
        QpAttrs.connect(right.qp, there, here, options);
    }

    private SimulatedPort port(SimulatedHost host) {
        return SimulatedPort.open(
                        network, host, EngineConfig.DEFAULT, network.deriveRandom(), null, 1)
                .getFirst();
    }

    @Test
    void shouldListAddressesInTheirOrder() {
        Gid second = a.addAddress();
        Gid third = a.addIpv6Address();

        SoftContext context = a.open();

        assertThat(second).isEqualTo(Gid.parse("10.1.0.1"));
        assertThat(third).isEqualTo(Gid.parse("fd00::2:1"));
        assertThat(context.queryGidTable())
                .extracting(entry -> entry.gid())
                .containsExactly(Gid.parse("10.0.0.1"), second, third);
        assertThatThrownBy(a::addAddress)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("open");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldSendBetweenTheAddressesAskedFor(boolean ipv6) throws Exception {
        DuplexLink first = network.connect(a, b, LINK);
        Gid from = ipv6 ? a.addIpv6Address() : a.addAddress();
        Gid to = ipv6 ? b.addIpv6Address() : b.addAddress();
        DuplexLink second = network.connect(a, 1, b, 1, LINK, LINK);
        Peer left = new Peer(a, BYTES);
        Peer right = new Peer(b, BYTES);
        connect(left, 1, right, 1);
        left.fill(3);

        Path file = folder.resolve("second.pcap");
        try (PcapWriter writer = PcapWriter.create(file, LinkType.ETHERNET)) {
            second.there().captureAtReceiver(writer);
            left.post(left.write(right, 0, BYTES));
            network.run();
        }

        assertThat(left.only().isSuccess()).isTrue();
        assertThat(right.memory.mismatch(left.memory)).isEqualTo(-1);
        assertThat(first.there().counters().offered()).isZero();
        assertThat(second.there().counters().delivered()).isEqualTo(BYTES / 4096);
        for (CaptureRecord record : read(file)) {
            RoceFrame frame = frame(record);
            assertThat(frame.encapsulation() == Encapsulation.ROCE_V2_IPV6).isEqualTo(ipv6);
            assertThat(new Icrc().over(frame))
                    .isEqualTo(Icrc.get(record.bytes(), frame.icrcOffset()));
        }
        assertThat(from.isIpv4Mapped()).isNotEqualTo(ipv6);
        assertThat(to).isNotEqualTo(from);
    }

    /** Either end knows the other by the address that its queue pair was told, and by no other. */
    @Test
    void shouldTellApartTheAddressesOfOneHost() {
        a.addAddress();
        b.addAddress();
        network.connect(a, b, LINK);
        network.connect(a, 1, b, 1, LINK, LINK);
        SimulatedPort port = port(b);

        Route toFirst = port.route(0, a.gid());
        Route toSecond = port.route(1, a.gid(1));

        assertThat(toFirst.isFrom(a.address(0))).isTrue();
        assertThat(toFirst.isFrom(a.address(1))).isFalse();
        assertThat(toSecond.isFrom(a.address(1))).isTrue();
        assertThat(port.gidOf(a.address(1))).isEqualTo(Gid.parse("10.1.0.1"));
        assertThat(port.gidIndexTowards(a.gid(1))).isEqualTo(1);
        assertThatThrownBy(() -> port.route(0, a.gid(1)))
                .isInstanceOf(VerbsException.class)
                .hasMessage("EHOSTUNREACH: b has no route to %s; the network needs one", a.gid(1));
        assertThatThrownBy(() -> port.route(2, a.gid()))
                .isInstanceOf(VerbsException.class)
                .hasMessageContaining("no GID with index 2");
    }

    @Test
    void shouldTellWhichAddressAPacketCameTo() {
        a.addAddress();
        b.addAddress();
        network.connect(a, 0, b, 0, LINK, LINK);
        network.connect(a, 1, b, 1, LINK, LINK);
        SimulatedPort port = port(b);

        for (int i = 0; i < 2; i++) {
            SimulatedPacket packet = packet(network.route(a.address(i), b.gid(i)));
            port.receive(packet);
            port.networkHeader().of(packet.route.from(), i, packet.length);
            byte[] header = new byte[NetworkHeader.LENGTH];
            port.networkHeader().payloadTo(0, MemorySegment.ofArray(header), 0, header.length);

            assertThat(Arrays.copyOfRange(header, 32, 40))
                    .containsExactly(10, i, 0, 1, 10, i, 0, 2);
            network.release(packet);
        }
        assertThat(port.shard().counters().get(Counter.DROPPED_ICRC)).isZero();
    }

    @Test
    void shouldSendFromAnotherPortOverTheLinksOfThatPort() throws Exception {
        SimulatedLink even = network.link("even", LINK);
        SimulatedLink odd = network.link("odd", LINK);
        network.routeEach(a, 0, b, 0, n -> new Hop[] {n % 2 == 0 ? even : odd});
        SimulatedPort port = port(a);
        Path file = folder.resolve("ports.pcap");

        try (PcapWriter writer = PcapWriter.create(file, LinkType.ETHERNET)) {
            even.captureAtSender(writer);
            odd.captureAtSender(writer);
            for (int n = 0; n < 3; n++) {
                SimulatedPacket packet = packet((SimulatedRoute) port.route(0, b.gid(), n));
                packet.forward();
            }
            network.run();
        }

        assertThat(even.counters().delivered()).isEqualTo(2);
        assertThat(odd.counters().delivered()).isEqualTo(1);
        assertThat(port.route(0, b.gid(), 1)).isSameAs(port.route(0, b.gid(), 1));
        assertThat(port.route(0, b.gid(), 0)).isSameAs(port.route(0, b.gid()));
        List<Integer> ports = new ArrayList<>();
        for (CaptureRecord record : read(file)) {
            RoceFrame frame = frame(record);
            ports.add(Udp.sourcePort(record.bytes(), frame.udpOffset()));
            assertThat(new Icrc().over(frame))
                    .isEqualTo(Icrc.get(record.bytes(), frame.icrcOffset()));
        }
        assertThat(ports)
                .containsExactly(
                        port.route(0, b.gid()).sourcePort(),
                        port.route(0, b.gid(), 1).sourcePort(),
                        port.route(0, b.gid(), 2).sourcePort())
                .containsExactly(0xc000, 0xc001, 0xc002);
    }

    @Test
    void shouldKillAndReviveALink() {
        DuplexLink links = network.connect(a, b, LINK);
        Peer left = new Peer(a, BYTES);
        Peer right = new Peer(b, BYTES);
        Peer.connect(left, right);
        links.there().kill();
        left.post(left.write(right, 0, BYTES));
        assertThat(network.runUntil(() -> left.completions(1), 20 * MILLISECOND)).isFalse();
        assertThat(links.there().counters().delivered()).isZero();

        links.there().revive();
        network.run();

        assertThat(left.only().isSuccess()).isTrue();
        assertThat(links.there().counters().droppedByBlackout()).isPositive();
    }

    @Test
    void shouldLoseOnlyLongPackets() {
        DuplexLink links = network.connect(a, b, LINK);
        Script<SimulatedPacket> script = new Script<>();
        script.drop("long", Occurrence.upTo(2), SimulatedPacket.longerThan(1000));
        links.there().script(script);
        Peer left = new Peer(a, BYTES);
        Peer right = new Peer(b, BYTES);
        Peer.connect(left, right);
        left.post(left.write(right, 0, 900));
        network.run();
        assertThat(left.only().isSuccess()).isTrue();
        assertThat(script.unfired()).containsExactly("long");

        left.post(left.write(right, 0, BYTES));
        network.run();

        assertThat(left.only().isSuccess()).isTrue();
        assertThat(links.there().counters().droppedByScript()).isEqualTo(2);
    }

    @Test
    void shouldChangeTheRateOfALink() {
        DuplexLink links = network.connect(a, b, LINK);
        SimulatedRoute route = network.route(a.address(0), b.gid());
        packet(route).forward();
        long bits = 8 * (PACKET + 70);
        assertThat(links.there().departNs()).isEqualTo(bits);

        links.there().rate(100_000_000);
        packet(route).forward();

        assertThat(links.there().departNs()).isEqualTo(bits + 10 * bits);
        network.run();
        assertThatThrownBy(() -> links.there().rate(-1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldRefuseRoutesBetweenFamiliesAndUnknownAddresses() {
        a.addIpv6Address();
        b.addAddress();
        SimulatedLink link = network.link("link", LINK);

        assertThatThrownBy(() -> network.route(a, 1, b, 1, link))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("one is IPv4, one IPv6");
        assertThatThrownBy(() -> network.route(a, 0, b, 2, link))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("none with index 2");
        assertThatThrownBy(() -> network.route(a, 0, b, 0))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private SimulatedPacket packet(SimulatedRoute route) {
        SimulatedPacket packet = network.pool().empty(route, 0, PACKET);
        route.stamp(packet);
        return packet;
    }

    private static List<CaptureRecord> read(Path file) throws IOException {
        List<CaptureRecord> records = new ArrayList<>();
        try (CaptureReader reader = CaptureReader.open(file)) {
            for (CaptureRecord record = reader.next(); record != null; record = reader.next()) {
                records.add(record);
            }
        }
        return records;
    }

    private static RoceFrame frame(CaptureRecord record) {
        RoceFrame frame = new RoceFrame();
        assertThat(frame.wrap(record.bytes(), 0, record.capturedLength(), LinkLayer.ETHERNET))
                .isEqualTo(FrameStatus.OK);
        return frame;
    }
}

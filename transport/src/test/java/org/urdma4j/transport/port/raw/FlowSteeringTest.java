package org.urdma4j.transport.port.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.urdma4j.codec.net.Ipv4;
import org.urdma4j.transport.port.frame.FramePortConfig;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.Flow;
import org.urdma4j.verbs.FlowAttr;
import org.urdma4j.verbs.FlowAttrType;
import org.urdma4j.verbs.FlowEthFilter;
import org.urdma4j.verbs.FlowFlags;
import org.urdma4j.verbs.FlowIpv4ExtFilter;
import org.urdma4j.verbs.FlowIpv6Filter;
import org.urdma4j.verbs.FlowSpec;
import org.urdma4j.verbs.FlowSpecEth;
import org.urdma4j.verbs.FlowSpecIpv4Ext;
import org.urdma4j.verbs.FlowSpecIpv6;
import org.urdma4j.verbs.FlowSpecTcpUdp;
import org.urdma4j.verbs.FlowTcpUdpFilter;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.VerbsException;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/** Which queue pair a frame goes to: by each field, by priority, by the kind of flow. */
@Tag("netns")
class FlowSteeringTest {
    private static final FlowSpec ANY_PORTS =
            FlowSpecTcpUdp.udp(FlowTcpUdpFilter.NONE, FlowTcpUdpFilter.NONE);
    private static final byte END = 99;

    private VethPair link;
    private FrameEnd a;
    private FrameEnd b;
    private FrameEnd.Station sender;

    @BeforeEach
    void join() throws Exception {
        link = VethPair.make(1500);
        a = new FrameEnd(link.first(() -> open(1)));
        b = new FrameEnd(link.second(() -> open(2)));
        sender = a.station();
    }

    private static RawPort open(int end) {
        return RawPort.open(FramePortConfig.builder(VethPair.address(true, end)).build());
    }

    @AfterEach
    void leave() {
        a.close();
        b.close();
        link.close();
    }

    private static Arguments eth(
            String field, FlowEthFilter val, FlowEthFilter mask, Consumer<TestFrames> spoils) {
        return row("Ethernet " + field, TestFrames::ipv4, new FlowSpecEth(val, mask), spoils);
    }

    private static Arguments ipv4(
            String field,
            FlowIpv4ExtFilter val,
            FlowIpv4ExtFilter mask,
            Consumer<TestFrames> spoils) {
        return row("IPv4 " + field, TestFrames::ipv4, new FlowSpecIpv4Ext(val, mask), spoils);
    }

    private static Arguments ipv6(
            String field, FlowIpv6Filter val, FlowIpv6Filter mask, Consumer<TestFrames> spoils) {
        return row("IPv6 " + field, TestFrames::ipv6, new FlowSpecIpv6(val, mask), spoils);
    }

    private static Arguments row(
            String name,
            Function<TestFrames, byte[]> kind,
            FlowSpec spec,
            Consumer<TestFrames> spoils) {
        return arguments(name, kind, spec, spoils);
    }

    private static Consumer<TestFrames> set(Consumer<TestFrames> change) {
        return change;
    }

    static Stream<Arguments> fields() {
        FlowEthFilter e = FlowEthFilter.NONE;
        FlowIpv4ExtFilter i = FlowIpv4ExtFilter.NONE;
        FlowIpv6Filter v = FlowIpv6Filter.NONE;
        FlowTcpUdpFilter p = FlowTcpUdpFilter.NONE;
        Gid all = FlowIpv6Filter.ADDRESS_MASK;
        Gid to = Gid.parse("fd99::2");
        Gid from = Gid.parse("fd99::1");
        return Stream.of(
                eth("dst_mac", e.dstMac(TestFrames.TO), e.dstMac(-1L >>> 16), f -> f.to ^= 1),
                eth(
                        "dst_mac high",
                        e.dstMac(TestFrames.TO),
                        e.dstMac(-1L >>> 16),
                        f -> f.to ^= 1L << 34),
                eth("src_mac", e.srcMac(TestFrames.FROM), e.srcMac(-1L >>> 16), f -> f.from ^= 4),
                eth(
                        "part of src_mac",
                        e.srcMac(0x0200_0000_0000L),
                        e.srcMac(0xff00_0000_0000L),
                        f -> f.from ^= 1L << 42),
                eth("ether_type", e.etherType(0x0800), e.etherType(0xffff), f -> f.protocol = -1),
                eth("vlan_tag", e.vlanTag(7), e.vlanTag(0xfff), f -> f.tag = 8),
                eth("vlan_tag or none", e.vlanTag(7), e.vlanTag(0xfff), f -> f.tag = -1),
                eth("priority", e.vlanTag(0), e.vlanTag(0xe000), f -> f.tag = 0x2007),
                ipv4("src_ip", i.srcIp(0x0a630001), i.srcIp(-1), f -> f.srcIp++),
                ipv4(
                        "a net of src_ip",
                        i.srcIp(0x0a630000),
                        i.srcIp(0xffff0000),
                        f -> f.srcIp ^= 1 << 16),
                ipv4("dst_ip", i.dstIp(0x0a630002), i.dstIp(-1), f -> f.dstIp++),
                ipv4("proto", i.proto(17), i.proto(0xff), f -> f.protocol = 6),
                ipv4("tos", i.tos(0x10), i.tos(0xff), f -> f.tos = 0x14),
                ipv4("ttl", i.ttl(64), i.ttl(0xff), f -> f.ttl = 63),
                ipv4(
                        "no DF",
                        i,
                        i.flags(FlowIpv4ExtFilter.DONT_FRAGMENT),
                        f -> f.flags = Ipv4.DONT_FRAGMENT),
                ipv4("no MF", i, i.flags(FlowIpv4ExtFilter.MORE_FRAGMENTS), f -> f.flags = 0x2000),
                ipv4("nothing", i, i, f -> f.protocol = -1),
                row(
                        "UDP dst_port",
                        TestFrames::ipv4,
                        FlowSpecTcpUdp.udp(p.dstPort(5678), p.dstPort(0xffff)),
                        set(f -> f.dstPort = 5679)),
                row(
                        "UDP src_port",
                        TestFrames::ipv4,
                        FlowSpecTcpUdp.udp(p.srcPort(1234), p.srcPort(0xffff)),
                        set(f -> f.srcPort = 1235)),
                row("UDP not TCP", TestFrames::ipv4, ANY_PORTS, set(f -> f.protocol = 6)),
                row("UDP not a fragment", TestFrames::ipv4, ANY_PORTS, set(f -> f.fragment = 3)),
                row(
                        "UDP over IPv6",
                        TestFrames::ipv6,
                        FlowSpecTcpUdp.udp(p.dstPort(5678), p.dstPort(0xffff)),
                        set(f -> f.dstPort = 1)),
                row(
                        "UDP over IPv6 from",
                        TestFrames::ipv6,
                        FlowSpecTcpUdp.udp(p.srcPort(1234), p.srcPort(0xfffe)),
                        set(f -> f.srcPort ^= 2)),
                ipv6("src_ip", v.srcIp(from), v.srcIp(all), f -> f.srcLow = 3),
                ipv6("a net of src_ip", v.srcIp(from), v.srcIp(new Gid(-1, 0)), f -> f.srcHigh++),
                ipv6("dst_ip", v.dstIp(to), v.dstIp(all), f -> f.dstHigh ^= 1L << 60),
                ipv6("dst_ip low", v.dstIp(to), v.dstIp(all), f -> f.dstLow = 3),
                ipv6("flow_label", v.flowLabel(0x12345), v.flowLabel(0xfffff), f -> f.flowLabel--),
                ipv6("next_hdr", v.nextHdr(17), v.nextHdr(0xff), f -> f.protocol = 6),
                ipv6(
                        "traffic_class",
                        v.trafficClass(0x10),
                        v.trafficClass(0xff),
                        f -> f.tos = 0x50),
                ipv6("hop_limit", v.hopLimit(64), v.hopLimit(0xff), f -> f.ttl = 1));
    }

    /**
     * A frame that differs in the field, then one that doesn't: the first to come is the latter.
     */
    @ParameterizedTest(name = "{0}")
    @MethodSource("fields")
    void shouldSteerByEachField(
            String name,
            Function<TestFrames, byte[]> kind,
            FlowSpec spec,
            Consumer<TestFrames> spoils)
            throws Exception {
        FrameEnd.Station there = b.station().receiving();
        there.steer(0, spec);
        TestFrames other = new TestFrames();
        TestFrames right = new TestFrames();
        right.fill = 2;
        other.tag = right.tag = name.contains("vlan") || name.contains("priority") ? 7 : -1;
        spoils.accept(other);

        sender.send(other.protocol == -1 ? other.plain() : kind.apply(other));
        sender.send(kind.apply(right));

        assertThat(there.take()).isEqualTo(kind.apply(right));
    }

    @Test
    void shouldFindPortsBehindOptions() throws Exception {
        FrameEnd.Station there = b.station().receiving();
        there.steer(
                0,
                FlowSpecTcpUdp.udp(
                        FlowTcpUdpFilter.NONE.dstPort(5678),
                        FlowTcpUdpFilter.NONE.dstPort(0xffff)));
        TestFrames frame = new TestFrames();
        frame.options = 12;

        sender.send(frame.ipv4());

        assertThat(there.take()).isEqualTo(frame.ipv4());
    }

    @Test
    void shouldSteerByAllSpecsTogether() throws Exception {
        FrameEnd.Station there = b.station().receiving();
        there.steer(
                3,
                FlowSpecTcpUdp.udp(
                        FlowTcpUdpFilter.NONE.dstPort(5678), FlowTcpUdpFilter.NONE.dstPort(0xffff)),
                new FlowSpecEth(
                        FlowEthFilter.NONE.dstMac(TestFrames.TO),
                        FlowEthFilter.NONE.dstMac(FlowEthFilter.MAC_MASK)),
                new FlowSpecIpv4Ext(
                        FlowIpv4ExtFilter.NONE.srcIp(0x0a630001),
                        FlowIpv4ExtFilter.NONE.srcIp(-1)));
        for (Consumer<TestFrames> spoils :
                List.<Consumer<TestFrames>>of(f -> f.to++, f -> f.srcIp++, f -> f.dstPort++)) {
            TestFrames frame = new TestFrames();
            spoils.accept(frame);
            sender.send(frame.ipv4());
        }
        TestFrames right = new TestFrames();
        right.fill = END;

        sender.send(right.ipv4());

        assertThat(there.take()).isEqualTo(right.ipv4());
    }

    private static byte[] toPort(int port, int fill) {
        TestFrames frame = new TestFrames();
        frame.dstPort = port;
        frame.fill = (byte) fill;
        return frame.ipv4();
    }

    private static FlowSpec port(int port) {
        return FlowSpecTcpUdp.udp(
                FlowTcpUdpFilter.NONE.dstPort(port), FlowTcpUdpFilter.NONE.dstPort(0xffff));
    }

    @Test
    void shouldGiveAFrameToTheFirstFlow() throws Exception {
        FrameEnd.Station wide = b.station().receiving();
        FrameEnd.Station narrow = b.station().receiving();
        FrameEnd.Station late = b.station().receiving();
        wide.steer(5, ANY_PORTS);
        narrow.steer(4, port(7));
        late.steer(5, ANY_PORTS); // as wide, but younger
        sender.send(toPort(7, 1));
        sender.send(toPort(8, 2));

        assertThat(narrow.take()).isEqualTo(toPort(7, 1));
        assertThat(wide.take()).isEqualTo(toPort(8, 2));

        Flow first = late.steer(0, port(7));
        sender.send(toPort(7, 3));
        assertThat(late.take()).as("the one before was for others").isEqualTo(toPort(7, 3));
        first.close();
        sender.send(toPort(7, 4));
        assertThat(narrow.take()).isEqualTo(toPort(7, 4));
        narrow.qp.close();
        sender.send(toPort(7, 5));
        assertThat(wide.take()).isEqualTo(toPort(7, 5));
    }

    @Test
    void shouldPassOnWhatIsNotTrapped() throws Exception {
        FrameEnd.Station looks = b.station().receiving();
        FrameEnd.Station takes = b.station().receiving();
        takes.steer(1, port(7));
        looks.qp.createFlow(FlowAttr.builder().spec(ANY_PORTS).flags(FlowFlags.DONT_TRAP).build());

        sender.send(toPort(7, 1));

        assertThat(looks.take()).isEqualTo(toPort(7, 1));
        assertThat(takes.take()).isEqualTo(toPort(7, 1));
    }

    private static byte[] experiment(long to, int fill) {
        TestFrames frame = new TestFrames();
        frame.to = to;
        frame.fill = (byte) fill;
        return frame.plain();
    }

    /** Takes frames until one of ours comes; the kernel says something now and then, too. */
    private static byte[] takeExperiment(FrameEnd.Station there) throws Exception {
        while (true) {
            byte[] frame = there.take();
            if ((frame[12] & 0xff) == TestFrames.EXPERIMENT >> 8
                    && (frame[13] & 0xff) == (TestFrames.EXPERIMENT & 0xff)) {
                return frame;
            }
        }
    }

    @Test
    void shouldGiveTheDefaultsWhatIsLeft() throws Exception {
        long group = 0x0300_0000_0001L;
        FrameEnd.Station normal = b.station().receiving();
        FrameEnd.Station all = b.station().receiving();
        FrameEnd.Station groups = b.station().receiving();
        all.steer(FlowAttrType.ALL_DEFAULT);
        groups.steer(FlowAttrType.MC_DEFAULT);
        normal.steer(
                0xffff,
                new FlowSpecEth(
                        FlowEthFilter.NONE.dstMac(TestFrames.TO),
                        FlowEthFilter.NONE.dstMac(FlowEthFilter.MAC_MASK)));

        sender.send(experiment(TestFrames.TO, 1));
        sender.send(experiment(group, 2));
        sender.send(experiment(TestFrames.TO + 7, 3));

        assertThat(takeExperiment(normal)).isEqualTo(experiment(TestFrames.TO, 1));
        assertThat(takeExperiment(groups)).isEqualTo(experiment(group, 2));
        assertThat(takeExperiment(all)).isEqualTo(experiment(TestFrames.TO + 7, 3));
    }

    @Test
    void shouldStopWhenTheFlowIsDestroyed() throws Exception {
        FrameEnd.Station there = b.station().receiving();
        there.steer(0, port(9));
        Flow ended = there.steer(0, port(7));
        sender.send(toPort(7, 1));
        assertThat(there.take()).isEqualTo(toPort(7, 1));

        ended.close();
        sender.send(toPort(7, 2));
        sender.send(toPort(9, 3));

        assertThat(there.take()).isEqualTo(toPort(9, 3));
    }

    @Test
    void shouldMakeTheInterfaceTakeInWhatIsAskedFor() throws Exception {
        FrameEnd.Station there = b.station();
        Flow all = there.steer(FlowAttrType.ALL_DEFAULT);
        assertThat(link.second("ip -d link show eth0")).contains("promiscuity 1");
        all.close();
        Flow group =
                there.steer(
                        0,
                        new FlowSpecEth(
                                FlowEthFilter.NONE.dstMac(0x0300_0000_0001L),
                                FlowEthFilter.NONE.dstMac(FlowEthFilter.MAC_MASK)));

        assertThat(link.second("ip -d link show eth0")).contains("promiscuity 0");
        assertThat(link.second("ip maddr show dev eth0")).contains("03:00:00:00:00:01");
        group.close();
        assertThat(link.second("ip maddr show dev eth0")).doesNotContain("03:00:00:00:00:01");
    }

    @Test
    void shouldRefuseSpecsThatExcludeEachOther() {
        FlowSpec v4 = new FlowSpecIpv4Ext(FlowIpv4ExtFilter.NONE, FlowIpv4ExtFilter.NONE);
        FlowSpec v6 = new FlowSpecIpv6(FlowIpv6Filter.NONE, FlowIpv6Filter.NONE);
        FlowSpec tcp =
                new FlowSpecIpv4Ext(
                        FlowIpv4ExtFilter.NONE.proto(6), FlowIpv4ExtFilter.NONE.proto(0xff));
        FlowSpec other =
                new FlowSpecEth(
                        FlowEthFilter.NONE.etherType(0x88b5), FlowEthFilter.NONE.etherType(0xffff));

        for (List<FlowSpec> specs :
                List.of(List.of(v4, v6), List.of(tcp, ANY_PORTS), List.of(other, v4))) {
            assertThatThrownBy(() -> sender.steer(0, specs.toArray(FlowSpec[]::new)))
                    .isInstanceOfSatisfying(
                            VerbsException.class,
                            e -> assertThat(e.errno()).isEqualTo(Errno.EINVAL));
        }
    }
}

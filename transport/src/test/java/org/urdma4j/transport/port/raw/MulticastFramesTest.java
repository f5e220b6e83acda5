package org.urdma4j.transport.port.raw;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.port.BackendEnd;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.port.frame.FramePortConfig;
import org.urdma4j.transport.port.udp.UdpPort;
import org.urdma4j.transport.port.udp.UdpPortConfig;
import org.urdma4j.transport.shard.MulticastGroups;
import org.urdma4j.verbs.AddressHandle;
import org.urdma4j.verbs.AhAttr;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.GidType;
import org.urdma4j.verbs.GlobalRoute;
import org.urdma4j.verbs.QpAttrs;
import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WorkCompletion;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/** Multicast groups in whole frames and over UDP sockets, between two interfaces. */
@Tag("netns")
class MulticastFramesTest {
    private static final int GRH = 40;
    private static final int QKEY = 0x1111_1111;

    private VethPair link;

    /** What a device is opened over. */
    enum Backend {
        RAW_V1,
        RAW_V2,
        UDP
    }

    @BeforeEach
    void join() throws Exception {
        link = VethPair.make(1500);
    }

    @AfterEach
    void leave() {
        link.close();
    }

    private BackendEnd open(Backend backend, boolean ipv4, int host) throws Exception {
        NetworkPort port =
                host == 1
                        ? link.first(() -> port(backend, ipv4, 1))
                        : link.second(() -> port(backend, ipv4, 2));
        BackendEnd end = new BackendEnd(port, QpType.UD);
        end.fill(host);
        QpAttrs.activate(end.qp, QKEY, 10);
        return end;
    }

    private static NetworkPort port(Backend backend, boolean ipv4, int host) {
        var local = VethPair.address(ipv4, host);
        if (backend == Backend.UDP) {
            return UdpPort.open(UdpPortConfig.builder(local).build());
        }
        GidType type = backend == Backend.RAW_V1 ? GidType.ROCE_V1 : GidType.ROCE_V2;
        return RawPort.open(FramePortConfig.builder(local).gidType(type).build());
    }

    private static void send(BackendEnd from, Gid group, int bytes) {
        int index = from.gidIndex();
        AhAttr way = new AhAttr(GlobalRoute.to(group, index), 0, 1);
        AddressHandle ah = from.qp.protectionDomain().createAh(way);
        from.post(
                new SendWr()
                        .ud(ah, QueuePair.MULTICAST_QPN, QKEY)
                        .addSge(from.region.sge(0, bytes)));
    }

    private static void assertReceived(BackendEnd end, BackendEnd from, Gid group, int bytes)
            throws InterruptedException {
        WorkCompletion got = end.await();
        assertThat(got.isSuccess()).isTrue();
        assertThat(got.byteLen()).isEqualTo(GRH + bytes);
        assertThat(got.srcQp()).isEqualTo(from.qp.qpNum());
        MemorySegment place = end.memory().asSlice(100_000, GRH + bytes);
        assertThat(place.asSlice(GRH).mismatch(from.memory().asSlice(0, bytes))).isEqualTo(-1);
        byte[] header = place.asSlice(0, GRH).toArray(ValueLayout.JAVA_BYTE);
        byte[] to = group.bytes();
        int given = group.isIpv4Mapped() ? 4 : 16;
        assertThat(header).endsWith(Arrays.copyOfRange(to, 16 - given, 16));
        assertThat(end.count(Counter.DROPPED_ICRC)).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "RAW_V2, RAW_V2, 239.1.2.3",
        "RAW_V2, UDP, 239.1.2.3",
        "UDP, RAW_V2, 239.1.2.3",
        "RAW_V1, RAW_V1, ff0e::ffff:ef01:203",
        "RAW_V2, RAW_V2, ff0e::1:2"
    })
    void shouldTakeADatagramToBothHosts(Backend one, Backend other, String address)
            throws Exception {
        Gid group = Gid.parse(address);
        boolean ipv4 = group.isIpv4Mapped() || one == Backend.RAW_V1;
        try (BackendEnd a = open(one, ipv4, 1);
                BackendEnd b = open(other, ipv4, 2)) {
            a.qp.attachMulticast(group);
            a.receive(1, 100_000, 8192);
            b.qp.attachMulticast(group);
            b.receive(1, 100_000, 8192);
            send(a, group, 1000);
            assertReceived(b, a, group, 1000);
            assertReceived(a, a, group, 1000);
            a.receive(2, 100_000, 8192);
            a.receive(3, 100_000, 8192);
            b.qp.detachMulticast(group);
            send(b, group, 999);
            assertReceived(a, b, group, 999);
            send(b, group, 30); // and once each
            assertReceived(a, b, group, 30);
        }
    }

    @Test
    void shouldTellTheNetworkThatItIsInAGroupAndThatItLeaves() throws Exception {
        try (BackendEnd a = open(Backend.RAW_V2, true, 1)) {
            a.qp.attachMulticast(Gid.parse("239.1.2.3"));
            a.qp.attachMulticast(Gid.parse("ff0e::1:2"));
            String in = link.first("ip maddr show dev eth0");
            assertThat(in).contains("239.1.2.3", "ff0e::1:2", "01:00:5e:01:02:03");
            a.qp.close();
            String out = link.first("ip maddr show dev eth0");
            assertThat(out).doesNotContain("239.1.2.3", "ff0e::1:2", "01:00:5e:01:02:03");
        }
    }

    /** Kernels before 6.8 let a socket have 20 KiB of filters and options. */
    @Test
    void shouldBeInAsManyGroupsAsItSaysWithLittleMemory() throws Exception {
        link.first("sysctl -qw net.core.optmem_max=20480 || true");
        try (BackendEnd a = open(Backend.RAW_V2, true, 1);
                BackendEnd b = open(Backend.RAW_V2, true, 2)) {
            for (int i = 0; i < MulticastGroups.MOST; i++) {
                a.qp.attachMulticast(Gid.parse("239.1.2." + i));
            }
            a.receive(1, 100_000, 8192);
            send(b, Gid.parse("238.129.2.1"), 10); // by the MAC of 239.1.2.1
            Gid last = Gid.parse("239.1.2." + (MulticastGroups.MOST - 1));
            send(b, last, 500);
            assertReceived(a, b, last, 500);
        }
    }

    /** 32 IPv4 groups have one MAC (RFC 1112). */
    @Test
    void shouldKeepTheMacThatAnotherGroupHasToo() throws Exception {
        try (BackendEnd a = open(Backend.RAW_V2, true, 1);
                BackendEnd b = open(Backend.RAW_V2, true, 2)) {
            Gid kept = Gid.parse("239.1.2.3");
            Gid left = Gid.parse("238.129.2.3");
            a.qp.attachMulticast(kept);
            a.qp.attachMulticast(left);
            a.qp.detachMulticast(left);
            a.receive(1, 100_000, 8192);
            send(b, left, 10);
            send(b, kept, 500);
            assertReceived(a, b, kept, 500);
            assertThat(link.first("ip maddr show dev eth0")).contains("01:00:5e:01:02:03");
        }
    }
}

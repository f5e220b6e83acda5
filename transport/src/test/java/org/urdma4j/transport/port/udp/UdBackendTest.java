package org.urdma4j.transport.port.udp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.port.BackendEnd;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.port.memory.MemoryNetwork;
import org.urdma4j.transport.port.memory.MemoryPort;
import org.urdma4j.transport.port.memory.MemoryPortConfig;
import org.urdma4j.verbs.AddressHandle;
import org.urdma4j.verbs.AhAttr;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.GlobalRoute;
import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.QpAttrs;
import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.WcFlags;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.util.HexFormat;

/** Datagrams through the verbs API: over UDP sockets on loopback, and in memory. */
class UdBackendTest {
    private static final int GRH = 40;
    private static final int QKEY = 0x1111_1111;

    private BackendEnd a;
    private BackendEnd b;

    private void open(NetworkPort one, NetworkPort other) {
        a = new BackendEnd(one, QpType.UD);
        b = new BackendEnd(other, QpType.UD);
        a.fill(1);
        b.fill(2);
        QpAttrs.activate(a.qp, QKEY, 10);
        QpAttrs.activate(b.qp, QKEY, 20);
    }

    private void openUdp(String one, String other) {
        InetAddress first = InetAddress.ofLiteral(one);
        InetAddress second = InetAddress.ofLiteral(other);
        int port = FreePort.on(first, second);
        open(
                UdpPort.open(UdpPortConfig.builder(first).port(port).build()),
                UdpPort.open(UdpPortConfig.builder(second).port(port).build()));
    }

    private void openMemory(String one, String other) {
        MemoryNetwork network = new MemoryNetwork("ud");
        open(memory(network, one), memory(network, other));
    }

    private static NetworkPort memory(MemoryNetwork network, String address) {
        Gid gid = Gid.of(InetAddress.ofLiteral(address));
        return MemoryPort.open(network, gid, MemoryPortConfig.builder().build());
    }

    @AfterEach
    void close() {
        a.close();
        b.close();
    }

    private static AddressHandle way(BackendEnd from, BackendEnd to) {
        Gid gid = to.context.queryGid(1, 0);
        return from.qp.protectionDomain().createAh(new AhAttr(GlobalRoute.to(gid, 0), 0, 1));
    }

    private SendWr datagram(int bytes) {
        return new SendWr()
                .sendFlags(SendFlags.SIGNALED)
                .ud(way(a, b), b.qp.qpNum(), QKEY)
                .addSge(a.region.sge(0, bytes));
    }

    /** Sends {@code bytes} from a to b, and an answer to the address that b reads from it. */
    private WorkCompletion sendAndAnswer(int bytes) throws InterruptedException {
        b.receive(1, 0, 8192);
        a.receive(2, 100_000, 8192);
        a.post(datagram(bytes).opcode(WrOpcode.SEND_WITH_IMM).immData(5));
        assertThat(a.await().isSuccess()).isTrue();

        WorkCompletion got = b.await();
        assertThat(got.isSuccess()).isTrue();
        assertThat(got.byteLen()).isEqualTo(GRH + bytes);
        assertThat(got.srcQp()).isEqualTo(a.qp.qpNum());
        assertThat(got.immData()).isEqualTo(5);
        assertThat(got.wcFlags()).isEqualTo(WcFlags.GRH | WcFlags.WITH_IMM);
        assertThat(b.memory().asSlice(GRH, bytes).mismatch(a.memory().asSlice(0, bytes)))
                .isEqualTo(-1);

        MemorySegment header = b.memory().asSlice(0, GRH);
        AddressHandle back = b.qp.protectionDomain().createAhFromWc(got, header, 1);
        SendWr answer = new SendWr().sendFlags(SendFlags.SIGNALED).ud(back, got.srcQp(), QKEY);
        b.post(answer.addSge(b.region.sge(0, 30)));
        assertThat(b.await().isSuccess()).isTrue();
        WorkCompletion answered = a.await();
        assertThat(answered.srcQp()).isEqualTo(b.qp.qpNum());
        assertThat(answered.byteLen()).isEqualTo(GRH + 30);
        return got;
    }

    private String header() {
        byte[] bytes = b.memory().asSlice(0, GRH).toArray(ValueLayout.JAVA_BYTE);
        return HexFormat.of().formatHex(bytes);
    }

    @Test
    void shouldShowTheHeaderOfIpv4() throws InterruptedException {
        openUdp("127.0.0.1", "127.0.0.2");
        sendAndAnswer(1000);

        // 20 + 8 + 12 BTH + 8 DETH + 4 ImmDt + 1000 + 4 ICRC = 0x420; the checksum by hand:
        // 4500+0420+0000+4000+4011+7f00+0001+7f00+0002 = 1_c734 -> c735 -> 38ca
        assertThat(header())
                .isEqualTo("00".repeat(20) + "4500042000004000401138ca7f0000017f000002");
    }

    @Test
    void shouldShowTheHeaderOfIpv6() throws InterruptedException {
        openMemory("2001:db8::1", "2001:db8::2");
        sendAndAnswer(1000);
        assertThat(header())
                .isEqualTo(
                        "60000000"
                                + "040c" // the same without 20
                                + "1140"
                                + "20010db8000000000000000000000001"
                                + "20010db8000000000000000000000002");
    }

    @Test
    void shouldGoOverIpv6Sockets() throws InterruptedException {
        InetAddress loopback = InetAddress.ofLiteral("::1");
        int port = FreePort.on(loopback, loopback);
        NetworkPort only = UdpPort.open(UdpPortConfig.builder(loopback).port(port).build());
        a = new BackendEnd(only, QpType.UD);
        b = a;
        QpAttrs.activate(a.qp, QKEY, 10);
        a.fill(1);
        a.receive(1, 100_000, 8192);
        a.post(datagram(77));
        WorkCompletion sent = a.await();
        WorkCompletion got = a.await();
        assertThat(sent.isSuccess()).isTrue();
        assertThat(got.byteLen()).isEqualTo(GRH + 77);
        assertThat(got.srcQp()).isEqualTo(a.qp.qpNum());
        AhAttr back = a.context.initAhFromWc(1, got, a.memory().asSlice(100_000, GRH));
        assertThat(back.grh().dgid()).isEqualTo(Gid.parse("::1"));
        assertThat(a.memory().asSlice(100_000 + GRH, 77).mismatch(a.memory().asSlice(0, 77)))
                .isEqualTo(-1);
    }

    @Test
    void shouldCarryAnEmptyMessageAndOneOfAFullPacket() throws InterruptedException {
        openMemory("192.0.2.1", "192.0.2.2");
        sendAndAnswer(0);
        sendAndAnswer(4096);
    }

    @Test
    void shouldCountAWrongKeyAndGoOn() throws InterruptedException {
        openUdp("127.0.0.1", "127.0.0.2");
        b.receive(1, 0, 100);
        a.post(datagram(10).ud(way(a, b), b.qp.qpNum(), QKEY + 1));
        a.post(datagram(10));

        assertThat(b.await().isSuccess()).isTrue();
        assertThat(b.count(Counter.DROPPED_QKEY)).isEqualTo(1);
        assertThat(b.context.queryPort(1).qkeyViolCntr()).isEqualTo(1);
        assertThat(b.context.queryDevice().maxAh()).isPositive();
    }

    @Test
    void shouldPostOnlyToAddressesOfItsOwnDomain() {
        openMemory("192.0.2.1", "192.0.2.2");
        AddressHandle closed = way(a, b);
        closed.close();
        closed.close();
        AddressHandle stranger = way(b, a);
        SendWr wr = new SendWr();
        assertThat(a.qp.postSend(wr)).isEqualTo(PostStatus.INVALID_REQUEST);
        assertThat(a.qp.postSend(wr.ud(closed, 5, QKEY))).isEqualTo(PostStatus.INVALID_REQUEST);
        assertThat(a.qp.postSend(wr.ud(stranger, 5, QKEY))).isEqualTo(PostStatus.INVALID_REQUEST);
        wr.ud(way(a, b), 5, QKEY).opcode(WrOpcode.RDMA_WRITE);
        assertThat(a.qp.postSend(wr)).isEqualTo(PostStatus.INVALID_REQUEST);
        assertThat(a.qp.postSend(wr.opcode(WrOpcode.SEND))).isEqualTo(PostStatus.OK);
    }

    @Test
    void shouldRefuseAddressesThatLeadNowhere() {
        openUdp("127.0.0.1", "127.0.0.2");
        var domain = a.qp.protectionDomain();
        Gid gid = b.context.queryGid(1, 0);
        assertThatThrownBy(() -> domain.createAh(new AhAttr(GlobalRoute.to(gid, 7), 0, 1)))
                .isInstanceOf(VerbsException.class)
                .hasMessageContaining("sgid_index");
        assertThatThrownBy(() -> domain.createAh(new AhAttr(GlobalRoute.to(gid, 0), 0, 2)))
                .isInstanceOf(VerbsException.class)
                .hasMessageContaining("port_num");
        assertThatThrownBy(() -> domain.createAh(new AhAttr(null, 0, 1)))
                .isInstanceOf(VerbsException.class)
                .hasMessageContaining("GID");
    }

    @Test
    void shouldRefuseGroupsWhereThereIsNoMulticast() {
        openMemory("192.0.2.1", "192.0.2.2");
        for (String group : new String[] {"224.0.0.1", "ff02::1"}) {
            Gid many = Gid.parse(group);
            AhAttr way = new AhAttr(GlobalRoute.to(many, 0), 0, 1);
            assertThatThrownBy(() -> a.qp.protectionDomain().createAh(way))
                    .isInstanceOf(VerbsException.class)
                    .hasMessageContaining("multicast is not supported");
            assertThatThrownBy(() -> a.qp.attachMulticast(many))
                    .isInstanceOf(VerbsException.class)
                    .hasMessageContaining("multicast is not supported");
        }
    }
}

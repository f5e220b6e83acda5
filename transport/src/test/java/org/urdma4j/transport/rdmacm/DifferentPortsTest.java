package org.urdma4j.transport.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.port.memory.MemoryNetwork;
import org.urdma4j.transport.port.udp.FreePort;
import org.urdma4j.transport.port.udp.UdpPort;
import org.urdma4j.transport.port.udp.UdpPortConfig;
import org.urdma4j.verbs.QpAttrMask;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.cm.CmEvent;
import org.urdma4j.verbs.cm.CmEventType;
import org.urdma4j.verbs.cm.CmId;
import org.urdma4j.verbs.cm.CmPortSpace;
import org.urdma4j.verbs.cm.ConnParam;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;

/** Devices that share an address and differ by their UDP ports, as several processes have them. */
@Timeout(60)
class DifferentPortsTest {
    private static final InetAddress HOST = InetAddress.ofLiteral("127.0.0.1");

    private final int firstPort = FreePort.on(HOST, HOST);
    private final CmEnd first = CmEnd.onLoopback(HOST, firstPort);
    private final int secondPort = FreePort.on(HOST, HOST);
    private final CmEnd second = CmEnd.onLoopback(HOST, secondPort);
    private final CmEnd client =
            CmEnd.of(UdpPort.open(UdpPortConfig.builder(HOST).port(0).build()));

    @AfterEach
    void close() {
        client.close();
        first.close();
        second.close();
    }

    private CmId connected(CmEnd server, int udpPort, ConnParam param) throws InterruptedException {
        CmId id = client.createId();
        id.peerUdpPort(udpPort);
        id.resolveAddr(null, new InetSocketAddress(HOST, CmEnd.PORT), Duration.ofSeconds(9));
        client.await(CmEventType.ADDR_RESOLVED);
        id.resolveRoute(Duration.ofSeconds(9));
        client.await(CmEventType.ROUTE_RESOLVED);
        client.createQp(id);
        id.connect(param);
        CmEvent request = server.await(CmEventType.CONNECT_REQUEST);
        assertThat(request.id().peerUdpPort()).isNotIn(0, firstPort, secondPort);
        server.createQp(request.id());
        server.receive(request.id(), 0, 64);
        request.id().accept(param);
        client.await(CmEventType.ESTABLISHED);
        server.await(CmEventType.ESTABLISHED);
        return id;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldReachEachOfSeveralDevicesAtOneAddress(boolean urdma) throws InterruptedException {
        first.listen(4);
        second.listen(4);
        ConnParam param = ConnParam.EMPTY.urdma(urdma);
        CmId toFirst = connected(first, firstPort, param);
        CmId toSecond = connected(second, secondPort, param);
        client.region.segment().setString(0, "to the first");
        client.region.segment().setString(100, "to the second");

        client.send(toFirst, 0, 64);
        client.send(toSecond, 100, 64);

        assertThat(first.awaitCompletion().isSuccess()).isTrue();
        assertThat(second.awaitCompletion().isSuccess()).isTrue();
        assertThat(client.awaitCompletion().isSuccess()).isTrue();
        assertThat(client.awaitCompletion().isSuccess()).isTrue();
        assertThat(first.region.segment().getString(0)).isEqualTo("to the first");
        assertThat(second.region.segment().getString(0)).isEqualTo("to the second");
        int av = QpAttrMask.AV;
        assertThat(toFirst.qp().query(av).ahAttr().udpPort()).isEqualTo(firstPort);
        toSecond.disconnect();
        second.await(CmEventType.DISCONNECTED);
        client.await(CmEventType.DISCONNECTED);
        for (CmEnd end : new CmEnd[] {first, second, client}) {
            assertThat(end.context.counters().get(Counter.DROPPED_ICRC)).isZero();
        }
    }

    @Test
    void shouldFindDatagramServicesByThePort() throws InterruptedException {
        CmId listener = second.channel.createId(second.context, CmPortSpace.UDP);
        listener.bindAddr(second.at(CmEnd.PORT));
        listener.listen(4);
        CmId id = client.channel.createId(client.context, CmPortSpace.UDP);
        id.peerUdpPort(secondPort);
        id.resolveAddr(null, second.at(CmEnd.PORT), Duration.ZERO);
        client.await(CmEventType.ADDR_RESOLVED);
        id.resolveRoute(Duration.ZERO);
        client.await(CmEventType.ROUTE_RESOLVED);
        id.connect(ConnParam.EMPTY);

        second.await(CmEventType.CONNECT_REQUEST).id().accept(ConnParam.EMPTY.qpNum(0x1234));

        CmEvent answer = client.await(CmEventType.ESTABLISHED);
        assertThat(answer.ud().qpNum()).isEqualTo(0x1234);
        assertThat(answer.ud().ahAttr().udpPort()).isEqualTo(secondPort);
    }

    /** 4791 is where nobody listens here, and what a device without a port of its own looks for. */
    @Test
    void shouldTakeTheUsualPortUnlessAnotherIsSaid() {
        UdpPortConfig any = UdpPortConfig.builder(HOST).port(0).build();
        assertThat(any.peerPort()).isEqualTo(UdpPortConfig.ROCE_V2_PORT);
        assertThat(UdpPortConfig.builder(HOST).port(7000).build().peerPort()).isEqualTo(7000);
        assertThat(any.toBuilder().peerPort(7000).build().peerPort()).isEqualTo(7000);
    }

    @Test
    void shouldRefusePortsThatCannotBe() {
        CmId id = client.createId();
        assertThatThrownBy(() -> id.peerUdpPort(65_536))
                .isInstanceOf(VerbsException.class)
                .hasMessageContaining("0 to 65535");
        try (CmEnd other = CmEnd.inMemory(new MemoryNetwork("one port"), "192.0.2.1")) {
            CmId elsewhere = other.createId();
            assertThatThrownBy(() -> elsewhere.peerUdpPort(7000))
                    .hasMessageContaining("one UDP port for all");
            elsewhere.peerUdpPort(0);
        }
    }
}

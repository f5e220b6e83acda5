package org.urdma4j.transport.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.port.udp.FreePort;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.QpAttrMask;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.UrdmaTuning;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WrOpcode;
import org.urdma4j.verbs.cm.CmEvent;
import org.urdma4j.verbs.cm.CmEventType;
import org.urdma4j.verbs.cm.CmId;
import org.urdma4j.verbs.cm.ConnParam;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;

/** Connections between two devices over UDP sockets of this machine. */
@Timeout(60)
class ConnectTest {
    private static final ConnParam STANDARD = ConnParam.EMPTY.urdma(false);

    private CmEnd client;
    private CmEnd server;

    @BeforeEach
    void open() {
        InetAddress one = InetAddress.ofLiteral("127.0.0.1");
        InetAddress other = InetAddress.ofLiteral("127.0.0.2");
        int port = FreePort.on(one, other);
        client = CmEnd.onLoopback(one, port);
        server = CmEnd.onLoopback(other, port);
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Returns the server's end; the client's is {@code id}. */
    private CmId connect(CmId id, ConnParam asked, ConnParam answered) throws InterruptedException {
        id.connect(asked);
        CmId child = server.await(CmEventType.CONNECT_REQUEST).id();
        server.createQp(child);
        child.accept(answered);
        client.await(CmEventType.ESTABLISHED);
        server.await(CmEventType.ESTABLISHED);
        return child;
    }

    @Test
    void shouldConnectSendAndDisconnect() throws InterruptedException {
        CmId listener = server.listen(1);
        CmId id = client.ready(server);
        assertThat(id.qp().state()).isEqualTo(QpState.INIT);
        id.connect(STANDARD.privateData(bytes("question")));
        CmEvent request = server.await(CmEventType.CONNECT_REQUEST);
        assertThat(request.listenId()).isSameAs(listener);
        assertThat(request.conn().privateData()).isEqualTo(Arrays.copyOf(bytes("question"), 56));
        assertThat(request.conn().qpNum()).isEqualTo(id.qp().qpNum());
        assertThat(request.id().peerAddr()).isEqualTo(id.localAddr());
        CmId child = request.id();
        server.createQp(child);
        server.receive(child, 0, 100);
        child.accept(STANDARD.privateData(bytes("answer")));
        CmEvent answer = client.await(CmEventType.ESTABLISHED);
        assertThat(answer.conn().privateData()).isEqualTo(Arrays.copyOf(bytes("answer"), 196));
        assertThat(answer.conn().qpNum()).isEqualTo(child.qp().qpNum());
        server.await(CmEventType.ESTABLISHED);

        client.region.segment().setString(0, "hello");
        client.send(id, 0, 6);
        assertThat(client.awaitCompletion().status()).isEqualTo(WcStatus.SUCCESS);
        assertThat(server.awaitCompletion().byteLen()).isEqualTo(6);
        assertThat(server.region.segment().getString(0)).isEqualTo("hello");

        server.receive(child, 0, 100);
        id.disconnect();
        assertThat(id.qp().state()).isEqualTo(QpState.ERR);
        client.await(CmEventType.DISCONNECTED);
        server.await(CmEventType.DISCONNECTED);
        assertThat(server.awaitCompletion().status()).isEqualTo(WcStatus.WR_FLUSH_ERR);
        child.disconnect();
        id.close();
        child.close();
        assertThat(client.context.connections().ids()).isZero();
        assertThat(server.context.connections().ids()).isEqualTo(1);
    }

    @Test
    void shouldSpeakUrdmaUnlessAskedNotTo() throws InterruptedException {
        server.listen(1);
        CmId id = client.ready(server);
        CmId child = connect(id, ConnParam.EMPTY, ConnParam.EMPTY);
        int offers = QpAttrMask.URDMA_OFFER | QpAttrMask.URDMA_PEER_OFFER;
        assertThat(id.qp().query(offers).urdmaPeerOffer())
                .isEqualTo(child.qp().query(offers).urdmaOffer())
                .isNotNull();
        server.receive(child, 0, 100);
        client.send(id, 0, 100);
        assertThat(server.awaitCompletion().status()).isEqualTo(WcStatus.SUCCESS);
        assertThat(client.context.counters().get(Counter.SENT_PKTS)).isPositive();
    }

    @Test
    void shouldKeepToStandardWithALongQuestion() throws InterruptedException {
        server.listen(1);
        CmId id = client.ready(server);
        CmId child = connect(id, ConnParam.EMPTY.privateData(new byte[33]), ConnParam.EMPTY);
        assertThat(child.qp().query(~0).urdmaPeerOffer()).isNull();
        server.receive(child, 0, 100);
        client.send(id, 0, 100);
        assertThat(server.awaitCompletion().status()).isEqualTo(WcStatus.SUCCESS);
    }

    @Test
    void shouldRefuse() throws InterruptedException {
        server.listen(1);
        CmId id = client.ready(server);
        id.connect(STANDARD);
        CmId child = server.await(CmEventType.CONNECT_REQUEST).id();
        child.reject(bytes("no"));
        CmEvent refused = client.await(CmEventType.REJECTED);
        assertThat(refused.status()).isEqualTo(CmEvent.REJECTED_BY_PEER);
        assertThat(refused.conn().privateData()).startsWith(bytes("no"));
        assertThat(id.qp().state()).isEqualTo(QpState.ERR);
    }

    @Test
    void shouldBeRefusedWhereNobodyListens() throws InterruptedException {
        CmId id = client.ready(server);
        id.connect(STANDARD);
        int invalidServiceId = 8;
        CmEvent refused = client.await(CmEventType.REJECTED);
        assertThat(refused.status()).isEqualTo(invalidServiceId);
        assertThat(refused.describe())
                .isEqualTo("127.0.0.2:7174 refuses: nobody listens at this port (reason 8)");
    }

    @Test
    void shouldNotReachWhoIsNotThere() throws InterruptedException {
        CmId id = client.createId();
        InetSocketAddress nobody = new InetSocketAddress("127.0.0.3", CmEnd.PORT);
        id.resolveAddr(null, nobody, Duration.ZERO);
        client.await(CmEventType.ADDR_RESOLVED);
        id.resolveRoute(Duration.ZERO);
        client.await(CmEventType.ROUTE_RESOLVED);
        client.createQp(id);
        id.connect(STANDARD);
        CmEvent unreachable = client.await(CmEventType.UNREACHABLE);
        assertThat(unreachable.status())
                .as("as the kernel says by ICMP")
                .isEqualTo(-Errno.ECONNREFUSED.value());
        assertThat(unreachable.describe()).contains("127.0.0.3:7174 has no RoCE port open");
    }

    @Test
    void shouldRefuseWhatDoesNotFit() throws InterruptedException {
        CmId id = client.createId();
        assertErrno(Errno.EINVAL, () -> id.listen(1));
        assertErrno(Errno.EINVAL, () -> id.connect(STANDARD));
        assertErrno(Errno.EINVAL, () -> id.accept(STANDARD));
        assertErrno(Errno.EINVAL, () -> id.resolveRoute(Duration.ZERO));
        assertErrno(Errno.EADDRNOTAVAIL, () -> id.bindAddr(server.at(1)));
        id.bindAddr(client.at(5));
        assertErrno(Errno.EINVAL, () -> id.bindAddr(client.at(6)));
        CmId second = client.createId();
        assertErrno(Errno.EADDRINUSE, () -> second.bindAddr(client.at(5)));
        InetSocketAddress six = new InetSocketAddress(InetAddress.ofLiteral("::1"), 5);
        assertErrno(Errno.ENETUNREACH, () -> second.resolveAddr(null, six, Duration.ZERO));
        id.close();
        second.bindAddr(client.at(5));
        CmId third = client.ready(server);
        assertErrno(Errno.EINVAL, () -> third.connect(STANDARD.privateData(new byte[57])));
        UrdmaTuning tooMany = UrdmaTuning.builder().fec("2d:120,120").build();
        assertErrno(Errno.EINVAL, () -> third.connect(ConnParam.EMPTY.urdmaTuning(tooMany)));
        assertThatThrownBy(() -> id.bindAddr(client.at(7)))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldLookUpNames() throws InterruptedException {
        CmId id = client.createId();
        InetSocketAddress unknown = InetSocketAddress.createUnresolved("nobody.invalid", 1);
        assertThatThrownBy(() -> id.resolveAddr(null, unknown, Duration.ZERO))
                .isInstanceOfSatisfying(
                        VerbsException.class,
                        e -> assertThat(e.errno()).isEqualTo(Errno.EHOSTUNREACH))
                .hasMessageContaining("no address is known for the name \"nobody.invalid\"");
        assertErrno(Errno.EADDRNOTAVAIL, () -> id.bindAddr(unknown));
        id.bindAddr(InetSocketAddress.createUnresolved("127.0.0.1", 5));
        id.resolveAddr(null, InetSocketAddress.createUnresolved("127.0.0.2", 6), Duration.ZERO);
        client.await(CmEventType.ADDR_RESOLVED);
        assertThat(id.peerAddr()).isEqualTo(server.at(6));
    }

    @Test
    void shouldShowTheCallerInWhatTheEventLoopThrows() {
        CmId id = client.createId();
        assertThatThrownBy(() -> id.listen(1))
                .isInstanceOf(VerbsException.class)
                .satisfies(e ->
                        assertThat(e.getStackTrace())
                                .anyMatch(each ->
                                        each.getClassName()
                                                .startsWith(ConnectTest.class.getName())))
                .hasMessage("EINVAL: no port is bound; call bindAddr first")
                .cause()
                .hasMessage("EINVAL: no port is bound; call bindAddr first");
    }

    @Test
    void shouldEndTheConnectionWhenARequestFails() throws InterruptedException {
        server.listen(1);
        CmId id = client.ready(server);
        CmId child = connect(id, STANDARD, STANDARD);
        client.send(id, 0, 8); // there is no receive, but that is waited for
        MemoryRegion foreign = server.region;
        id.qp()
                .postSend(
                        new SendWr()
                                .opcode(WrOpcode.RDMA_WRITE)
                                .sendFlags(SendFlags.SIGNALED)
                                .addSge(client.region.sge(0, 8))
                                .rdma(foreign.addr(), ~foreign.rkey()));
        server.receive(child, 0, 64);
        assertThat(client.awaitCompletion().status()).isEqualTo(WcStatus.SUCCESS);
        assertThat(client.awaitCompletion().status()).isEqualTo(WcStatus.REM_ACCESS_ERR);
        assertThat(id.qp().state()).as("with the completion").isEqualTo(QpState.ERR);
        client.await(CmEventType.DISCONNECTED);
        server.await(CmEventType.DISCONNECTED);
    }

    private static void assertErrno(Errno errno, Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        VerbsException.class, e -> assertThat(e.errno()).isEqualTo(errno));
    }

    @Test
    void shouldTellThePeerThatTheDeviceIsClosed() throws InterruptedException {
        server.listen(1);
        CmId id = client.ready(server);
        connect(id, STANDARD, STANDARD);
        client.context.close();
        assertThat(client.await(CmEventType.DEVICE_REMOVAL).id()).isSameAs(id);
        server.await(CmEventType.DISCONNECTED);
    }
}

package org.urdma4j.rdmacore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.channel.RdmaServerChannel;
import org.urdma4j.endpoint.PassiveEndpoint;
import org.urdma4j.endpoint.PassiveServer;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.Device;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.GidEntry;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.ProtectionDomain;
import org.urdma4j.verbs.QpAttrMask;
import org.urdma4j.verbs.QpInitAttr;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.UrdmaTuning;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;
import org.urdma4j.verbs.cm.CmEvent;
import org.urdma4j.verbs.cm.CmEventChannel;
import org.urdma4j.verbs.cm.CmEventType;
import org.urdma4j.verbs.cm.CmId;
import org.urdma4j.verbs.cm.CmPortSpace;
import org.urdma4j.verbs.cm.ConnParam;
import org.urdma4j.verbs.cm.ConnectionRejectedException;
import org.urdma4j.verbs.cm.RdmaCm;

import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Connections between two contexts of the first device that is here. */
@Timeout(120)
class RdmaCoreConnectTest {
    private static final int PORT = 7174;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int ACCESS =
            AccessFlags.LOCAL_WRITE | AccessFlags.REMOTE_WRITE | AccessFlags.REMOTE_READ;

    private End client;
    private End server;

    /** A program at one end. */
    private static final class End implements AutoCloseable {
        final Context context;
        final CmEventChannel channel;
        final ProtectionDomain domain;
        final CompletionQueue cq;
        final MemoryRegion region;

        End(Device device) {
            context = device.open();
            channel = RdmaCm.createEventChannel(context);
            domain = context.allocPd();
            cq = context.createCq(64);
            region = domain.regMr(Arena.ofAuto().allocate(1 << 16, 64), ACCESS);
        }

        CmId createId() {
            return channel.createId(context, CmPortSpace.TCP);
        }

        CmId listen(int backlog) {
            CmId id = createId();
            id.bindAddr(new InetSocketAddress(id.localAddr().getAddress(), PORT));
            id.listen(backlog);
            return id;
        }

        CmId resolved(InetSocketAddress to) throws InterruptedException {
            CmId id = createId();
            id.resolveAddr(null, to, PATIENCE);
            await(CmEventType.ADDR_RESOLVED);
            id.resolveRoute(PATIENCE);
            await(CmEventType.ROUTE_RESOLVED);
            return id;
        }

        QueuePair createQp(CmId id) {
            return id.createQp(domain, QpInitAttr.builder().cq(cq).build());
        }

        CmEvent await(CmEventType type) throws InterruptedException {
            CmEvent event = channel.getCmEvent(PATIENCE);
            assertThat(event).as("%s", type).isNotNull();
            assertThat(event.eventType()).as(event.toString()).isEqualTo(type);
            return event;
        }

        void send(QueuePair qp, int bytes) {
            SendWr wr = new SendWr().opcode(WrOpcode.SEND).sendFlags(SendFlags.SIGNALED);
            assertThat(qp.postSend(wr.addSge(region.sge(0, bytes)))).isEqualTo(PostStatus.OK);
        }

        void receive(QueuePair qp) {
            RecvWr wr = new RecvWr().addSge(region.sge(1 << 15, 1 << 15));
            assertThat(qp.postRecv(wr)).isEqualTo(PostStatus.OK);
        }

        WorkCompletion completion() {
            WorkCompletion[] one = WorkCompletion.array(1);
            long end = System.nanoTime() + PATIENCE.toNanos();
            while (cq.poll(one) == 0) {
                assertThat(System.nanoTime()).as("a completion").isLessThan(end);
                Thread.onSpinWait();
            }
            return one[0];
        }

        @Override
        public void close() {
            channel.close();
            context.close();
        }
    }

    @BeforeEach
    void open() {
        List<Device> devices = new RdmaCoreProvider().devices();
        assumeFalse(devices.isEmpty(), "Skipped: no RDMA device here (rdma link)");
        client = new End(devices.getFirst());
        server = new End(devices.getFirst());
    }

    @AfterEach
    void close() {
        if (client != null) {
            client.close();
            server.close();
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static void assertErrno(Errno errno, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        VerbsException.class, e -> assertThat(e.errno()).isEqualTo(errno))
                .message()
                .doesNotContain("\n");
    }

    private void transfer(End from, QueuePair sender, End to, QueuePair receiver) {
        to.receive(receiver);
        from.region.segment().asSlice(0, 10_000).fill((byte) sender.qpNum());
        from.send(sender, 10_000);
        assertThat(to.completion().byteLen()).isEqualTo(10_000);
        assertThat(from.completion().status()).isEqualTo(WcStatus.SUCCESS);
        assertThat(to.region.segment().asSlice(1 << 15, 10_000).toArray(ValueLayout.JAVA_BYTE))
                .containsOnly((byte) sender.qpNum());
    }

    @Test
    void shouldConnectSendBothWaysAndDisconnect() throws InterruptedException {
        CmId listener = server.listen(4);
        listener.userContext("mine");
        CmId id = client.resolved(listener.localAddr());
        assertThat(id.peerAddr()).isEqualTo(listener.localAddr());
        assertThat(id.localAddr().getPort()).isPositive();
        QueuePair asking = client.createQp(id);
        assertThat(asking.state()).isEqualTo(QpState.INIT);
        id.connect(ConnParam.EMPTY.privateData(bytes("question")).responderResources(2));
        CmEvent request = server.await(CmEventType.CONNECT_REQUEST);
        assertThat(request.listenId()).isSameAs(listener);
        assertThat(request.conn().privateData()).isEqualTo(Arrays.copyOf(bytes("question"), 56));
        assertThat(request.conn().qpNum()).isEqualTo(asking.qpNum());
        assertThat(request.conn().initiatorDepth()).isEqualTo(2);
        CmId child = request.id();
        assertThat(child.userContext()).isEqualTo("mine");
        assertThat(child.peerAddr()).isEqualTo(id.localAddr());
        assertThat(child.localAddr()).isEqualTo(listener.localAddr());
        QueuePair asked = server.createQp(child);
        child.accept(ConnParam.EMPTY.privateData(bytes("answer")));
        CmEvent established = client.await(CmEventType.ESTABLISHED);
        assertThat(established.conn().privateData()).isEqualTo(Arrays.copyOf(bytes("answer"), 196));
        assertThat(server.await(CmEventType.ESTABLISHED).id()).isSameAs(child);

        transfer(client, asking, server, asked);
        transfer(server, asked, client, asking);
        assertThat(asked.query(QpAttrMask.MAX_QP_RD_ATOMIC).maxRdAtomic()).isEqualTo(2);
        id.disconnect();
        assertThat(client.await(CmEventType.DISCONNECTED).status()).isZero();
        assertThat(server.await(CmEventType.DISCONNECTED).id()).isSameAs(child);
        assertThat(asking.state()).isEqualTo(QpState.ERR);
        assertThat(asked.state()).isEqualTo(QpState.ERR);
        child.disconnect();
        client.await(CmEventType.TIMEWAIT_EXIT);
        server.await(CmEventType.TIMEWAIT_EXIT);
    }

    /** As copies and streams do. */
    @Test
    void shouldAnswerAnOfferWithStandardRoce() throws InterruptedException {
        CmId listener = server.listen(4);
        CmId id = client.resolved(listener.localAddr());
        QueuePair asking = client.createQp(id);
        ConnParam offered =
                ConnParam.EMPTY
                        .urdmaOffer(UrdmaOffer.builder().paths(true).build())
                        .urdmaTuning(UrdmaTuning.builder().retryTime(PATIENCE).build());
        id.connect(offered);
        CmEvent request = server.await(CmEventType.CONNECT_REQUEST);
        assertThat(request.conn().urdma()).isFalse();
        QueuePair asked = server.createQp(request.id());
        request.id().accept(offered);
        assertThat(client.await(CmEventType.ESTABLISHED).conn().urdma()).isFalse();
        server.await(CmEventType.ESTABLISHED);
        transfer(client, asking, server, asked);
    }

    /** Bytes both ways, in rings that get longer. */
    @Test
    void shouldCarryChannels() throws Exception {
        byte[] bytes = new byte[3 << 20];
        new SplittableRandom(1).nextBytes(bytes);
        try (RdmaServerChannel listening = RdmaServerChannel.listen(server.context, PORT);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            InetAddress address = client.createId().localAddr().getAddress();
            InetSocketAddress to = new InetSocketAddress(address, PORT);
            Future<byte[]> echoed =
                    threads.submit(() -> {
                        try (var channel = listening.accept()) {
                            byte[] read = channel.inputStream().readAllBytes();
                            channel.outputStream().write(read);
                            return read;
                        }
                    });
            try (var channel = org.urdma4j.channel.RdmaChannel.connect(client.context, to)) {
                channel.outputStream().write(bytes);
                channel.shutdownOutput();
                assertThat(channel.inputStream().readAllBytes()).isEqualTo(bytes);
            }
            assertThat(echoed.get()).isEqualTo(bytes);
        }
    }

    @Test
    void shouldConnectQueuePairsThatTheProgramMoves() throws InterruptedException {
        CmId listener = server.listen(4);
        CmId id = client.resolved(listener.localAddr());
        QueuePair asking = client.domain.createQp(QpInitAttr.builder().cq(client.cq).build());
        asking.modify(id.initQpAttr(QpState.INIT));
        id.connect(ConnParam.EMPTY.qpNum(asking.qpNum()));
        CmId child = server.await(CmEventType.CONNECT_REQUEST).id();
        QueuePair asked = server.domain.createQp(QpInitAttr.builder().cq(server.cq).build());
        for (QpState state : new QpState[] {QpState.INIT, QpState.RTR, QpState.RTS}) {
            asked.modify(child.initQpAttr(state));
        }
        child.accept(ConnParam.EMPTY.qpNum(asked.qpNum()));
        CmEvent response = client.await(CmEventType.CONNECT_RESPONSE);
        assertThat(response.conn().qpNum()).isEqualTo(asked.qpNum());
        asking.modify(id.initQpAttr(QpState.RTR));
        asking.modify(id.initQpAttr(QpState.RTS));
        id.establish();
        server.await(CmEventType.ESTABLISHED);

        transfer(client, asking, server, asked);
        transfer(server, asked, client, asking);
        assertErrno(Errno.EINVAL, id::establish);
        assertErrno(Errno.EINVAL, () -> id.initQpAttr(QpState.ERR));
        assertErrno(Errno.EINVAL, () -> id.notifyEvent(EventType.QP_FATAL));
        id.close();
        server.await(CmEventType.DISCONNECTED);
    }

    @Test
    void shouldTellWhyAPeerRefuses() throws InterruptedException {
        CmId listener = server.listen(4);
        CmId id = client.resolved(listener.localAddr());
        client.createQp(id);
        id.connect(ConnParam.EMPTY);
        CmId child = server.await(CmEventType.CONNECT_REQUEST).id();
        child.reject(bytes("not today"));
        CmEvent refused = client.await(CmEventType.REJECTED);
        assertThat(refused.status()).isEqualTo(CmEvent.REJECTED_BY_PEER);
        assertThat(refused.conn().privateData()).startsWith(bytes("not today"));
        assertThat(id.qp().state()).isEqualTo(QpState.ERR);
        listener.close();

        InetSocketAddress nobody = new InetSocketAddress(id.localAddr().getAddress(), 7999);
        assertThatThrownBy(() -> PassiveEndpoint.connect(client.context, nobody))
                .isInstanceOfSatisfying(
                        ConnectionRejectedException.class,
                        e -> assertThat(e.reason()).isEqualTo(CmEvent.INVALID_SERVICE_ID));
    }

    /** The kernel doesn't tell the peer, which finds out when it accepts. */
    @Test
    void shouldGiveUpARequestThatIsNotAnswered() throws InterruptedException {
        CmId listener = server.listen(4);
        CmId id = client.resolved(listener.localAddr());
        client.createQp(id);
        id.connect(ConnParam.EMPTY);
        server.await(CmEventType.CONNECT_REQUEST);
        id.disconnect();
        client.await(CmEventType.DISCONNECTED);
        assertThat(id.qp().state()).isEqualTo(QpState.ERR);
        id.disconnect();
        assertThat(client.channel.pollCmEvent()).isNull();
        id.close();
        CmId other = client.resolved(listener.localAddr());
        client.createQp(other);
        other.connect(ConnParam.EMPTY);
        server.await(CmEventType.CONNECT_REQUEST).id().reject(new byte[0]);
        client.await(CmEventType.REJECTED);
    }

    @Test
    void shouldRefuseWhatDoesNotFit() throws InterruptedException {
        CmId id = client.createId();
        InetSocketAddress own = new InetSocketAddress(id.localAddr().getAddress(), PORT);
        assertErrno(Errno.EINVAL, () -> id.resolveRoute(PATIENCE));
        assertErrno(Errno.EINVAL, () -> id.listen(1));
        assertErrno(Errno.EINVAL, () -> id.connect(ConnParam.EMPTY));
        assertErrno(Errno.EINVAL, () -> id.accept(ConnParam.EMPTY));
        assertErrno(Errno.EINVAL, () -> id.reject(new byte[0]));
        assertErrno(Errno.EINVAL, id::disconnect);
        assertErrno(Errno.EINVAL, () -> client.createQp(id));
        assertErrno(Errno.EINVAL, () -> id.initQpAttr(QpState.RTR));
        assertErrno(Errno.EINVAL, () -> id.peerUdpPort(4792));
        assertErrno(
                Errno.EADDRNOTAVAIL,
                () -> id.bindAddr(new InetSocketAddress(InetAddress.ofLiteral("192.0.2.9"), 1)));
        assertErrno(
                Errno.EHOSTUNREACH,
                () ->
                        id.resolveAddr(
                                null,
                                InetSocketAddress.createUnresolved("no.such.host.invalid", 1),
                                PATIENCE));
        assertErrno(
                Errno.EOPNOTSUPP, () -> client.channel.createId(client.context, CmPortSpace.UDP));
        CmId listener = server.listen(1);
        assertErrno(Errno.EADDRINUSE, () -> id.bindAddr(own));
        CmId asking = client.resolved(listener.localAddr());
        assertErrno(Errno.EINVAL, () -> asking.connect(ConnParam.EMPTY));
        assertErrno(
                Errno.EINVAL,
                () -> asking.createQp(server.domain, QpInitAttr.builder().cq(server.cq).build()));
        client.createQp(asking);
        assertErrno(Errno.EINVAL, () -> client.createQp(asking));
        assertErrno(
                Errno.EOPNOTSUPP,
                () ->
                        asking.connect(
                                ConnParam.EMPTY.urdmaTuning(
                                        UrdmaTuning.builder().fec("20,4").build())));
        assertErrno(Errno.EINVAL, () -> asking.connect(ConnParam.EMPTY.privateData(new byte[57])));
        asking.ackTimeout(14);
        assertErrno(Errno.EINVAL, () -> asking.ackTimeout(32));
        asking.connect(ConnParam.EMPTY.privateData(new byte[56]));
        assertErrno(Errno.EINVAL, () -> asking.ackTimeout(14));
        CmId child = server.await(CmEventType.CONNECT_REQUEST).id();
        child.close();
        assertThat(client.await(CmEventType.REJECTED).status()).isPositive();
        child.close();
        assertThatThrownBy(() -> child.reject(new byte[0]))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldTellEventsToAnotherChannelOnceMigrated() throws InterruptedException {
        CmId listener = server.listen(4);
        CmId id = client.createId();
        id.resolveAddr(null, listener.localAddr(), PATIENCE);
        try (CmEventChannel other = RdmaCm.createEventChannel(client.context)) {
            CmEvent resolved = client.await(CmEventType.ADDR_RESOLVED);
            assertThat(resolved.id()).isSameAs(id);
            id.migrate(other);
            id.resolveRoute(PATIENCE);
            assertThat(other.getCmEvent(PATIENCE).eventType())
                    .isEqualTo(CmEventType.ROUTE_RESOLVED);
            assertThat(client.channel.pollCmEvent()).isNull();
        }
        assertThatThrownBy(() -> id.resolveRoute(PATIENCE))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldTellThatTheDeviceIsClosed() throws InterruptedException {
        CmId listener = server.listen(4);
        CmId id = client.resolved(listener.localAddr());
        client.createQp(id);
        client.context.close();
        assertThat(client.await(CmEventType.DEVICE_REMOVAL).id()).isSameAs(id);
        assertThat(client.channel.pollCmEvent()).isNull();
        assertThatThrownBy(() -> id.connect(ConnParam.EMPTY))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(client::createId).isInstanceOf(IllegalStateException.class);
    }

    /** As programs of the endpoint API do, at the wildcard, over every address of the device. */
    @Test
    void shouldServeEndpointsAtEveryAddress() throws Exception {
        List<InetAddress> addresses =
                client.context.queryGidTable().stream()
                        .map(GidEntry::gid)
                        .filter(gid -> !gid.isLinkLocal())
                        .map(Gid::toInetAddress)
                        .distinct()
                        .toList();
        assertThat(addresses).isNotEmpty();
        for (InetAddress address : addresses) {
            try (PassiveServer listening = PassiveServer.listen(server.context, PORT);
                    ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                Future<PassiveEndpoint> accepted =
                        threads.submit((Callable<PassiveEndpoint>) listening::accept);
                InetSocketAddress to = new InetSocketAddress(address, PORT);
                try (PassiveEndpoint asking = PassiveEndpoint.connect(client.context, to);
                        PassiveEndpoint asked = accepted.get()) {
                    assertThat(asking.qp().state()).isEqualTo(QpState.RTS);
                    assertThat(asked.qp().state()).isEqualTo(QpState.RTS);
                }
            }
        }
    }

    /** The kernel has no more of it afterwards than before, which the guest's end tells. */
    @Test
    @Timeout(600)
    void shouldConnectAgainAndAgain() throws InterruptedException {
        CmId listener = server.listen(4);
        for (int i = 0; i < 100; i++) {
            CmId id = client.resolved(listener.localAddr());
            QueuePair asking = client.createQp(id);
            id.connect(ConnParam.EMPTY);
            CmId child = server.await(CmEventType.CONNECT_REQUEST).id();
            QueuePair asked = server.createQp(child);
            child.accept(ConnParam.EMPTY);
            client.await(CmEventType.ESTABLISHED);
            server.await(CmEventType.ESTABLISHED);
            transfer(client, asking, server, asked);
            id.close();
            server.await(CmEventType.DISCONNECTED);
            child.close();
        }
    }
}

package org.urdma4j.transport.port.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.fixtures.Nightly;
import org.urdma4j.protection.aead.JcaSource;
import org.urdma4j.protection.association.ProtectionConfig;
import org.urdma4j.protection.credentials.PskCredentials;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.transport.device.SoftDevice;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.port.udp.Endpoint;
import org.urdma4j.transport.port.udp.FreePort;
import org.urdma4j.transport.port.udp.UdpPort;
import org.urdma4j.transport.port.udp.UdpPortConfig;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.ProtectionDomain;
import org.urdma4j.verbs.QpInitAttr;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
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
import org.urdma4j.verbs.cm.RdmaCm;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.security.Security;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Devices over UDP sockets of this machine, whose keys come from TLS. */
@Timeout(120)
class TlsProtectionTest {
    private static final InetAddress ONE = InetAddress.ofLiteral("127.0.0.1");
    private static final InetAddress OTHER = InetAddress.ofLiteral("127.0.0.2");
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int SERVICE = 7001;
    private static final int BYTES = 64;
    private static final byte[] KEY = key(1);
    private static final int RENEWALS = Nightly.times(1, 2);

    /**
     * Not DROPPED_EPOCH: a machine that stands still for seconds lets packets outlive their keys.
     */
    private static final List<Counter> REFUSALS =
            List.of(Counter.DROPPED_NOT_PROTECTED, Counter.DROPPED_AUTH, Counter.DROPPED_REPLAY);

    private static byte[] key(long seed) {
        byte[] key = new byte[32];
        new SplittableRandom(seed).nextBytes(key);
        return key;
    }

    private final int udpPort = FreePort.on(ONE, OTHER);
    private final int keyPort = freeTcpPort();
    private End client;
    private End server;

    private static int freeTcpPort() {
        try (ServerSocket one = new ServerSocket(0, 1, ONE);
                ServerSocket other = new ServerSocket(one.getLocalPort(), 1, OTHER)) {
            return other.getLocalPort();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @AfterEach
    void close() {
        if (client != null) {
            client.close();
        }
        if (server != null) {
            server.close();
        }
    }

    /** An application at one end. */
    private final class End implements AutoCloseable {
        final TlsProtection protection;
        final NetworkPort port;
        final SoftContext context;
        final CmEventChannel channel;
        final ProtectionDomain domain;
        final CompletionQueue completions;
        final MemoryRegion region;
        final List<CmId> accepted = new ArrayList<>();

        End(InetAddress local, byte[] key) {
            this(local, key, 1, Duration.ofHours(1));
        }

        /** With so many event loops, and a handshake after so long. */
        End(InetAddress local, byte[] key, int eventLoops, Duration generationTime) {
            ProtectionConfig config =
                    ProtectionConfig.builder(
                                    PskCredentials.of(key),
                                    () -> new JcaSource(Security.getProvider("SunJCE")))
                            .keyPort(keyPort)
                            .generationTime(generationTime)
                            .build();
            protection = new TlsProtection(config);
            port =
                    UdpPort.open(
                            UdpPortConfig.builder(local)
                                    .port(udpPort)
                                    .eventLoops(eventLoops)
                                    .withProtection(protection)
                                    .build());
            context = new SoftContext(new SoftDevice("tls", 1, () -> port), port);
            channel = RdmaCm.createEventChannel(context);
            domain = context.allocPd();
            completions = context.createCq(8192);
            region = domain.regMr(Arena.ofAuto().allocate(BYTES), 1);
        }

        CmId createId() {
            return channel.createId(context, CmPortSpace.TCP);
        }

        CmId listen() {
            CmId id = createId();
            id.bindAddr(new InetSocketAddress(port.address().toInetAddress(), SERVICE));
            id.listen(2048);
            return id;
        }

        CmEvent await(CmEventType type) throws InterruptedException {
            CmEvent event = channel.getCmEvent(PATIENCE);
            assertThat(event).as("an event, %s", type).isNotNull();
            assertThat(event.eventType()).as(event.describe()).isEqualTo(type);
            return event;
        }

        void createQp(CmId id) {
            id.createQp(domain, QpInitAttr.builder().cq(completions).build());
        }

        CmId connect(InetAddress to) throws InterruptedException {
            CmId id = createId();
            id.resolveAddr(null, new InetSocketAddress(to, SERVICE), PATIENCE);
            await(CmEventType.ADDR_RESOLVED);
            id.resolveRoute(PATIENCE);
            await(CmEventType.ROUTE_RESOLVED);
            createQp(id);
            id.connect(ConnParam.EMPTY);
            return id;
        }

        CmId accept() throws InterruptedException {
            CmId child = await(CmEventType.CONNECT_REQUEST).id();
            createQp(child);
            receive(child);
            child.accept(ConnParam.EMPTY);
            accepted.add(child);
            return child;
        }

        void receive(CmId id) {
            RecvWr receive = new RecvWr().addSge(region.sge(0, BYTES));
            assertThat(id.qp().postRecv(receive)).isEqualTo(PostStatus.OK);
        }

        void send(CmId id) {
            SendWr wr =
                    new SendWr()
                            .opcode(WrOpcode.SEND)
                            .sendFlags(SendFlags.SIGNALED)
                            .addSge(region.sge(0, BYTES));
            assertThat(id.qp().postSend(wr)).isEqualTo(PostStatus.OK);
        }

        void awaitCompletions(int count, WcStatus status) {
            WorkCompletion[] one = WorkCompletion.array(1);
            for (int i = 0; i < count; i++) {
                while (completions.poll(one) == 0) {
                    Thread.onSpinWait();
                }
                assertThat(one[0].status()).as("completion %d", i).isEqualTo(status);
            }
        }

        int generations() {
            return port.call(() -> port.keyring().orElseThrow().facts().generations());
        }

        @Override
        public void close() {
            channel.close();
            context.close();
        }
    }

    private CmId connect() throws InterruptedException {
        CmId id = client.connect(OTHER);
        server.accept();
        client.await(CmEventType.ESTABLISHED);
        server.await(CmEventType.ESTABLISHED);
        return id;
    }

    @Test
    void shouldShakeHandsOnceForManyConnections() throws InterruptedException {
        client = new End(ONE, KEY);
        server = new End(OTHER, KEY);
        server.listen();
        List<CmId> ids = new ArrayList<>();
        for (int i = 0; i < Nightly.times(200, 1000); i++) {
            ids.add(connect());
        }
        ids.forEach(client::send);
        client.awaitCompletions(ids.size(), WcStatus.SUCCESS);
        server.awaitCompletions(ids.size(), WcStatus.SUCCESS);

        assertThat(client.generations()).isEqualTo(1);
        assertThat(server.generations()).isEqualTo(1);
        assertThat(ids.getLast().qp().protection().orElseThrow().peerName()).isNotBlank();
    }

    @Test
    void shouldConnectAgainWithAPeerThatWasStartedAgain() throws InterruptedException {
        client = new End(ONE, KEY);
        for (int i = 0; i < 3; i++) {
            server = new End(OTHER, KEY);
            server.listen();
            CmId id = connect();
            client.send(id);
            client.awaitCompletions(1, WcStatus.SUCCESS);
            server.close();
            client.await(CmEventType.DISCONNECTED);
            id.close();
        }
        server = new End(OTHER, KEY);
        server.listen();
        client.send(connect());
        client.awaitCompletions(1, WcStatus.SUCCESS);
    }

    /** Of one at one end, and three at the other that don't hear of keys in the same instant. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldRenewTheKeysOfEveryEventLoop(int loopsOfServer) throws InterruptedException {
        Duration often = Duration.ofSeconds(1);
        client = new End(ONE, KEY, 3, often);
        server = new End(OTHER, KEY, loopsOfServer, often);
        server.listen();
        List<CmId> ids = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            ids.add(connect());
        }
        while (generation(ids.getFirst()) <= RENEWALS) {
            ids.forEach(id -> server.receive(server.accepted.get(ids.indexOf(id))));
            ids.forEach(client::send);
            client.awaitCompletions(ids.size(), WcStatus.SUCCESS);
            server.awaitCompletions(ids.size(), WcStatus.SUCCESS);
        }

        assertThat(ids).extracting(id -> id.qp().qpNum() % 3).contains(0, 1, 2);
        assertThat(ids).allMatch(id -> generation(id) >= RENEWALS);
        for (Counter counter : REFUSALS) {
            assertThat(server.context.counters().get(counter)).as(counter.toString()).isZero();
            assertThat(client.context.counters().get(counter)).as(counter.toString()).isZero();
        }
    }

    private static int generation(CmId id) {
        return id.qp().protection().orElseThrow().generation();
    }

    @Test
    void shouldEndTheQueuePairsOfEveryEventLoopWithTheKeys() throws InterruptedException {
        client = new End(ONE, KEY, 3, Duration.ofHours(1));
        server = new End(OTHER, KEY, 2, Duration.ofHours(1));
        server.listen();
        List<CmId> ids = List.of(connect(), connect(), connect());

        server.protection.close();

        ids.forEach(TlsProtectionTest::awaitError);
        server.accepted.forEach(TlsProtectionTest::awaitError);
    }

    private static void awaitError(CmId id) {
        Endpoint.await(() -> id.qp().state() == QpState.ERR, "the queue pair to fail");
    }

    @Test
    void shouldSayThatTheKeysDiffer() throws InterruptedException {
        client = new End(ONE, key(2));
        server = new End(OTHER, KEY);
        CmId id = client.createId();
        id.resolveAddr(null, new InetSocketAddress(OTHER, SERVICE), PATIENCE);
        client.await(CmEventType.ADDR_RESOLVED);
        id.resolveRoute(PATIENCE);
        CmEvent event = client.await(CmEventType.ROUTE_ERROR);

        assertThat(event.describe()).contains("key");
    }

    @Test
    void shouldSayThatTheKeyPortIsTaken() throws IOException {
        try (ServerSocket taken = new ServerSocket(keyPort, 1, ONE)) {
            assertThatThrownBy(() -> new End(ONE, KEY))
                    .isInstanceOf(VerbsException.class)
                    .hasMessageContaining(String.valueOf(taken.getLocalPort()));
        }
        client = new End(ONE, KEY); // nothing of the first try is left
    }
}

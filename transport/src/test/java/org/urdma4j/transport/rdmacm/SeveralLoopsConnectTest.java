package org.urdma4j.transport.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.port.udp.UdpPort;
import org.urdma4j.transport.port.udp.UdpPortConfig;
import org.urdma4j.verbs.QpAttrMask;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.cm.CmEvent;
import org.urdma4j.verbs.cm.CmEventType;
import org.urdma4j.verbs.cm.CmId;
import org.urdma4j.verbs.cm.ConnParam;

import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Connections between devices with three event loops each, over UDP sockets. */
class SeveralLoopsConnectTest {
    private static final int LOOPS = 3;
    private static final int CONNECTIONS = 2 * LOOPS;
    private static final int UDP_PORT = 27_411;

    private CmEnd client;
    private CmEnd server;

    @BeforeEach
    void open() {
        client = end("127.0.15.1");
        server = end("127.0.15.2");
    }

    private static CmEnd end(String address) {
        return CmEnd.patient(
                UdpPort.open(
                        UdpPortConfig.builder(InetAddress.ofLiteral(address))
                                .port(UDP_PORT)
                                .eventLoops(LOOPS)
                                .build()));
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    /** Two identifiers with a queue pair each, which are connected to each other. */
    private record Pair(CmId client, CmId server) {}

    private List<Pair> connected(int count) throws InterruptedException {
        CmId listener = server.listen(count);
        List<Pair> pairs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            CmId asking = client.ready(server);
            asking.connect(ConnParam.EMPTY);
            CmEvent request = server.await(CmEventType.CONNECT_REQUEST);
            assertThat(request.listenId()).isSameAs(listener);
            CmId asked = request.id();
            server.createQp(asked);
            server.receive(asked, 0, 4096);
            asked.accept(ConnParam.EMPTY);
            client.await(CmEventType.ESTABLISHED);
            server.await(CmEventType.ESTABLISHED);
            pairs.add(new Pair(asking, asked));
        }
        return pairs;
    }

    @Test
    void shouldPutBothEndsOfAConnectionToTheSameLoop() throws InterruptedException {
        for (Pair pair : connected(CONNECTIONS)) {
            assertThat(pair.server.qp().qpNum() % LOOPS)
                    .isEqualTo(pair.client.qp().qpNum() % LOOPS);
        }
    }

    @Test
    void shouldCarryMessagesOfEachLoopWithoutHandingAnyOn() throws InterruptedException {
        List<Pair> pairs = connected(CONNECTIONS);
        for (int i = 0; i < 8; i++) {
            client.region.segment().set(ValueLayout.JAVA_BYTE, i, (byte) (i + 1));
        }

        pairs.forEach(pair -> client.send(pair.client, 0, 4096));
        for (int i = 0; i < CONNECTIONS; i++) {
            assertThat(client.awaitCompletion().status()).isEqualTo(WcStatus.SUCCESS);
            WorkCompletion arrived = server.awaitCompletion();
            assertThat(arrived.status()).isEqualTo(WcStatus.SUCCESS);
            assertThat(arrived.byteLen()).isEqualTo(4096);
        }

        assertThat(server.region.segment().asSlice(0, 4096))
                .matches(there -> there.mismatch(client.region.segment().asSlice(0, 4096)) == -1);
        assertThat(server.context.counters().get(Counter.HANDED_ON_PKTS)).isZero();
        assertThat(client.context.counters().get(Counter.HANDED_ON_PKTS)).isZero();
    }

    @Test
    void shouldEndTheConnectionsOfEveryLoop() throws InterruptedException {
        List<Pair> pairs = connected(CONNECTIONS);

        pairs.forEach(pair -> pair.client.disconnect());

        for (int i = 0; i < CONNECTIONS; i++) {
            client.await(CmEventType.DISCONNECTED);
            server.await(CmEventType.DISCONNECTED);
        }
        for (Pair pair : pairs) {
            assertThat(pair.server.qp().query(QpAttrMask.STATE).qpState()).isEqualTo(QpState.ERR);
            pair.client.destroyQp();
            pair.server.destroyQp();
        }
        assertThat(client.context.statistics(0).queuePairCount()).isZero();
    }

    /**
     * What tells the program comes from the loop of the queue pair, to the connection manager's.
     */
    @Test
    void shouldTellOfAPeerThatIsGoneWhicheverLoopNotices() throws InterruptedException {
        List<Pair> pairs = connected(LOOPS);
        server.close();

        pairs.forEach(pair -> client.send(pair.client, 0, 8));
        for (int i = 0; i < LOOPS; i++) {
            CmEvent event = client.channel.getCmEvent(Duration.ofSeconds(30));
            assertThat(event.eventType()).isEqualTo(CmEventType.DISCONNECTED);
        }
    }

    /** The first loop waits for the others, which never wait for it: nothing may stand still. */
    @Test
    void shouldConnectAndEndWhileOthersSend() throws InterruptedException {
        List<Pair> pairs = connected(LOOPS);
        Thread sender =
                Thread.ofPlatform()
                        .start(() -> {
                            for (int i = 0; i < 2_000; i++) {
                                Pair pair = pairs.get(i % LOOPS);
                                server.receive(pair.server, 0, 4096);
                                client.send(pair.client, 0, 4096);
                                client.awaitCompletion();
                                server.awaitCompletion();
                            }
                        });
        for (int i = 0; i < 30; i++) {
            CmId asking = client.ready(server);
            asking.connect(ConnParam.EMPTY);
            CmId asked = server.await(CmEventType.CONNECT_REQUEST).id();
            server.createQp(asked);
            asked.accept(ConnParam.EMPTY);
            client.await(CmEventType.ESTABLISHED);
            server.await(CmEventType.ESTABLISHED);
            asking.disconnect();
            client.await(CmEventType.DISCONNECTED);
            server.await(CmEventType.DISCONNECTED);
            asking.destroyQp();
            asked.destroyQp();
            asking.close();
            asked.close();
        }
        sender.join(60_000);

        assertThat(sender.isAlive()).isFalse();
    }
}

package org.urdma4j.transport.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.transport.cm.CmConfig;
import org.urdma4j.transport.cm.CmCounter;
import org.urdma4j.transport.port.udp.FreePort;
import org.urdma4j.transport.port.udp.UdpPort;
import org.urdma4j.transport.port.udp.UdpPortConfig;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.cm.CmEvent;
import org.urdma4j.verbs.cm.CmEventType;
import org.urdma4j.verbs.cm.CmId;
import org.urdma4j.verbs.cm.ConnParam;

import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;

import javax.management.JMException;

/** Connections come and go, over sockets, and nothing of them stays. */
@Timeout(120)
class ManyConnectionsTest {
    /** 10,000 with {@code -Durdma4j.connections=10000}: a minute's worth. */
    private static final int CONNECTIONS = Integer.getInteger("urdma4j.connections", 400);

    /**
     * More than a completion queue holds: a place of it keeps a small part of the queue pair that
     * completed there last.
     */
    private static final int WARM_UP = 600;

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** 8 us: a connection is forgotten as soon as it has ended. */
    private static final int ACK_TIMEOUT = 1;

    private static CmEnd open(InetAddress address, int port) {
        UdpPort opened = UdpPort.open(UdpPortConfig.builder(address).port(port).build());
        Gid gid = Gid.of(address);
        return CmEnd.of(opened, new CmConfig(gid, 1, 15, 15, 20, 10, 4096));
    }

    @Test
    void shouldLeaveNothingBehind() throws InterruptedException, JMException {
        InetAddress one = InetAddress.ofLiteral("127.0.0.1");
        InetAddress other = InetAddress.ofLiteral("127.0.0.2");
        int port = FreePort.on(one, other);
        try (CmEnd client = open(one, port);
                CmEnd server = open(other, port)) {
            CmId listener = server.listen(2);
            for (int i = 0; i < WARM_UP; i++) {
                connectAndDisconnect(client, server);
            }
            awaitNone(client, server);
            Census before = Census.take();
            long startNs = System.nanoTime();
            for (int i = 0; i < CONNECTIONS; i++) {
                connectAndDisconnect(client, server);
            }
            double minutes = (System.nanoTime() - startNs) / 60e9;
            System.getLogger(ManyConnectionsTest.class.getName())
                    .log(Level.INFO, "%.0f connections a minute".formatted(CONNECTIONS / minutes));
            awaitNone(client, server);
            before.assertNothingStays(CONNECTIONS / 10);
            listener.close();
            for (CmEnd end : new CmEnd[] {client, server}) {
                assertThat(end.count(CmCounter.ESTABLISHED)).isEqualTo(WARM_UP + CONNECTIONS);
                assertThat(end.context.connections().ids()).isZero();
                assertThat(end.channel.pollCmEvent()).isNull();
            }
        }
    }

    /** Waits until connections that have ended are forgotten: the last ones are in time-wait. */
    private static void awaitNone(CmEnd... ends) {
        for (CmEnd end : ends) {
            while (end.context.connections().size() > 0) {
                Thread.onSpinWait();
            }
            int left = end.onLoop(shard -> shard.qpCount());
            assertThat(left).as("queue pairs").isZero();
        }
    }

    @Test
    void shouldLeaveNothingOfConnectsThatFail() throws InterruptedException, JMException {
        InetAddress one = InetAddress.ofLiteral("127.0.0.1");
        InetAddress other = InetAddress.ofLiteral("127.0.0.2");
        int port = FreePort.on(one, other);
        try (CmEnd client = open(one, port);
                CmEnd server = open(other, port)) {
            fail(client, server, port, WARM_UP / 30);
            Census before = Census.take();
            int times = CONNECTIONS / 10;
            fail(client, server, port, times);
            // A class of which more than half of one kind's connects leave an object has a leak.
            before.assertNothingStays(times / 2);
        }
    }

    /** Connects in vain, so many times in each of six ways, and waits until all is forgotten. */
    private static void fail(CmEnd client, CmEnd server, int port, int times)
            throws InterruptedException {
        for (int i = 0; i < times; i++) {
            connectToNobody(client, server);
        }
        CmId listener = server.listen(2);
        for (int i = 0; i < times; i++) {
            connectAndBeRefused(client, server);
            connectAndBeDropped(client, server);
            cancelInTheMiddle(client, server);
        }
        listener.close();
        awaitNone(client, server);
        InetAddress third = InetAddress.ofLiteral("127.0.0.3");
        for (int i = 0; i < Math.max(1, times / 10); i++) {
            vanishInTheMiddle(client, third, port);
            connectToNoDevice(client, third);
        }
        awaitNone(client, server);
        for (CmEnd end : new CmEnd[] {client, server}) {
            assertThat(end.context.connections().ids()).isZero();
            assertThat(end.channel.pollCmEvent()).isNull();
        }
    }

    private static CmId connect(CmEnd client, CmEnd server) throws InterruptedException {
        CmId id = client.ready(server);
        id.ackTimeout(ACK_TIMEOUT);
        id.connect(ConnParam.EMPTY);
        return id;
    }

    private static void connectToNobody(CmEnd client, CmEnd server) throws InterruptedException {
        CmId id = connect(client, server);
        client.await(CmEventType.REJECTED);
        id.close();
    }

    private static void connectToNoDevice(CmEnd client, InetAddress address)
            throws InterruptedException {
        CmId id = client.createId();
        id.resolveAddr(null, new InetSocketAddress(address, CmEnd.PORT), PATIENCE);
        client.await(CmEventType.ADDR_RESOLVED);
        id.resolveRoute(PATIENCE);
        client.await(CmEventType.ROUTE_RESOLVED);
        client.createQp(id);
        id.connect(ConnParam.EMPTY);
        client.await(CmEventType.UNREACHABLE);
        id.close();
    }

    private static void connectAndBeRefused(CmEnd client, CmEnd server)
            throws InterruptedException {
        CmId id = connect(client, server);
        CmId child = server.await(CmEventType.CONNECT_REQUEST).id();
        server.createQp(child);
        child.reject(new byte[] {1});
        client.await(CmEventType.REJECTED);
        id.close();
        child.close();
    }

    /** The server forgets the request without a word. */
    private static void connectAndBeDropped(CmEnd client, CmEnd server)
            throws InterruptedException {
        CmId id = connect(client, server);
        server.await(CmEventType.CONNECT_REQUEST).id().close();
        client.await(CmEventType.REJECTED);
        id.close();
    }

    private static void cancelInTheMiddle(CmEnd client, CmEnd server) throws InterruptedException {
        CmId id = connect(client, server);
        CmId child = server.await(CmEventType.CONNECT_REQUEST).id();
        server.createQp(child);
        id.close();
        child.close();
        while (server.channel.pollCmEvent() != null) {
            Thread.onSpinWait(); // it may have heard
        }
    }

    /** The peer's device goes away between question and answer, and its sockets with it. */
    private static void vanishInTheMiddle(CmEnd client, InetAddress address, int port)
            throws InterruptedException {
        CmId id;
        try (CmEnd gone = open(address, port)) {
            gone.listen(2);
            id = connect(client, gone);
            gone.await(CmEventType.CONNECT_REQUEST);
        }
        CmEventType heard = client.channel.getCmEvent(PATIENCE).eventType();
        assertThat(heard).isIn(CmEventType.REJECTED, CmEventType.UNREACHABLE);
        id.close();
    }

    private static void connectAndDisconnect(CmEnd client, CmEnd server)
            throws InterruptedException {
        CmId id = client.ready(server);
        id.ackTimeout(ACK_TIMEOUT);
        id.connect(ConnParam.EMPTY);
        CmId child = server.await(CmEventType.CONNECT_REQUEST).id();
        server.createQp(child);
        server.receive(child, 0, 64);
        child.accept(ConnParam.EMPTY);
        client.await(CmEventType.ESTABLISHED);
        client.send(id, 0, 64);
        assertThat(client.awaitCompletion().status()).isEqualTo(WcStatus.SUCCESS);
        server.await(CmEventType.ESTABLISHED);
        assertThat(server.awaitCompletion().status()).isEqualTo(WcStatus.SUCCESS);
        id.disconnect();
        CmEvent ended = client.await(CmEventType.DISCONNECTED);
        assertThat(ended.id()).isSameAs(id);
        server.await(CmEventType.DISCONNECTED);
        id.close();
        child.close();
    }
}

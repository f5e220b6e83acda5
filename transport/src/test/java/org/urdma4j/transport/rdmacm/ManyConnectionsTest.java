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

import java.net.InetAddress;

/** Connections come and go, over sockets, and nothing of them stays. */
@Timeout(120)
class ManyConnectionsTest {
    private static final int CONNECTIONS = 1_000;

    /** 8 us: a connection is forgotten as soon as it has ended. */
    private static final int ACK_TIMEOUT = 1;

    private static CmEnd open(InetAddress address, int port) {
        UdpPort opened = UdpPort.open(UdpPortConfig.builder(address).port(port).build());
        Gid gid = Gid.of(address);
        return CmEnd.of(opened, new CmConfig(gid, 1, 15, 15, 20, 10, 4096));
    }

    @Test
    void shouldLeaveNothingBehind() throws InterruptedException {
        InetAddress one = InetAddress.ofLiteral("127.0.0.1");
        InetAddress other = InetAddress.ofLiteral("127.0.0.2");
        int port = FreePort.on(one, other);
        try (CmEnd client = open(one, port);
                CmEnd server = open(other, port)) {
            CmId listener = server.listen(2);
            for (int i = 0; i < CONNECTIONS; i++) {
                connectAndDisconnect(client, server);
            }
            listener.close();
            for (CmEnd end : new CmEnd[] {client, server}) {
                assertThat(end.count(CmCounter.ESTABLISHED)).isEqualTo(CONNECTIONS);
                assertThat(end.context.connections().ids()).isZero();
                while (end.context.connections().size() > 0) {
                    Thread.onSpinWait(); // the last ones are in time-wait
                }
                int left = end.onLoop(shard -> shard.qpCount());
                assertThat(left).as("queue pairs").isZero();
                assertThat(end.channel.pollCmEvent()).isNull();
            }
        }
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

package org.urdma4j.transport.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.port.udp.FreePort;
import org.urdma4j.transport.port.udp.UdpPort;
import org.urdma4j.transport.port.udp.UdpPortConfig;
import org.urdma4j.verbs.cm.CmEvent;
import org.urdma4j.verbs.cm.CmEventType;
import org.urdma4j.verbs.cm.CmId;
import org.urdma4j.verbs.cm.ConnParam;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;

/**
 * A client behind an address translator, over sockets, with all that the connection manager does.
 */
@Timeout(60)
class TranslatedTest {
    private static final InetAddress SERVER = InetAddress.ofLiteral("127.0.0.2");
    private static final InetAddress CLIENT = InetAddress.ofLiteral("127.0.0.1");

    @Test
    void shouldFollowAClientWhosePlaceChanges() throws IOException, InterruptedException {
        int port = FreePort.on(SERVER, SERVER);
        UdpPortConfig any = UdpPortConfig.builder(CLIENT).port(0).build();
        try (CmEnd server = CmEnd.onLoopback(SERVER, port);
                CmEnd client = CmEnd.of(UdpPort.open(any));
                Translator translator = new Translator(new InetSocketAddress(SERVER, port))) {
            server.listen(4);
            CmId id = connect(client, translator.inside());
            CmEvent request = server.await(CmEventType.CONNECT_REQUEST);
            CmId passive = request.id();
            assertThat(passive.peerUdpPort()).isEqualTo(translator.outerPort());
            server.createQp(passive);
            server.receive(passive, 0, 64);
            server.receive(passive, 100, 64);
            passive.accept(ConnParam.EMPTY);
            client.await(CmEventType.ESTABLISHED);
            server.await(CmEventType.ESTABLISHED);
            client.send(id, 0, 64);
            assertThat(client.awaitCompletion().isSuccess()).isTrue();
            assertThat(server.awaitCompletion().isSuccess()).isTrue();

            translator.rebind();
            client.send(id, 0, 64);

            assertThat(client.awaitCompletion().isSuccess()).isTrue();
            assertThat(server.awaitCompletion().isSuccess()).isTrue();
            assertThat(server.context.counters().get(Counter.PEER_MOVED)).isEqualTo(1);
            assertThat(passive.peerUdpPort()).isEqualTo(translator.outerPort());
            passive.disconnect();
            client.await(CmEventType.DISCONNECTED);
            server.await(CmEventType.DISCONNECTED);
        }
    }

    private static CmId connect(CmEnd client, InetSocketAddress inside)
            throws InterruptedException {
        CmId id = client.createId();
        id.peerUdpPort(inside.getPort());
        InetSocketAddress service = new InetSocketAddress(inside.getAddress(), CmEnd.PORT);
        id.resolveAddr(null, service, Duration.ofSeconds(9));
        client.await(CmEventType.ADDR_RESOLVED);
        id.resolveRoute(Duration.ofSeconds(9));
        client.await(CmEventType.ROUTE_RESOLVED);
        client.createQp(id);
        id.connect(ConnParam.EMPTY);
        return id;
    }
}

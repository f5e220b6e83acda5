package org.urdma4j.transport.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.codec.cm.CmMessage;
import org.urdma4j.transport.port.memory.MemoryNetwork;
import org.urdma4j.transport.port.memory.MemoryPort;
import org.urdma4j.transport.port.memory.MemoryPortConfig;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.cm.CmEvent;
import org.urdma4j.verbs.cm.CmEventType;
import org.urdma4j.verbs.cm.CmId;
import org.urdma4j.verbs.cm.ConnParam;

import java.util.ArrayList;
import java.util.List;

/** A program closes its device, as at its end: peers know at once, not by keep-alive. */
class FarewellTest {
    private final MemoryNetwork network = new MemoryNetwork("farewell");
    private final List<CmEnd> clients = new ArrayList<>();
    private final CmEnd server = CmEnd.inMemory(network, "192.0.2.1");

    @AfterEach
    void close() {
        clients.forEach(CmEnd::close);
        server.close();
    }

    private CmId connect(CmEnd client) throws InterruptedException {
        clients.add(client);
        CmId id = client.ready(server);
        id.connect(ConnParam.EMPTY);
        CmId child = server.await(CmEventType.CONNECT_REQUEST).id();
        server.createQp(child);
        child.accept(ConnParam.EMPTY);
        client.await(CmEventType.ESTABLISHED);
        server.await(CmEventType.ESTABLISHED);
        return child;
    }

    private CmEnd losing(int farewells) {
        LostMessages lost = new LostMessages(CmMessage.DREQ, farewells);
        MemoryPortConfig config = MemoryPortConfig.builder().inbound(lost).build();
        return CmEnd.of(MemoryPort.open(network, Gid.parse("192.0.2.2"), config));
    }

    private static void checkDisconnected(CmEnd client) throws InterruptedException {
        CmEvent event = client.await(CmEventType.DISCONNECTED);
        assertThat(event.peerVanished()).as(event.toString()).isFalse();
    }

    @Test
    void shouldTellEveryPeer() throws Exception {
        server.listen(1);
        for (int i = 0; i < 50; i++) {
            connect(CmEnd.inMemory(network, "192.0.3." + (i + 1)));
        }
        server.context.close();
        for (CmEnd client : clients) {
            checkDisconnected(client);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void shouldTellPeersThatMissTheFirstWord(int lost) throws Exception {
        server.listen(1);
        connect(losing(lost));
        server.context.close();
        checkDisconnected(clients.getFirst());
    }

    @Test
    void shouldTellPeersOfWhatWasClosedJustBefore() throws Exception {
        server.listen(1);
        CmId child = connect(losing(2));
        child.disconnect();
        child.close();
        server.context.close();
        checkDisconnected(clients.getFirst());
    }
}

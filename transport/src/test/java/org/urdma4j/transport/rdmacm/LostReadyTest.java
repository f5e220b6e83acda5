package org.urdma4j.transport.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.codec.cm.CmMessage;
import org.urdma4j.transport.cm.CmConfig;
import org.urdma4j.transport.port.memory.MemoryNetwork;
import org.urdma4j.transport.port.memory.MemoryPort;
import org.urdma4j.transport.port.memory.MemoryPortConfig;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.cm.CmEventType;
import org.urdma4j.verbs.cm.CmId;
import org.urdma4j.verbs.cm.ConnParam;

/** The peer's word that it is ready is lost, and its first packet stands for it. */
class LostReadyTest {
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldBeEstablishedByTheFirstPacket(boolean urdma) throws InterruptedException {
        assertThat(CmMessage.RTU.attributeId()).isEqualTo(0x0014);
        MemoryNetwork network = new MemoryNetwork("lost");
        Gid gid = Gid.parse("192.0.2.2");
        LostMessages all = new LostMessages(CmMessage.RTU, Integer.MAX_VALUE);
        MemoryPortConfig deaf = MemoryPortConfig.builder().inbound(all).build();
        CmConfig patient = CmConfig.of(gid, 2);
        try (CmEnd client = CmEnd.inMemory(network, "192.0.2.1");
                CmEnd server = CmEnd.of(MemoryPort.open(network, gid, deaf), patient)) {
            server.listen(1);
            CmId id = client.ready(server);
            id.connect(ConnParam.EMPTY.urdma(urdma));
            CmId child = server.await(CmEventType.CONNECT_REQUEST).id();
            server.createQp(child);
            server.receive(child, 0, 64);
            child.accept(ConnParam.EMPTY);
            client.await(CmEventType.ESTABLISHED);
            assertThat(server.channel.pollCmEvent()).isNull();
            client.send(id, 0, 64);
            assertThat(server.await(CmEventType.ESTABLISHED).id()).isSameAs(child);
            assertThat(server.awaitCompletion().status()).isEqualTo(WcStatus.SUCCESS);
            server.send(child, 0, 0);
        }
    }
}

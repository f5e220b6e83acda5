package org.urdma4j.transport.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.codec.cm.CmMessage;
import org.urdma4j.codec.mad.GsiPacket;
import org.urdma4j.transport.cm.CmConfig;
import org.urdma4j.transport.port.memory.MemoryNetwork;
import org.urdma4j.transport.port.memory.MemoryPort;
import org.urdma4j.transport.port.memory.MemoryPortConfig;
import org.urdma4j.transport.port.pipeline.InboundStage;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.cm.CmEventType;
import org.urdma4j.verbs.cm.CmId;
import org.urdma4j.verbs.cm.ConnParam;

import java.util.ArrayDeque;

/** The peer's word that it is ready is lost, and its first packet stands for it. */
class LostReadyTest {
    private static final int ATTRIBUTE = GsiPacket.MAD_OFFSET + 16;
    private static final int RTU = 0x0014;

    /** Drops every RTU. */
    private static final class Stage implements InboundStage {
        private final ArrayDeque<ByteBuf> packets = new ArrayDeque<>();
        private Object from;

        @Override
        public void offer(ByteBuf packet, Object source, long nowNs) {
            int at = packet.readerIndex() + ATTRIBUTE;
            boolean mad = packet.readableBytes() == GsiPacket.LENGTH + Integer.BYTES;
            if (mad && packet.getUnsignedShort(at) == RTU) {
                packet.release();
            } else {
                packets.add(packet);
                from = source;
            }
        }

        @Override
        public long poll(long nowNs, Delivery delivery) {
            while (!packets.isEmpty()) {
                delivery.deliver(packets.remove(), from);
            }
            return NEVER;
        }

        @Override
        public void close() {
            packets.forEach(ByteBuf::release);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldBeEstablishedByTheFirstPacket(boolean urdma) throws InterruptedException {
        assertThat(CmMessage.RTU.attributeId()).isEqualTo(RTU);
        MemoryNetwork network = new MemoryNetwork("lost");
        Gid gid = Gid.parse("192.0.2.2");
        MemoryPortConfig deaf = MemoryPortConfig.builder().inbound(new Stage()).build();
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

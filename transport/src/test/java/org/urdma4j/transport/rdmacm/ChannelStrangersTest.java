package org.urdma4j.transport.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.channel.RdmaChannel;
import org.urdma4j.channel.RdmaServerChannel;
import org.urdma4j.codec.cm.CmReq;
import org.urdma4j.codec.cm.IpCmHeader;
import org.urdma4j.transport.cm.CmCounter;
import org.urdma4j.transport.port.memory.MemoryNetwork;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.cm.CmEvent;
import org.urdma4j.verbs.cm.CmEventType;
import org.urdma4j.verbs.cm.CmId;

import java.net.ConnectException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Requests that nobody stands behind, at a server of channels: others connect at once. */
@Timeout(60)
class ChannelStrangersTest {
    private static final int REQUESTS = 64;
    private static final int LONGEST = 31;
    private static final int MOST_RETRIES = 15;

    @Test
    void shouldConnectOthersAtOnce() throws Exception {
        MemoryNetwork network = new MemoryNetwork("crowd");
        try (CmEnd client = CmEnd.inMemory(network, "192.0.2.1");
                CmEnd host = CmEnd.inMemory(network, "192.0.2.2");
                Attacker attacker =
                        new Attacker(network, Gid.parse("192.0.2.66"), Gid.parse("192.0.2.2"));
                RdmaServerChannel server = RdmaServerChannel.listen(host.context, CmEnd.PORT)) {
            byte[] hello = hello(client, host);
            List<ByteBuffer> requests = new ArrayList<>();
            for (int i = 1; i <= REQUESTS; i++) {
                ByteBuffer req = FloodTest.req(i);
                req.put(CmReq.PRIVATE_DATA.offset() + IpCmHeader.LENGTH, hello);
                CmReq.LOCAL_RESPONSE_TIMEOUT.set(req, 0, LONGEST);
                CmReq.MAX_CM_RETRIES.set(req, 0, MOST_RETRIES);
                requests.add(req);
            }
            attacker.send(requests);
            while (host.count(CmCounter.RECEIVED) < REQUESTS) {
                Thread.onSpinWait();
            }

            try (RdmaChannel one = RdmaChannel.connect(client.context, server.address());
                    RdmaChannel other = server.accept()) {
                assertThat(other.remoteAddress().getAddress())
                        .isEqualTo(one.localAddress().getAddress());
                one.write(ByteBuffer.wrap(new byte[] {1}));
                assertThat(other.read(ByteBuffer.allocate(1))).isEqualTo(1);
            }
            assertThat(host.count(CmCounter.DOUBTED)).isGreaterThan(REQUESTS / 2);
            assertThat(host.context.connections().size()).isLessThan(REQUESTS / 4);
        }
    }

    /** Returns what a channel says when it asks: without it, a request is refused at once. */
    private static byte[] hello(CmEnd client, CmEnd host) throws InterruptedException {
        try (CmId listener = host.createId()) {
            listener.bindAddr(host.at(CmEnd.PORT + 1));
            listener.listen(1);
            Thread asking =
                    Thread.startVirtualThread(() ->
                            assertThatThrownBy(() ->
                                            RdmaChannel.connect(
                                                    client.context, host.at(CmEnd.PORT + 1)))
                                    .isInstanceOf(ConnectException.class));
            CmEvent asked = host.await(CmEventType.CONNECT_REQUEST);
            asked.id().reject(CmEvent.REJECTED_BY_PEER, new byte[0]);
            asked.id().close();
            asking.join();
            return asked.conn().privateData();
        }
    }
}

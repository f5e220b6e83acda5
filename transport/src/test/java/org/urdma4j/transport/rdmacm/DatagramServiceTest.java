package org.urdma4j.transport.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.transport.port.memory.MemoryNetwork;
import org.urdma4j.verbs.AddressHandle;
import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.QpInitAttr;
import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WrOpcode;
import org.urdma4j.verbs.cm.CmEvent;
import org.urdma4j.verbs.cm.CmEventType;
import org.urdma4j.verbs.cm.CmId;
import org.urdma4j.verbs.cm.CmPortSpace;
import org.urdma4j.verbs.cm.ConnParam;

import java.time.Duration;

/** Finding the queue pair behind a port for datagrams. */
@Timeout(60)
class DatagramServiceTest {
    private static final int QPN = 0x1234;

    /** Of every queue pair in this port space (rdma_cm.h). */
    private static final int Q_KEY = 0x01234567;

    private final MemoryNetwork network = new MemoryNetwork("datagrams");
    private final CmEnd client = CmEnd.inMemory(network, "192.0.2.1");
    private final CmEnd server = CmEnd.inMemory(network, "192.0.2.2");

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    private CmEvent ask() throws InterruptedException {
        CmId listener = server.channel.createId(server.context, CmPortSpace.UDP);
        listener.bindAddr(server.at(CmEnd.PORT));
        listener.listen(4);
        CmId id = client.channel.createId(client.context, CmPortSpace.UDP);
        id.resolveAddr(null, server.at(CmEnd.PORT), Duration.ZERO);
        client.await(CmEventType.ADDR_RESOLVED);
        id.resolveRoute(Duration.ZERO);
        client.await(CmEventType.ROUTE_RESOLVED);
        id.connect(ConnParam.EMPTY.privateData(new byte[] {1, 2, 3}));
        CmEvent question = server.await(CmEventType.CONNECT_REQUEST);
        assertThat(question.conn().privateData()).hasSize(180).startsWith(1, 2, 3, 0);
        return question;
    }

    @Test
    void shouldTellQueuePairAndKey() throws InterruptedException {
        CmEvent question = ask();
        question.id().accept(ConnParam.EMPTY.qpNum(QPN).privateData(new byte[] {9}));
        CmEvent answer = client.await(CmEventType.ESTABLISHED);
        assertThat(answer.ud().qpNum()).isEqualTo(QPN);
        assertThat(answer.ud().qkey()).isEqualTo(Q_KEY);
        assertThat(answer.ud().ahAttr().grh().dgid()).isEqualTo(server.context.queryGid(1, 0));
        assertThat(answer.conn().privateData()).startsWith(9, 0);
    }

    /** Both ends have queue pairs of their identifiers, which are ready at once. */
    @Test
    void shouldSendToWhatWasFound() throws InterruptedException {
        CmId child = ask().id();
        QueuePair server = createQp(child, this.server);
        RecvWr receive = new RecvWr().addSge(this.server.region.sge(0, 100));
        assertThat(server.postRecv(receive)).isEqualTo(PostStatus.OK);
        child.accept(ConnParam.EMPTY);
        CmEvent answer = client.await(CmEventType.ESTABLISHED);
        assertThat(answer.ud().qpNum()).isEqualTo(server.qpNum());

        QueuePair qp = createQp(answer.id(), client);
        client.region.segment().setString(0, "hello");
        AddressHandle way = client.domain.createAh(answer.ud().ahAttr());
        SendWr send =
                new SendWr()
                        .opcode(WrOpcode.SEND)
                        .sendFlags(SendFlags.SIGNALED)
                        .ud(way, answer.ud().qpNum(), answer.ud().qkey())
                        .addSge(client.region.sge(0, 6));
        assertThat(qp.postSend(send)).isEqualTo(PostStatus.OK);
        int networkHeader = 40;
        assertThat(this.server.awaitCompletion().byteLen()).isEqualTo(networkHeader + 6);
        assertThat(this.server.region.segment().getString(networkHeader)).isEqualTo("hello");
    }

    private static QueuePair createQp(CmId id, CmEnd end) {
        QpInitAttr attr = QpInitAttr.builder().qpType(QpType.UD).cq(end.completions).build();
        return id.createQp(end.domain, attr);
    }

    @Test
    void shouldTellThatItIsRefused() throws InterruptedException {
        ask().id().reject(new byte[] {5});
        CmEvent answer = client.await(CmEventType.UNREACHABLE);
        int rejected = 2;
        assertThat(answer.status()).isEqualTo(rejected);
        assertThat(answer.conn().privateData()).startsWith(5, 0);
    }
}

package org.urdma4j.transport.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.codec.cm.CmDreq;
import org.urdma4j.codec.cm.CmMessage;
import org.urdma4j.codec.cm.CmRej;
import org.urdma4j.codec.cm.CmRep;
import org.urdma4j.codec.cm.CmReq;
import org.urdma4j.codec.cm.CmRtu;
import org.urdma4j.codec.cm.IpCmHeader;
import org.urdma4j.codec.cm.RejectReason;
import org.urdma4j.codec.mad.Mad;
import org.urdma4j.transport.cm.CmCounter;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.port.memory.MemoryNetwork;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.cm.CmEventType;
import org.urdma4j.verbs.cm.CmId;
import org.urdma4j.verbs.cm.ConnParam;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;

/** Strangers at queue pair 1 of a device that has a live connection. */
@Timeout(60)
class FloodTest {
    private static final int FLOOD = 5_000;
    private static final int BACKLOG = 8;
    private static final long SERVICE = 0x0000_0000_0106_0000L | CmEnd.PORT;

    private final MemoryNetwork network = new MemoryNetwork("flood");
    private final Random random = new Random(7);
    private CmEnd client;
    private CmEnd server;
    private Attacker attacker;
    private CmId id;
    private CmId child;

    @BeforeEach
    void connect() throws InterruptedException {
        client = CmEnd.inMemory(network, "192.0.2.1");
        server = CmEnd.inMemory(network, "192.0.2.2");
        attacker = new Attacker(network, Gid.parse("192.0.2.66"), Gid.parse("192.0.2.2"));
        server.listen(BACKLOG);
        id = client.ready(server);
        id.connect(ConnParam.EMPTY.urdma(false));
        child = server.await(CmEventType.CONNECT_REQUEST).id();
        server.createQp(child);
        child.accept(ConnParam.EMPTY);
        client.await(CmEventType.ESTABLISHED);
        server.await(CmEventType.ESTABLISHED);
    }

    @AfterEach
    void shouldLeaveTheConnectionAlone() {
        try {
            for (int i = 0; i < 50; i++) {
                server.receive(child, 0, 4096);
                client.send(id, 0, 4096);
                assertThat(client.awaitCompletion().status()).isEqualTo(WcStatus.SUCCESS);
                assertThat(server.awaitCompletion().status()).isEqualTo(WcStatus.SUCCESS);
            }
            assertThat(client.context.counters().get(Counter.RETRANSMITTED_PKTS)).isZero();
            assertThat(server.context.connections().ids()).isLessThanOrEqualTo(2 + BACKLOG);
        } finally {
            attacker.close();
            client.close();
            server.close();
        }
    }

    private static ByteBuffer mad(CmMessage message, long transaction) {
        ByteBuffer b = ByteBuffer.allocate(Mad.LENGTH);
        message.write(b, 0, transaction);
        return b;
    }

    static ByteBuffer req(int peerId) {
        ByteBuffer b = mad(CmMessage.REQ, peerId);
        CmReq.LOCAL_COMM_ID.set(b, 0, peerId);
        CmReq.SERVICE_ID.set(b, 0, SERVICE);
        CmReq.LOCAL_QPN.set(b, 0, peerId + 1);
        CmReq.PATH_MTU.set(b, 0, 3);
        IpCmHeader.write(b, CmReq.PRIVATE_DATA.offset(), 9, 0, 0xffff_0a4d_0001L, 0, 0);
        return b;
    }

    private List<ByteBuffer> of(IntFunction<ByteBuffer> make) {
        List<ByteBuffer> all = new ArrayList<>();
        for (int i = 1; i <= FLOOD; i++) {
            all.add(make.apply(i));
        }
        return all;
    }

    /** Sends all, and waits until they have been looked at. */
    private void flood(List<ByteBuffer> mads) {
        long before = server.count(CmCounter.RECEIVED);
        attacker.send(mads);
        while (server.count(CmCounter.RECEIVED) < before + mads.size()) {
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldKeepFewRequestsOfOneWhoDoesNotAnswer() {
        flood(of(FloodTest::req));

        assertThat(server.context.connections().size()).isEqualTo(1 + 1);
        assertThat(server.count(CmCounter.DOUBTED)).isEqualTo(FLOOD - 1);
    }

    @Test
    void shouldForgetRequestsThatAreWithdrawnBeforeAnyoneLooks() {
        for (int i = 1; i <= FLOOD / 10; i++) {
            ByteBuffer rej = mad(CmMessage.REJ, i);
            CmRej.LOCAL_COMM_ID.set(rej, 0, i);
            CmRej.REASON.set(rej, 0, RejectReason.TIMEOUT.code());
            flood(List.of(req(i), rej));
        }

        assertThat(server.context.connections().size()).isEqualTo(1);
        assertThat(server.context.connections().ids()).isEqualTo(2);
        assertThat(server.channel.pollCmEvent()).isNull();
    }

    @Test
    void shouldDropAnswersToNobody() {
        flood(
                of(i -> {
                    ByteBuffer rtu = mad(CmMessage.RTU, i);
                    CmRtu.REMOTE_COMM_ID.set(rtu, 0, random.nextInt());
                    return rtu;
                }));
        flood(
                of(i -> {
                    ByteBuffer rep = mad(CmMessage.REP, i);
                    CmRep.REMOTE_COMM_ID.set(rep, 0, random.nextInt());
                    CmRep.LOCAL_COMM_ID.set(rep, 0, i);
                    return rep;
                }));
        flood(
                of(i -> {
                    ByteBuffer dreq = mad(CmMessage.DREQ, i);
                    CmDreq.REMOTE_COMM_ID.set(dreq, 0, random.nextInt());
                    CmDreq.REMOTE_QPN.set(dreq, 0, child.qp().qpNum());
                    return dreq;
                }));

        assertThat(server.context.connections().size()).isEqualTo(1);
        assertThat(server.count(CmCounter.STRAY)).isEqualTo(3L * FLOOD);
    }

    @Test
    void shouldDropNonsense() {
        flood(
                of(_ -> {
                    byte[] bytes = new byte[Mad.LENGTH];
                    random.nextBytes(bytes);
                    return ByteBuffer.wrap(bytes);
                }));

        assertThat(server.context.connections().size()).isEqualTo(1);
        assertThat(server.count(CmCounter.MALFORMED)).isEqualTo(FLOOD);
        assertThat(attacker.answers()).isZero();
    }
}

package org.urdma4j.transport.port.udp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.port.BackendEnd;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.WcFlags;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

import java.net.InetAddress;

/** Unreliable connections through the verbs API, over UDP sockets on loopback. */
class UcBackendTest {
    private static final InetAddress ONE = InetAddress.ofLiteral("127.0.0.1");
    private static final InetAddress OTHER = InetAddress.ofLiteral("127.0.0.2");

    private BackendEnd a;
    private BackendEnd b;

    @BeforeEach
    void connect() {
        int port = FreePort.on(ONE, OTHER);
        a = new BackendEnd(open(ONE, port), QpType.UC);
        b = new BackendEnd(open(OTHER, port), QpType.UC);
        a.fill(1);
        b.fill(2);
        BackendEnd.connect(a, b, new QpAttr());
    }

    private static NetworkPort open(InetAddress address, int port) {
        return UdpPort.open(UdpPortConfig.builder(address).port(port).build());
    }

    @AfterEach
    void close() {
        a.close();
        b.close();
    }

    @Test
    void shouldSendAndWrite() throws InterruptedException {
        b.receive(1, 0, 10_000);
        b.receive(2, 0, 0);
        a.post(a.request(WrOpcode.SEND, b, 0, 9_999).wrId(5));
        a.post(a.request(WrOpcode.RDMA_WRITE_WITH_IMM, b, 50_000, 100_000).immData(7).wrId(6));

        assertThat(a.await().wrId()).isEqualTo(5);
        assertThat(a.await().wrId()).isEqualTo(6);
        WorkCompletion received = b.await();
        assertThat(received.opcode()).isEqualTo(WcOpcode.RECV);
        assertThat(received.byteLen()).isEqualTo(9_999);
        WorkCompletion written = b.await();
        assertThat(written.opcode()).isEqualTo(WcOpcode.RECV_RDMA_WITH_IMM);
        assertThat(written.wcFlags()).isEqualTo(WcFlags.WITH_IMM);
        assertThat(written.immData()).isEqualTo(7);
        assertThat(b.memory().asSlice(0, 9_999).mismatch(a.memory().asSlice(0, 9_999)))
                .isEqualTo(-1);
        assertThat(
                        b.memory()
                                .asSlice(50_000, 100_000)
                                .mismatch(a.memory().asSlice(50_000, 100_000)))
                .isEqualTo(-1);
        assertThat(b.count(Counter.SENT_PKTS)).isZero();
    }

    @Test
    void shouldCompleteWhatNobodyReceives() throws InterruptedException {
        a.post(a.request(WrOpcode.SEND, b, 0, 10_000));
        assertThat(a.await().isSuccess()).isTrue();
        Endpoint.await(() -> b.count(Counter.DROPPED_NO_RECEIVE) == 1, "the message's end");
        assertThat(b.qp.state()).isEqualTo(QpState.RTS);
    }

    @Test
    void shouldRefuseToPostWhatTheServiceLacks() {
        assertThat(a.qp.postSend(new SendWr().opcode(WrOpcode.RDMA_READ)))
                .isEqualTo(PostStatus.INVALID_REQUEST);
        assertThat(a.qp.postSend(new SendWr().opcode(WrOpcode.SEND_WITH_INV)))
                .isEqualTo(PostStatus.INVALID_REQUEST);
        assertThat(a.qp.state()).isEqualTo(QpState.RTS);
    }

    @Test
    void shouldTakeNoAttributesOfReliableConnections() {
        assertThatThrownBy(() -> a.qp.modify(new QpAttr().qpState(QpState.RTS).minRnrTimer(12)))
                .isInstanceOf(VerbsException.class)
                .hasMessageContaining("MIN_RNR_TIMER");
    }
}

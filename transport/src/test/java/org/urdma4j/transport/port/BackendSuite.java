package org.urdma4j.transport.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.port.udp.Endpoint;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.WcFlags;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** What an application may expect of every backend, seen through the verbs API alone. */
public abstract class BackendSuite {
    private BackendEnd a;
    private BackendEnd b;

    /** Opens two ports that reach each other. */
    protected abstract NetworkPort[] open();

    /** Returns what both ends are connected with: of the Standard profile unless overridden. */
    protected QpAttr options() {
        return new QpAttr();
    }

    /**
     * Returns whether silence is never taken for loss: true of the timer that {@link BackendEnd}
     * sets. URDMA asks what has arrived after a few milliseconds, which a busy machine may take.
     */
    protected boolean patient() {
        return true;
    }

    /** Returns options for the URDMA profile. */
    public static QpAttr urdma() {
        return new QpAttr().urdmaOffer(UrdmaOffer.DEFAULT).urdmaPeerOffer(UrdmaOffer.DEFAULT);
    }

    @BeforeEach
    void connect() {
        NetworkPort[] ports = open();
        a = new BackendEnd(ports[0]);
        b = new BackendEnd(ports[1]);
        a.fill(1);
        b.fill(2);
        BackendEnd.connect(a, b, options());
    }

    @AfterEach
    void close() {
        a.close();
        b.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 4095, 4096, 4097, BackendEnd.MEMORY})
    void shouldWrite(int bytes) throws InterruptedException {
        MemorySegment rest = copy(b.memory().asSlice(bytes));
        a.post(a.request(WrOpcode.RDMA_WRITE, b, 0, bytes));

        assertSuccess(a.await(), WcOpcode.RDMA_WRITE);
        assertSame(a.memory().asSlice(0, bytes), b.memory().asSlice(0, bytes));
        assertSame(rest, b.memory().asSlice(bytes));
    }

    @Test
    void shouldTellTheReceiverOfAWriteWithImmediate() throws InterruptedException {
        b.receive(7, 0, 0);
        a.post(a.request(WrOpcode.RDMA_WRITE_WITH_IMM, b, 100, 100_000).immData(0xCAFE));

        WorkCompletion received = b.await();
        assertSuccess(received, WcOpcode.RECV_RDMA_WITH_IMM);
        assertThat(received.wrId()).isEqualTo(7);
        assertThat(received.immData()).isEqualTo(0xCAFE);
        assertThat(received.wcFlags()).isEqualTo(WcFlags.WITH_IMM);
        assertThat(received.byteLen()).isEqualTo(100_000);
        assertSame(a.memory().asSlice(100, 100_000), b.memory().asSlice(100, 100_000));
        assertSuccess(a.await(), WcOpcode.RDMA_WRITE);
    }

    @Test
    void shouldDeliverSendsInOrderToTheReceivesInOrder() throws InterruptedException {
        for (int i = 0; i < 100; i++) {
            b.receive(i, i * 20_000L, 20_000);
        }
        for (int i = 0; i < 100; i++) {
            a.post(a.request(WrOpcode.SEND, b, i * 20_000L, 19_000 + i).wrId(i));
        }

        for (int i = 0; i < 100; i++) {
            WorkCompletion received = b.await();
            assertSuccess(received, WcOpcode.RECV);
            assertThat(received.wrId()).isEqualTo(i);
            assertThat(received.byteLen()).isEqualTo(19_000 + i);
            assertThat(a.await().wrId()).isEqualTo(i);
        }
        for (int i = 0; i < 100; i++) {
            long at = i * 20_000L;
            assertSame(a.memory().asSlice(at, 19_000 + i), b.memory().asSlice(at, 19_000 + i));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5000, BackendEnd.MEMORY})
    void shouldRead(int bytes) throws InterruptedException {
        a.post(a.request(WrOpcode.RDMA_READ, b, 0, bytes));

        WorkCompletion read = a.await();
        assertSuccess(read, WcOpcode.RDMA_READ);
        assertThat(read.byteLen()).isEqualTo(bytes);
        assertSame(b.memory().asSlice(0, bytes), a.memory().asSlice(0, bytes));
    }

    @Test
    void shouldAddAndSwapAtomically() throws InterruptedException {
        b.memory().set(ValueLayout.JAVA_LONG, 64, 40);
        SendWr add = a.request(WrOpcode.ATOMIC_FETCH_AND_ADD, b, 0, 8);
        a.post(add.atomic(b.region.addr() + 64, b.region.rkey(), 2, 0));
        SendWr swap = a.request(WrOpcode.ATOMIC_CMP_AND_SWP, b, 8, 8);
        a.post(swap.atomic(b.region.addr() + 64, b.region.rkey(), 42, 99));

        assertSuccess(a.await(), WcOpcode.FETCH_ADD);
        assertSuccess(a.await(), WcOpcode.COMP_SWAP);
        assertThat(a.memory().get(ValueLayout.JAVA_LONG, 0)).isEqualTo(40);
        assertThat(a.memory().get(ValueLayout.JAVA_LONG, 8)).isEqualTo(42);
        assertThat(b.memory().get(ValueLayout.JAVA_LONG, 64)).isEqualTo(99);
    }

    @Test
    void shouldWaitForAReceiverThatIsNotReady() throws InterruptedException {
        a.post(a.request(WrOpcode.SEND, b, 0, 10_000));
        Endpoint.await(() -> b.count(Counter.SENT_RNR_ERR) > 0, "a receiver-not-ready NAK");
        b.receive(1, 0, 10_000);

        assertSuccess(b.await(), WcOpcode.RECV);
        assertSuccess(a.await(), WcOpcode.SEND);
    }

    @Test
    void shouldEndBothSidesOfAConnectionThatBreaksTheRules() throws InterruptedException {
        b.receive(5, 0, 10);
        SendWr wrong = a.request(WrOpcode.RDMA_WRITE, b, 0, 100);
        a.post(wrong.wrId(1).rdma(b.region.addr(), b.region.rkey() + 1));
        a.post(a.request(WrOpcode.RDMA_WRITE, b, 0, 100).wrId(2));

        assertThat(a.await().status()).isEqualTo(WcStatus.REM_ACCESS_ERR);
        assertThat(a.await().status()).isEqualTo(WcStatus.WR_FLUSH_ERR);
        assertThat(b.await().status()).isEqualTo(WcStatus.WR_FLUSH_ERR);
        assertThat(a.qp.state()).isEqualTo(QpState.ERR);
        assertThat(b.qp.state()).isEqualTo(QpState.ERR);
        assertThat(b.context.pollAsyncEvent().eventType()).isEqualTo(EventType.QP_ACCESS_ERR);
    }

    @Test
    void shouldSendInlineWhatWasThereAtThePost() throws InterruptedException {
        MemorySegment data = MemorySegment.ofArray(new byte[] {1, 2, 3});
        b.receive(1, 0, 10);
        a.post(new SendWr().opcode(WrOpcode.SEND).sendFlags(SendFlags.SIGNALED).inlineData(data));
        data.fill((byte) 0);

        assertThat(b.await().byteLen()).isEqualTo(3);
        assertThat(b.memory().asSlice(0, 3).toArray(ValueLayout.JAVA_BYTE))
                .containsExactly(1, 2, 3);
    }

    @Test
    void shouldRetransmitNothingOnACleanPath() throws InterruptedException {
        for (int i = 0; i < 16; i++) {
            a.post(a.request(WrOpcode.RDMA_WRITE, b, 0, BackendEnd.MEMORY));
        }
        for (int i = 0; i < 16; i++) {
            assertSuccess(a.await(), WcOpcode.RDMA_WRITE);
        }

        assertThat(b.count(Counter.DROPPED_ICRC)).isZero();
        if (patient()) {
            assertThat(a.count(Counter.RETRANSMITTED_PKTS)).isZero();
            assertThat(b.count(Counter.DROPPED_BY_SOCKET)).isZero();
        }
    }

    @Test
    void shouldCloseInTheMiddleOfATransferAndStayClosed() {
        a.post(a.request(WrOpcode.RDMA_WRITE, b, 0, BackendEnd.MEMORY));
        a.close();
        a.close();

        assertThatThrownBy(() -> a.qp.postSend(new SendWr()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
    }

    private static void assertSuccess(WorkCompletion completion, WcOpcode opcode) {
        assertThat(completion.status()).isEqualTo(WcStatus.SUCCESS);
        assertThat(completion.opcode()).isEqualTo(opcode);
    }

    private static void assertSame(MemorySegment expected, MemorySegment actual) {
        assertThat(actual.mismatch(expected)).isEqualTo(-1);
    }

    private static MemorySegment copy(MemorySegment segment) {
        return MemorySegment.ofArray(segment.toArray(ValueLayout.JAVA_BYTE));
    }
}

package org.urdma4j.verbs.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.AddressHandle;
import org.urdma4j.verbs.AhAttr;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.MemoryWindow;
import org.urdma4j.verbs.MwBindInfo;
import org.urdma4j.verbs.MwType;
import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrs;
import org.urdma4j.verbs.QpEndpoint;
import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WcFlags;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

import java.lang.foreign.Arena;

/** Unreliable connections and datagrams, over a network that loses nothing. */
interface UnreliableCases extends Cases {
    int QKEY = 0x11223344;
    int GRH = 40;

    private static QueuePair create(End end, QpType type) {
        return Cases.supported(
                () -> end.domain.createQp(End.attributes(end.cq).qpType(type).build()));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 1024, 4097, 100_000})
    default void shouldCarryMessagesOverAnUnreliableConnection(int bytes)
            throws InterruptedException {
        End a = pair().a;
        End b = pair().b;
        QueuePair ofA = create(a, QpType.UC);
        QueuePair ofB = create(b, QpType.UC);
        QpAttr options = new QpAttr().qpAccessFlags(End.ACCESS);
        QpEndpoint atA = a.endpoint(ofA);
        QpEndpoint atB = b.endpoint(ofB);
        pair().connect(atA, ofA, atB, ofB, options, options);
        End.post(ofB, b.receive(1, 0, bytes));
        End.post(ofB, b.receive(2, 0, 0));
        End.post(ofA, a.request(WrOpcode.SEND, b, 0, bytes));
        SendWr write = a.request(WrOpcode.RDMA_WRITE_WITH_IMM, b, 500_000, bytes);
        End.post(ofA, write.immData(5));

        assertThat(b.awaitSuccess(WcOpcode.RECV).byteLen()).isEqualTo(bytes);
        assertThat(b.awaitSuccess(WcOpcode.RECV_RDMA_WITH_IMM).immData()).isEqualTo(5);
        a.awaitSuccess(WcOpcode.SEND);
        a.awaitSuccess(WcOpcode.RDMA_WRITE);
        assertThat(b.copy(0, bytes)).isEqualTo(a.copy(0, bytes));
        assertThat(b.copy(500_000, bytes)).isEqualTo(a.copy(500_000, bytes));
        assertThat(ofA.postSend(a.request(WrOpcode.RDMA_READ, b, 0, 10)))
                .isEqualTo(PostStatus.INVALID_REQUEST);
    }

    @Test
    default void shouldOpenAWindowOverAnUnreliableConnection() throws InterruptedException {
        End a = pair().a;
        End b = pair().b;
        QueuePair ofA = create(a, QpType.UC);
        QueuePair ofB = create(b, QpType.UC);
        QpAttr options = new QpAttr().qpAccessFlags(End.ACCESS);
        QpEndpoint atA = a.endpoint(ofA);
        QpEndpoint atB = b.endpoint(ofB);
        pair().connect(atA, ofA, atB, ofB, options, options);
        int access = AccessFlags.LOCAL_WRITE | AccessFlags.MW_BIND;
        MemoryRegion region =
                Cases.supported(() -> b.domain.regMr(Arena.ofAuto().allocate(100, 8), access));
        MemoryWindow window = Cases.supported(() -> b.domain.allocMw(MwType.TYPE_2));
        MwBindInfo info = new MwBindInfo(region, region.addr(), 50, AccessFlags.REMOTE_WRITE);
        SendWr bind = new SendWr().opcode(WrOpcode.BIND_MW).sendFlags(SendFlags.SIGNALED);
        End.post(ofB, bind.bindMw(window, MemoryWindow.incRkey(window.rkey()), info));
        b.awaitSuccess(WcOpcode.BIND_MW);
        End.post(ofB, b.receive(1, 0, 0));
        SendWr write = a.request(WrOpcode.RDMA_WRITE_WITH_IMM, b, 0, 50);
        End.post(ofA, write.rdma(region.addr(), window.rkey()));
        b.awaitSuccess(WcOpcode.RECV_RDMA_WITH_IMM);
        assertThat(region.segment().asSlice(0, 50).mismatch(a.memory().asSlice(0, 50)))
                .isEqualTo(-1);
        SendWr invalidate = new SendWr().opcode(WrOpcode.LOCAL_INV).sendFlags(SendFlags.SIGNALED);
        End.post(ofB, invalidate.invalidateRkey(window.rkey()));
        b.awaitSuccess(WcOpcode.LOCAL_INV);
    }

    @Test
    default void shouldCarryDatagramsBehindTheirNetworkHeader() throws InterruptedException {
        End a = pair().a;
        End b = pair().b;
        QueuePair ofA = create(a, QpType.UD);
        QueuePair ofB = create(b, QpType.UD);
        QpAttrs.activate(ofA, QKEY, 1);
        QpAttrs.activate(ofB, QKEY, 2);
        AhAttr way = a.to(b.gid());
        AddressHandle ah = Cases.supported(() -> a.domain.createAh(way));
        for (int bytes : new int[] {0, 1, 256, 1000}) {
            End.post(ofB, b.receive(bytes, 0, GRH + bytes));
            SendWr send = a.request(WrOpcode.SEND_WITH_IMM, b, 0, bytes).immData(77);
            End.post(ofA, send.ud(ah, ofB.qpNum(), QKEY));

            WorkCompletion received = b.awaitSuccess(WcOpcode.RECV);
            assertThat(received.byteLen()).isEqualTo(GRH + bytes);
            assertThat(received.wcFlags()).isEqualTo(WcFlags.GRH | WcFlags.WITH_IMM);
            assertThat(received.immData()).isEqualTo(77);
            assertThat(received.srcQp()).isEqualTo(ofA.qpNum());
            assertThat(b.copy(GRH, bytes)).isEqualTo(a.copy(0, bytes));
            a.awaitSuccess(WcOpcode.SEND);
        }
    }

    @Test
    default void shouldDropDatagramsWithAWrongKey() throws InterruptedException {
        End a = pair().a;
        End b = pair().b;
        QueuePair ofA = create(a, QpType.UD);
        QueuePair ofB = create(b, QpType.UD);
        QpAttrs.activate(ofA, QKEY, 1);
        QpAttrs.activate(ofB, QKEY, 2);
        AhAttr way = a.to(b.gid());
        AddressHandle ah = Cases.supported(() -> a.domain.createAh(way));
        End.post(ofB, b.receive(1, 0, 1000));
        End.post(ofA, a.request(WrOpcode.SEND, b, 0, 5).ud(ah, ofB.qpNum(), QKEY + 1));
        End.post(ofA, a.request(WrOpcode.SEND, b, 0, 6).ud(ah, ofB.qpNum(), QKEY));

        assertThat(b.awaitSuccess(WcOpcode.RECV).byteLen()).isEqualTo(GRH + 6);
        a.awaitSuccess(WcOpcode.SEND);
        a.awaitSuccess(WcOpcode.SEND);
    }
}

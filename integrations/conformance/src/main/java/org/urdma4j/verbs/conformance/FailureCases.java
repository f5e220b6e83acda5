package org.urdma4j.verbs.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrs;
import org.urdma4j.verbs.QpEndpoint;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

import java.lang.foreign.Arena;

/**
 * What goes wrong: which status each side gets, and that the queue pair works again after RESET.
 */
interface FailureCases extends Cases {
    /** Returns attributes for a connection to a peer that is silent: it is to fail soon. */
    QpAttr impatient();

    /** Both queue pairs are in ERR, with what was behind the failure flushed. */
    private void assertOver(QueuePair[] both, long... flushed) throws InterruptedException {
        for (long id : flushed) {
            assertThat(pair().a.await(WcStatus.WR_FLUSH_ERR).wrId()).isEqualTo(id);
        }
        End.awaitState(both[0], QpState.ERR);
        End.awaitState(both[1], QpState.ERR);
    }

    @ParameterizedTest
    @CsvSource({
        "RDMA_WRITE, key",
        "RDMA_WRITE, range",
        "RDMA_WRITE, before",
        "RDMA_WRITE, rights",
        "RDMA_WRITE, domain",
        "RDMA_WRITE, closed",
        "RDMA_READ, key",
        "RDMA_READ, range",
        "RDMA_READ, rights",
        "ATOMIC_FETCH_AND_ADD, key",
        "ATOMIC_FETCH_AND_ADD, rights",
        "ATOMIC_CMP_AND_SWP, range",
    })
    default void shouldRefuseAccessThatWasNotGiven(WrOpcode opcode, String wrong)
            throws InterruptedException {
        End b = pair().b;
        QueuePair[] both = pair().connected();
        int access = wrong.equals("rights") ? rightsBut(opcode) : End.ACCESS;
        MemoryRegion region =
                (wrong.equals("domain") ? b.context.allocPd() : b.domain)
                        .regMr(Arena.ofAuto().allocate(64, 8), access);
        if (wrong.equals("closed")) {
            region.close();
        }
        long address =
                switch (wrong) {
                    case "range" -> region.addr() + 64;
                    case "before" -> region.addr() - 8;
                    default -> region.addr();
                };
        int key = region.rkey() + (wrong.equals("key") ? 1 : 0);
        End.post(both[1], b.receive(9, 0, 10));
        SendWr request = pair().a.request(opcode, b, 0, 8).wrId(1);
        End.post(both[0], request.atomic(address, key, 1, 2));
        End.post(both[0], pair().a.request(WrOpcode.RDMA_WRITE, b, 0, 8).wrId(2));

        assertThat(pair().a.await(WcStatus.REM_ACCESS_ERR).wrId()).isEqualTo(1);
        assertThat(b.await(WcStatus.WR_FLUSH_ERR).wrId()).isEqualTo(9);
        assertThat(b.awaitEvent(EventType.QP_ACCESS_ERR).element()).isSameAs(both[1]);
        assertOver(both, 2);
    }

    private static int rightsBut(WrOpcode opcode) {
        int missing =
                switch (opcode) {
                    case RDMA_WRITE -> AccessFlags.REMOTE_WRITE;
                    case RDMA_READ -> AccessFlags.REMOTE_READ;
                    default -> AccessFlags.REMOTE_ATOMIC;
                };
        return End.ACCESS & ~missing;
    }

    @ParameterizedTest
    @EnumSource(names = {"RDMA_WRITE", "RDMA_READ", "ATOMIC_FETCH_AND_ADD"})
    default void shouldRefuseWhatTheQueuePairDoesNotAllow(WrOpcode opcode)
            throws InterruptedException {
        QueuePair[] both = {pair().a.createQp(), pair().b.createQp()};
        QpAttr strict = pair().options().qpAccessFlags(rightsBut(opcode));
        pair().connect(both[0], both[1], pair().options(), strict);
        End.post(both[0], pair().a.request(opcode, pair().b, 0, 8));

        pair().a.await(WcStatus.REM_INV_REQ_ERR);
        assertThat(pair().b.awaitEvent(EventType.QP_REQ_ERR).element()).isSameAs(both[1]);
        assertOver(both);
    }

    @Test
    default void shouldRefuseAtomicsAtAddressesThatAreNotAligned() throws InterruptedException {
        QueuePair[] both = pair().connected();
        SendWr add = pair().a.request(WrOpcode.ATOMIC_FETCH_AND_ADD, pair().b, 0, 8);
        End.post(both[0], add.atomic(pair().b.region.addr() + 4, pair().b.region.rkey(), 1, 0));

        pair().a.await(WcStatus.REM_INV_REQ_ERR);
        pair().b.awaitEvent(EventType.QP_REQ_ERR);
        assertOver(both);
    }

    @ParameterizedTest
    @CsvSource({"100, 101", "0, 1", "5000, 9000"})
    default void shouldFailBothSidesOfAMessageThatIsTooLong(int room, int bytes)
            throws InterruptedException {
        QueuePair[] both = pair().connected();
        End.post(both[1], pair().b.receive(7, 0, room));
        End.post(both[1], pair().b.receive(8, 0, room));
        End.post(both[0], pair().a.request(WrOpcode.SEND, pair().b, 0, bytes));

        pair().a.await(WcStatus.REM_INV_REQ_ERR);
        assertThat(pair().b.await(WcStatus.LOC_LEN_ERR).wrId()).isEqualTo(7);
        assertThat(pair().b.await(WcStatus.WR_FLUSH_ERR).wrId()).isEqualTo(8);
        assertOver(both);
    }

    @Test
    default void shouldFailBothSidesWhenTheMemoryOfAReceiveIsWrong() throws InterruptedException {
        QueuePair[] both = pair().connected();
        RecvWr wrong = new RecvWr().wrId(7);
        End.post(both[1], wrong.addSge(pair().b.region.addr(), 10, pair().b.region.lkey() + 1));
        End.post(both[0], pair().a.request(WrOpcode.SEND, pair().b, 0, 10));

        pair().a.await(WcStatus.REM_OP_ERR);
        assertThat(pair().b.await(WcStatus.LOC_PROT_ERR).wrId()).isEqualTo(7);
        assertOver(both);
    }

    @ParameterizedTest
    @CsvSource({"key", "range", "rights"})
    default void shouldFailARequestWhoseOwnMemoryIsWrong(String wrong) throws InterruptedException {
        End a = pair().a;
        QueuePair[] both = pair().connected();
        MemoryRegion readOnly = a.domain.regMr(Arena.ofAuto().allocate(64), 0);
        SendWr request = a.request(WrOpcode.RDMA_READ, pair().b, 0, 10).clearSges().wrId(1);
        switch (wrong) {
            case "key" -> request.addSge(a.region.addr(), 10, a.region.lkey() + 1);
            case "range" -> request.addSge(a.region.addr() + End.MEMORY, 10, a.region.lkey());
            default -> request.addSge(readOnly.addr(), 10, readOnly.lkey());
        }
        End.post(both[0], a.request(WrOpcode.RDMA_WRITE, pair().b, 0, 10).wrId(0));
        End.post(both[0], request);
        End.post(both[0], a.request(WrOpcode.RDMA_WRITE, pair().b, 0, 10).wrId(2));

        assertThat(a.awaitSuccess(WcOpcode.RDMA_WRITE).wrId()).isZero();
        assertThat(a.await(WcStatus.LOC_PROT_ERR).wrId()).isEqualTo(1);
        assertThat(a.await(WcStatus.WR_FLUSH_ERR).wrId()).isEqualTo(2);
        End.awaitState(both[0], QpState.ERR);
    }

    @Test
    default void shouldGiveUpAPeerThatPostsNoReceive() throws InterruptedException {
        QueuePair[] both = {pair().a.createQp(), pair().b.createQp()};
        QpAttr options = pair().options().rnrRetry(1);
        pair().connect(both[0], both[1], options, pair().options().minRnrTimer(1));
        End.post(both[0], pair().a.request(WrOpcode.SEND, pair().b, 0, 10).wrId(1));
        End.post(both[0], pair().a.request(WrOpcode.SEND, pair().b, 0, 10).wrId(2));

        assertThat(pair().a.await(WcStatus.RNR_RETRY_EXC_ERR).wrId()).isEqualTo(1);
        assertThat(pair().a.await(WcStatus.WR_FLUSH_ERR).wrId()).isEqualTo(2);
        End.awaitState(both[0], QpState.ERR);
    }

    @Test
    default void shouldWaitForAPeerThatPostsReceivesLate() throws InterruptedException {
        QueuePair[] both = pair().connected();
        End.post(both[0], pair().a.request(WrOpcode.SEND, pair().b, 0, 5_000));
        SendWr write = pair().a.request(WrOpcode.RDMA_WRITE_WITH_IMM, pair().b, 9_000, 5_000);
        End.post(both[0], write.immData(3));
        assertThat(pair().a.cq.poll(WorkCompletion.array(1))).isZero();
        End.post(both[1], pair().b.receive(1, 0, 5_000));
        pair().b.awaitSuccess(WcOpcode.RECV);
        End.post(both[1], pair().b.receive(2, 0, 0));

        assertThat(pair().b.awaitSuccess(WcOpcode.RECV_RDMA_WITH_IMM).immData()).isEqualTo(3);
        pair().a.awaitSuccess(WcOpcode.SEND);
        pair().a.awaitSuccess(WcOpcode.RDMA_WRITE);
    }

    @Test
    default void shouldGiveUpAPeerThatIsSilent() throws InterruptedException {
        QueuePair alone = pair().a.createQp();
        QueuePair gone = pair().b.createQp();
        QpEndpoint peer = pair().b.endpoint(gone);
        gone.close();
        QpEndpoint local = pair().a.endpoint(alone);
        QpAttrs.connect(alone, local, peer, pair().a.through(impatient(), peer.gid()));
        End.post(alone, pair().a.request(WrOpcode.RDMA_WRITE, pair().b, 0, 10).wrId(1));
        End.post(alone, pair().a.request(WrOpcode.RDMA_READ, pair().b, 0, 10).wrId(2));

        assertThat(pair().a.await(WcStatus.RETRY_EXC_ERR).wrId()).isEqualTo(1);
        assertThat(pair().a.await(WcStatus.WR_FLUSH_ERR).wrId()).isEqualTo(2);
        End.awaitState(alone, QpState.ERR);
    }

    @Test
    default void shouldFlushWhatIsPostedInTheErrorState() throws InterruptedException {
        QueuePair[] both = pair().connected();
        End.post(both[1], pair().b.receive(1, 0, 10));
        both[1].modify(new QpAttr().qpState(QpState.ERR));
        assertThat(pair().b.await(WcStatus.WR_FLUSH_ERR).wrId()).isEqualTo(1);
        End.post(both[1], pair().b.receive(2, 0, 10));
        assertThat(pair().b.await(WcStatus.WR_FLUSH_ERR).wrId()).isEqualTo(2);
        SendWr send = pair().b.request(WrOpcode.SEND, pair().a, 0, 10);
        End.post(both[1], send.wrId(3).sendFlags(0));
        assertThat(pair().b.await(WcStatus.WR_FLUSH_ERR).wrId()).isEqualTo(3);
    }

    @Test
    default void shouldWorkAgainAfterReset() throws InterruptedException {
        QueuePair[] both = pair().connected();
        for (int round = 0; round < 3; round++) {
            SendWr wrong = pair().a.request(WrOpcode.RDMA_WRITE, pair().b, 0, 10);
            End.post(both[0], wrong.rdma(0, 1));
            pair().a.await(WcStatus.REM_ACCESS_ERR);
            End.awaitState(both[1], QpState.ERR);
            for (QueuePair qp : both) {
                qp.modify(new QpAttr().qpState(QpState.RESET));
                assertThat(qp.state()).isEqualTo(QpState.RESET);
            }
            assertThat(both[1].postRecv(new RecvWr())).isEqualTo(PostStatus.INVALID_STATE);
            pair().connect(both[0], both[1]);
            End.post(both[1], pair().b.receive(round, 0, 10_000));
            End.post(both[0], pair().a.request(WrOpcode.SEND, pair().b, 0, 9_000));
            assertThat(pair().b.awaitSuccess(WcOpcode.RECV).wrId()).isEqualTo(round);
            pair().a.awaitSuccess(WcOpcode.SEND);
        }
    }
}

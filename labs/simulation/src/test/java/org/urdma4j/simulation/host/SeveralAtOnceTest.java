package org.urdma4j.simulation.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.ProtectionDomain;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrs;
import org.urdma4j.verbs.QpCap;
import org.urdma4j.verbs.QpEndpoint;
import org.urdma4j.verbs.QpInitAttr;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.IntStream;

/** Requests that are posted in one call: those that are taken go, whatever becomes of the rest. */
class SeveralAtOnceTest {
    private static final int DEPTH = 4;
    private static final int BYTES = 64;
    private static final int ALL = 2 * DEPTH;
    private static final long WAIT_NS = 20_000_000;

    private final SimulatedNetwork network = new SimulatedNetwork(1, PayloadMover.COPYING);
    private final End a = new End("a");
    private final End b = new End("b");

    SeveralAtOnceTest() {
        LinkConfig link = LinkConfig.builder().rate(1_000_000_000).delay(1_000_000).build();
        network.connect(a.host, b.host, link);
        a.open();
        b.open();
        QpAttr options = new QpAttr().qpAccessFlags(Peer.ALL_ACCESS);
        QpAttrs.connect(a.qp, a.endpoint(), b.endpoint(), options);
        QpAttrs.connect(b.qp, b.endpoint(), a.endpoint(), options);
    }

    /** A host with one queue pair and one completion queue. */
    private final class End {
        final SimulatedHost host;
        CompletionQueue cq;
        MemoryRegion memory;
        QueuePair qp;

        End(String name) {
            host = network.host(name, EngineConfig.DEFAULT);
        }

        void open() {
            SoftContext context = host.open();
            ProtectionDomain domain = context.allocPd();
            cq = context.createCq(64);
            memory = domain.regMr(MemorySegment.ofArray(new long[BYTES]), Peer.ALL_ACCESS);
            qp =
                    domain.createQp(
                            QpInitAttr.builder()
                                    .cq(cq)
                                    .cap(new QpCap(DEPTH, DEPTH, 1, 1, 0))
                                    .build());
        }

        QpEndpoint endpoint() {
            return new QpEndpoint(qp.qpNum(), 100, host.gid());
        }

        List<Long> completed(WcOpcode opcode) {
            WorkCompletion[] all = WorkCompletion.array(64);
            return List.of(all).subList(0, cq.poll(all)).stream()
                    .filter(c -> c.isSuccess() && c.opcode() == opcode)
                    .map(WorkCompletion::wrId)
                    .toList();
        }
    }

    private SendWr[] writes() {
        return IntStream.range(0, ALL)
                .mapToObj(i ->
                        new SendWr()
                                .wrId(i)
                                .opcode(WrOpcode.RDMA_WRITE)
                                .sendFlags(SendFlags.SIGNALED)
                                .rdma(b.memory.addr(), b.memory.rkey())
                                .addSge(a.memory.sge(0, BYTES)))
                .toArray(SendWr[]::new);
    }

    private static List<Long> ids(long from, long to) {
        return IntStream.range((int) from, (int) to).mapToObj(i -> (long) i).toList();
    }

    @Test
    void shouldSendAsManyAsTheQueueTakes() {
        SendWr[] writes = writes();

        assertThat(a.qp.postSend(writes, 1, ALL)).isEqualTo(DEPTH);
        network.run();
        assertThat(a.completed(WcOpcode.RDMA_WRITE)).isEqualTo(ids(1, 1 + DEPTH));

        assertThat(a.qp.postSend(writes, 1 + DEPTH, ALL)).isEqualTo(ALL - DEPTH - 1);
        network.run();
        assertThat(a.completed(WcOpcode.RDMA_WRITE)).isEqualTo(ids(1 + DEPTH, ALL));
    }

    @Test
    void shouldSendWhatIsBeforeARequestThatIsNotTaken() {
        SendWr[] writes = writes();
        writes[2].addSge(a.memory.sge(0, BYTES)); // more pieces than it has room for

        assertThat(a.qp.postSend(writes, 0, ALL)).isEqualTo(2);
        network.run();

        assertThat(a.completed(WcOpcode.RDMA_WRITE)).isEqualTo(ids(0, 2));
    }

    @Test
    void shouldSendWhatIsBeforeARequestThatIsMissing() {
        SendWr[] writes = writes();
        writes[3] = null;

        assertThatThrownBy(() -> a.qp.postSend(writes, 0, ALL))
                .isInstanceOf(NullPointerException.class);
        network.run();

        assertThat(a.completed(WcOpcode.RDMA_WRITE)).isEqualTo(ids(0, 3));
    }

    @Test
    void shouldTakeNothingOutsideTheArray() {
        assertThatThrownBy(() -> a.qp.postSend(writes(), 0, ALL + 1))
                .isInstanceOf(IndexOutOfBoundsException.class);
        network.run();

        assertThat(a.completed(WcOpcode.RDMA_WRITE)).isEmpty();
    }

    @Test
    void shouldReceiveIntoAsManyAsTheQueueTakes() {
        SendWr[] sends = writes();
        for (SendWr send : sends) {
            send.opcode(WrOpcode.SEND);
        }
        RecvWr[] receives =
                IntStream.range(0, ALL)
                        .mapToObj(i -> new RecvWr().wrId(i).addSge(b.memory.sge(0, BYTES)))
                        .toArray(RecvWr[]::new);

        assertThat(a.qp.postSend(sends, 0, DEPTH)).isEqualTo(DEPTH);
        network.runUntil(() -> false, WAIT_NS); // by then all wait for a receive
        assertThat(b.qp.postRecv(receives, 2, ALL)).isEqualTo(DEPTH);
        network.run();

        assertThat(b.completed(WcOpcode.RECV)).isEqualTo(ids(2, 2 + DEPTH));
        assertThat(a.completed(WcOpcode.SEND)).isEqualTo(ids(0, DEPTH));
    }

    @Test
    void shouldPollNoMoreThanThereIsRoomFor() {
        a.qp.postSend(writes(), 0, DEPTH);
        network.run();

        WorkCompletion[] three = WorkCompletion.array(3);
        assertThat(a.cq.poll(new WorkCompletion[0])).isZero();
        assertThat(a.cq.poll(three)).isEqualTo(3);
        assertThat(three).extracting(WorkCompletion::wrId).containsExactly(0L, 1L, 2L);
        assertThat(a.cq.poll(three)).isEqualTo(1);
        assertThat(three[0].wrId()).isEqualTo(3);
    }
}

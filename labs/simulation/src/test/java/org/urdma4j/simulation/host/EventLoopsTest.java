package org.urdma4j.simulation.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.AsyncEvent;
import org.urdma4j.verbs.CompletionChannel;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.DeviceCapFlags;
import org.urdma4j.verbs.DeviceStatistics;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.MemoryWindow;
import org.urdma4j.verbs.MwBindInfo;
import org.urdma4j.verbs.MwType;
import org.urdma4j.verbs.ProtectionDomain;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrs;
import org.urdma4j.verbs.QpCap;
import org.urdma4j.verbs.QpEndpoint;
import org.urdma4j.verbs.QpInitAttr;
import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.SharedReceiveQueue;
import org.urdma4j.verbs.SrqInitAttr;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A device with three event loops, "many", and one with one: what loops share, and what not. */
class EventLoopsTest {
    private static final int LOOPS = 3;
    private static final int PAIRS = 2 * LOOPS;
    private static final int BYTES = 8192;
    private static final LinkConfig LINK =
            LinkConfig.builder().rate(1_000_000_000).delay(1_000_000).build();

    private final SimulatedNetwork network = new SimulatedNetwork(1, PayloadMover.COPYING);
    private final SimulatedHost many = network.host("many", EngineConfig.DEFAULT);
    private final SimulatedHost one = network.host("one", EngineConfig.DEFAULT);
    private final List<QueuePair> here = new ArrayList<>();
    private final List<QueuePair> there = new ArrayList<>();
    private SoftContext manyContext;
    private ProtectionDomain domain;
    private CompletionQueue cq;
    private CompletionChannel channel;
    private MemoryRegion memory;
    private CompletionQueue oneCq;
    private MemoryRegion oneMemory;
    private ProtectionDomain oneDomain;

    @BeforeEach
    void open() {
        network.connect(many, one, LINK);
        many.eventLoops(LOOPS);
        manyContext = many.open();
        domain = manyContext.allocPd();
        channel = manyContext.createCompChannel();
        cq = manyContext.createCq(64, "shared", channel);
        memory = domain.regMr(MemorySegment.ofArray(new long[BYTES / Long.BYTES]), Peer.ALL_ACCESS);
        SoftContext oneContext = one.open();
        oneDomain = oneContext.allocPd();
        oneCq = oneContext.createCq(64);
        oneMemory =
                oneDomain.regMr(
                        MemorySegment.ofArray(new long[BYTES / Long.BYTES]), Peer.ALL_ACCESS);
    }

    /** Connects a pair for each number, all of "many" with one completion queue. */
    private void connect(int pairs, SharedReceiveQueue srq) {
        for (int i = 0; i < pairs; i++) {
            QueuePair a = domain.createQp(init(cq, srq));
            QueuePair b = oneDomain.createQp(init(oneCq, null));
            QpAttr options = new QpAttr().qpAccessFlags(Peer.ALL_ACCESS);
            QpEndpoint ofA = new QpEndpoint(a.qpNum(), 100, many.gid());
            QpEndpoint ofB = new QpEndpoint(b.qpNum(), 200, one.gid());
            QpAttrs.connect(a, ofA, ofB, options);
            QpAttrs.connect(b, ofB, ofA, options);
            here.add(a);
            there.add(b);
        }
    }

    private static QpInitAttr init(CompletionQueue queue, SharedReceiveQueue srq) {
        return init(QpType.RC, queue, srq);
    }

    private static QpInitAttr init(QpType type, CompletionQueue queue, SharedReceiveQueue srq) {
        return QpInitAttr.builder()
                .qpType(type)
                .cq(queue)
                .srq(srq)
                .cap(new QpCap(16, 16, 1, 1, 0))
                .build();
    }

    private static SendWr write(MemoryRegion from, MemoryRegion to) {
        return new SendWr()
                .opcode(WrOpcode.RDMA_WRITE)
                .sendFlags(SendFlags.SIGNALED)
                .rdma(to.addr(), to.rkey())
                .addSge(from.sge(0, BYTES));
    }

    private static List<WorkCompletion> poll(CompletionQueue queue) {
        WorkCompletion[] all = WorkCompletion.array(64);
        return List.of(all).subList(0, queue.poll(all));
    }

    @Test
    void shouldSpreadQueuePairsEvenlyAndCollectTheirCompletionsInOneQueue() {
        connect(PAIRS, null);

        here.forEach(qp -> qp.postSend(write(memory, oneMemory)));
        network.run();

        for (int loop = 0; loop < LOOPS; loop++) {
            int of = loop;
            assertThat(here.stream().filter(qp -> qp.qpNum() % LOOPS == of)).hasSize(2);
        }
        assertThat(poll(cq))
                .allMatch(WorkCompletion::isSuccess)
                .extracting(WorkCompletion::qpNum)
                .containsExactlyInAnyOrderElementsOf(here.stream().map(QueuePair::qpNum).toList());
    }

    @Test
    void shouldServeEachLoopInTurnWhereAllHaveCompletions() {
        connect(LOOPS, null);
        for (int i = 0; i < 4; i++) {
            here.forEach(qp -> qp.postSend(write(memory, oneMemory)));
        }
        network.run();

        WorkCompletion[] three = WorkCompletion.array(LOOPS);
        assertThat(cq.poll(three)).isEqualTo(LOOPS);

        assertThat(three).extracting(WorkCompletion::qpNum).doesNotHaveDuplicates();
        WorkCompletion[] six = WorkCompletion.array(2 * LOOPS);
        assertThat(cq.poll(six)).isEqualTo(2 * LOOPS);
        for (QueuePair qp : here) {
            assertThat(six).filteredOn(c -> c.qpNum() == qp.qpNum()).hasSize(2);
        }
    }

    @Test
    void shouldTellOnceOfCompletionsOfSeveralLoops() throws InterruptedException {
        connect(PAIRS, null);
        cq.reqNotify(false);

        here.forEach(qp -> qp.postSend(write(memory, oneMemory)));
        network.run();

        assertThat(channel.getCqEvent(Duration.ZERO)).isSameAs(cq);
        assertThat(channel.getCqEvent(Duration.ZERO)).isNull();
    }

    @Test
    void shouldEndAQueueThatOverflowsForAllLoops() {
        cq = manyContext.createCq(1);
        connect(LOOPS, null);
        here.getFirst().postSend(write(memory, oneMemory));
        here.getFirst().postSend(write(memory, oneMemory));
        network.run();
        here.get(1).postSend(write(memory, oneMemory));
        network.run();

        assertThat(poll(cq)).extracting(WorkCompletion::qpNum).containsOnly(here.get(0).qpNum());
        List<EventType> events = new ArrayList<>();
        for (AsyncEvent e = manyContext.pollAsyncEvent(); e != null; ) {
            events.add(e.eventType());
            e = manyContext.pollAsyncEvent();
        }
        assertThat(events).containsOnlyOnce(EventType.CQ_ERR);
    }

    @Test
    void shouldResizeAQueueOfSeveralLoops() {
        connect(LOOPS, null);
        here.forEach(qp -> qp.postSend(write(memory, oneMemory)));
        here.getLast().postSend(write(memory, oneMemory));
        network.run();

        assertThatThrownBy(() -> cq.resize(1)).hasMessageContaining("more than 1 completions wait");
        assertThat(cq.cqe()).isEqualTo(64);
        cq.resize(2);

        assertThat(cq.cqe()).isEqualTo(2);
        assertThat(poll(cq)).hasSize(LOOPS + 1);
        here.forEach(qp -> qp.postSend(write(memory, oneMemory)));
        network.run();
        assertThat(poll(cq)).hasSize(LOOPS).allMatch(WorkCompletion::isSuccess);
    }

    @Test
    void shouldLetNoLoopReachMemoryThatIsRegisteredNoMore() {
        connect(LOOPS, null);
        SendWr late = write(oneMemory, memory);
        memory.close();

        there.forEach(qp -> qp.postSend(late));
        network.run();

        assertThat(poll(oneCq))
                .hasSize(LOOPS)
                .extracting(WorkCompletion::status)
                .containsOnly(WcStatus.REM_ACCESS_ERR);
    }

    @Test
    void shouldTakeAccessBackFromAllLoopsByOneInvalidation() {
        connect(LOOPS, null);
        here.getFirst().postRecv(new RecvWr());
        there.getFirst()
                .postSend(
                        new SendWr().opcode(WrOpcode.SEND_WITH_INV).invalidateRkey(memory.rkey()));
        network.run();

        there.get(1).postSend(write(oneMemory, memory));
        there.get(2).postSend(write(oneMemory, memory));
        network.run();

        assertThat(poll(oneCq))
                .hasSize(2)
                .extracting(WorkCompletion::status)
                .containsOnly(WcStatus.REM_ACCESS_ERR);
    }

    @Test
    void shouldKeepAllThatShareAReceiveQueueOnOneLoop() {
        SharedReceiveQueue srq = domain.createSrq(new SrqInitAttr(16, 1));
        connect(PAIRS, srq);
        for (int i = 0; i < PAIRS; i++) {
            srq.postRecv(new RecvWr().wrId(i).addSge(memory.sge(0, BYTES)));
        }
        there.forEach(
                qp -> qp.postSend(new SendWr().opcode(WrOpcode.SEND).addSge(oneMemory.sge(0, 8))));
        network.run();

        assertThat(here)
                .extracting(qp -> qp.qpNum() % LOOPS)
                .containsOnly(here.getFirst().qpNum() % LOOPS);
        assertThat(poll(cq)).hasSize(PAIRS).allMatch(WorkCompletion::isSuccess);
    }

    @Test
    void shouldRefuseDatagramsIntoASharedReceiveQueue() {
        SharedReceiveQueue srq = domain.createSrq(new SrqInitAttr(16, 1));
        QpInitAttr datagrams = init(QpType.UD, cq, srq);

        assertThatThrownBy(() -> domain.createQp(datagrams))
                .isInstanceOfSatisfying(
                        VerbsException.class,
                        e -> assertThat(e.errno()).isEqualTo(Errno.EOPNOTSUPP))
                .hasMessageContaining("use one event loop");
        domain.createQp(init(QpType.UD, cq, null));
        SharedReceiveQueue ofOne = oneDomain.createSrq(new SrqInitAttr(16, 1));
        oneDomain.createQp(init(QpType.UD, oneCq, ofOne));
    }

    @Test
    void shouldAddUpWhatAllLoopsHave() {
        connect(PAIRS, null);
        here.forEach(qp -> qp.postSend(write(memory, oneMemory)));
        network.run();

        DeviceStatistics statistics = manyContext.statistics(PAIRS - 1);
        assertThat(statistics.queuePairCount()).isEqualTo(PAIRS);
        assertThat(statistics.queuePairs()).hasSize(PAIRS - 1);
        long sent = here.stream().mapToLong(qp -> qp.statistics().counter("sent_bytes")).sum();
        assertThat(statistics.counter("sent_bytes")).isEqualTo(sent).isPositive();
    }

    private MemoryRegion windowed() {
        MemorySegment segment = MemorySegment.ofArray(new long[BYTES / Long.BYTES]);
        return domain.regMr(segment, AccessFlags.LOCAL_WRITE | AccessFlags.MW_BIND);
    }

    private WcStatus bound(int pair, MemoryWindow window, int key, MemoryRegion to) {
        MwBindInfo info = new MwBindInfo(to, to.addr(), BYTES, AccessFlags.REMOTE_WRITE);
        SendWr wr = new SendWr().opcode(WrOpcode.BIND_MW).bindMw(window, key, info);
        here.get(pair).postSend(wr.sendFlags(SendFlags.SIGNALED));
        return statusOf(cq);
    }

    private WcStatus statusOf(CompletionQueue queue) {
        network.run();
        List<WorkCompletion> done = poll(queue);
        assertThat(done).hasSize(1);
        return done.getFirst().status();
    }

    private WcStatus written(int pair, MemoryRegion to, int key) {
        SendWr wr = write(oneMemory, to).rdma(to.addr(), key);
        there.get(pair).postSend(wr);
        return statusOf(oneCq);
    }

    /** Each loop finds it, whichever has made it; a second loop can't take it from the first. */
    @Test
    void shouldOpenAWindowThroughOneQueuePairOfAnyLoop() {
        connect(PAIRS, null);
        MemoryRegion region = windowed();
        List<Integer> closed = new ArrayList<>();
        for (int pair = 0; pair < LOOPS; pair++) {
            try (MemoryWindow window = domain.allocMw(MwType.TYPE_2)) {
                int key = MemoryWindow.incRkey(window.rkey());
                assertThat(bound(pair, window, key, region)).isEqualTo(WcStatus.SUCCESS);
                assertThat(written(pair, region, key)).isEqualTo(WcStatus.SUCCESS);
                assertThat(region.segment().mismatch(oneMemory.segment())).isEqualTo(-1);

                int ofAnotherLoop = LOOPS + (pair + 1) % LOOPS;
                int next = MemoryWindow.incRkey(key);
                assertThat(bound(ofAnotherLoop, window, next, region))
                        .isEqualTo(WcStatus.MW_BIND_ERR);
                assertThat(written(pair, region, key)).isEqualTo(WcStatus.SUCCESS);
                closed.add(key);
            }
        }
        for (int pair = 0; pair < LOOPS; pair++) {
            assertThat(written(pair, region, closed.get(pair))).isEqualTo(WcStatus.REM_ACCESS_ERR);
        }
    }

    @Test
    void shouldHaveNoWindowsOfTypeOne() {
        assertThat(manyContext.queryDevice().deviceCapFlags() & DeviceCapFlags.MEM_WINDOW).isZero();
        assertThatThrownBy(() -> domain.allocMw(MwType.TYPE_1))
                .isInstanceOfSatisfying(
                        VerbsException.class,
                        e -> assertThat(e.errno()).isEqualTo(Errno.EOPNOTSUPP))
                .hasMessageContaining("one event loop");
    }

    @Test
    void shouldEndAllLoopsWithTheContext() {
        connect(PAIRS, null);
        manyContext.close();

        assertThatThrownBy(() -> here.getLast().postSend(write(memory, oneMemory)))
                .isInstanceOf(IllegalStateException.class);
        many.open().close();
    }
}

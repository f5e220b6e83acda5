package org.urdma4j.verbs.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.AhAttr;
import org.urdma4j.verbs.CompletionChannel;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.Ece;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.MwType;
import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.ProtectionDomain;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrMask;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.ReregFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.SharedReceiveQueue;
import org.urdma4j.verbs.SrqInitAttr;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/** What is closed says so when it is used, at once, and closes no worse the second time. */
interface ClosingCases extends Cases {
    Duration PATIENCE = Duration.ofSeconds(30);

    /** A call of the API that may fail in any way. */
    @FunctionalInterface
    interface Call {
        void run() throws Exception;
    }

    private static Map<String, Call> of(Context context) {
        Map<String, Call> calls = new LinkedHashMap<>();
        calls.put("queryDevice", context::queryDevice);
        calls.put("queryPort", () -> context.queryPort(1));
        calls.put("queryGid", () -> context.queryGid(1, 0));
        calls.put("queryGidTable", context::queryGidTable);
        calls.put("queryPkey", () -> context.queryPkey(1, 0));
        calls.put("allocPd", context::allocPd);
        calls.put("createCompChannel", context::createCompChannel);
        calls.put("createCq", () -> context.createCq(1, null, null));
        calls.put("getAsyncEvent", () -> context.getAsyncEvent(Duration.ofDays(1)));
        calls.put("pollAsyncEvent", context::pollAsyncEvent);
        return calls;
    }

    private static Map<String, Call> of(ProtectionDomain domain, End end) {
        MemorySegment memory = Arena.ofAuto().allocate(64, 8);
        Map<String, Call> calls = new LinkedHashMap<>();
        calls.put("regMr", () -> domain.regMr(memory, AccessFlags.LOCAL_WRITE));
        calls.put("regMr at", () -> domain.regMr(memory, 0, AccessFlags.LOCAL_WRITE));
        calls.put("allocMw", () -> domain.allocMw(MwType.TYPE_2));
        calls.put("createQp", () -> domain.createQp(End.attributes(end.cq).build()));
        calls.put("createSrq", () -> domain.createSrq(new SrqInitAttr(1, 1)));
        calls.put("createAh", () -> domain.createAh(to(end)));
        return calls;
    }

    private static AhAttr to(End end) {
        return end.to(end.gid());
    }

    private static Map<String, Call> of(CompletionQueue cq) {
        Map<String, Call> calls = new LinkedHashMap<>();
        calls.put("poll", () -> cq.poll(WorkCompletion.array(1)));
        calls.put("startPoll", cq::startPoll);
        calls.put("nextPoll", cq::nextPoll);
        calls.put("reqNotify", () -> cq.reqNotify(false));
        calls.put("resize", () -> cq.resize(8));
        return calls;
    }

    private static Map<String, Call> of(QueuePair qp) {
        Map<String, Call> calls = new LinkedHashMap<>();
        calls.put("modify", () -> qp.modify(new QpAttr().qpState(QpState.ERR)));
        calls.put("query", () -> qp.query(QpAttrMask.STATE));
        calls.put("postSend", () -> qp.postSend(new SendWr().opcode(WrOpcode.SEND)));
        calls.put("postSends", () -> qp.postSend(new SendWr[] {new SendWr()}, 0, 1));
        calls.put("postRecv", () -> qp.postRecv(new RecvWr()));
        calls.put("postRecvs", () -> qp.postRecv(new RecvWr[] {new RecvWr()}, 0, 1));
        calls.put("queryEce", qp::queryEce);
        calls.put("setEce", () -> qp.setEce(Ece.NONE));
        calls.put("queryDataInOrder", () -> qp.queryDataInOrder(WrOpcode.SEND));
        return calls;
    }

    private static Map<String, Call> of(SharedReceiveQueue srq) {
        Map<String, Call> calls = new LinkedHashMap<>();
        calls.put("postRecv", () -> srq.postRecv(new RecvWr()));
        calls.put("postRecvs", () -> srq.postRecv(new RecvWr[] {new RecvWr()}, 0, 1));
        calls.put("resize", () -> srq.resize(2));
        calls.put("arm", () -> srq.arm(1));
        calls.put("query", srq::query);
        return calls;
    }

    /** Each call is refused in words, whether the object was closed or what it was made from. */
    private static void expectRefusal(String object, Map<String, Call> calls) {
        calls.forEach((name, call) ->
                assertThat(catchThrowable(call::run))
                        .as("%s of a closed %s", name, object)
                        .isInstanceOfAny(IllegalStateException.class, VerbsException.class)
                        .message()
                        .isNotBlank());
    }

    @ParameterizedTest
    @ValueSource(strings = {"itself", "its domain", "its context"})
    default void shouldRefuseWhatIsClosed(String closed) throws Exception {
        End a = pair().a;
        ProtectionDomain domain = a.context.allocPd();
        CompletionChannel channel = a.context.createCompChannel();
        CompletionQueue cq = a.context.createCq(4, null, channel);
        QueuePair qp = domain.createQp(End.attributes(cq).build());
        MemorySegment memory = Arena.ofAuto().allocate(64, 8);
        MemoryRegion region = domain.regMr(memory, AccessFlags.LOCAL_WRITE);
        SharedReceiveQueue srq = Cases.supported(() -> domain.createSrq(new SrqInitAttr(1, 1)));
        List<AutoCloseable> objects = new ArrayList<>(List.of(qp, srq, region, domain));
        if (closed.equals("itself")) {
            objects.add(cq);
            objects.add(channel);
            objects.add(a.context);
        } else {
            objects = List.of(closed.equals("its domain") ? domain : a.context);
        }
        for (AutoCloseable object : objects) {
            object.close();
            assertThatCode(object::close).as("closed again").doesNotThrowAnyException();
        }
        expectRefusal("queue pair", of(qp));
        expectRefusal("shared receive queue", of(srq));
        expectRefusal("domain", of(domain, pair().b));
        int access = ReregFlags.CHANGE_ACCESS;
        expectRefusal("memory region", Map.of("rereg", () -> region.rereg(access, null, null, 0)));
        if (!closed.equals("its domain")) {
            expectRefusal("completion queue", of(cq));
            Duration day = Duration.ofDays(1);
            expectRefusal("channel", Map.of("getCqEvent", () -> channel.getCqEvent(day)));
            expectRefusal("context", of(a.context));
        }
    }

    /** What is made from something closed is refused, too. */
    @Test
    default void shouldMakeNothingFromWhatIsClosed() {
        End a = pair().a;
        CompletionChannel channel = a.context.createCompChannel();
        CompletionQueue cq = a.context.createCq(4, null, null);
        SharedReceiveQueue srq = Cases.supported(() -> a.domain.createSrq(new SrqInitAttr(1, 1)));
        channel.close();
        cq.close();
        srq.close();
        Map<String, Call> calls = new LinkedHashMap<>();
        calls.put("queue pair", () -> a.domain.createQp(End.attributes(cq).build()));
        calls.put(
                "queue pair with a shared queue",
                () -> a.domain.createQp(End.attributes(a.cq).srq(srq).build()));
        calls.put("completion queue", () -> a.context.createCq(1, null, channel));
        expectRefusal("object: creation", calls);
    }

    private static Thread start(Call call, AtomicReference<Throwable> thrown) {
        return Thread.ofPlatform().start(() -> thrown.set(catchThrowable(call::run)));
    }

    /** Threads that wait for an event don't wait for one that can't come. */
    @Test
    default void shouldStopWaitingWhenTheContextIsClosed() throws InterruptedException {
        End a = pair().a;
        CompletionChannel channel = a.context.createCompChannel();
        AtomicReference<Throwable> event = new AtomicReference<>();
        AtomicReference<Throwable> completion = new AtomicReference<>();
        Thread one = start(() -> a.context.getAsyncEvent(Duration.ofDays(1)), event);
        Thread two = start(() -> channel.getCqEvent(Duration.ofDays(1)), completion);
        a.context.close();
        assertThat(one.join(PATIENCE)).isTrue();
        assertThat(two.join(PATIENCE)).isTrue();
        assertThat(event.get()).isInstanceOf(IllegalStateException.class);
        assertThat(completion.get()).isInstanceOf(IllegalStateException.class);
    }

    /** Threads that post see that the queue pair is closed, and nothing worse. */
    @Test
    default void shouldBeClosedWhileOthersPost() throws InterruptedException {
        End a = pair().a;
        End b = pair().b;
        WorkCompletion[] some = WorkCompletion.array(16);
        for (int round = 0; round < 20; round++) {
            QueuePair[] both = pair().connected();
            AtomicReference<Throwable> end = new AtomicReference<>();
            Thread poster = start(() -> postUntilClosed(a, b, both[0]), end);
            int polled = 0;
            while (polled < 5 * round) {
                polled += a.cq.poll(some);
            }
            both[0].close();
            assertThat(poster.join(PATIENCE)).as("the poster ends").isTrue();
            assertThat(end.get()).isInstanceOf(IllegalStateException.class);
            both[1].close();
            while (a.cq.poll(some) > 0) {
                // what had completed before
            }
        }
        QueuePair[] both = pair().connected();
        End.post(both[0], a.request(WrOpcode.RDMA_WRITE, b, 0, 8));
        a.awaitSuccess(WcOpcode.RDMA_WRITE);
    }

    private static void postUntilClosed(End a, End b, QueuePair qp) {
        SendWr write = a.request(WrOpcode.RDMA_WRITE, b, 0, 8);
        while (true) {
            PostStatus status = qp.postSend(write);
            assertThat(status).isIn(PostStatus.OK, PostStatus.QUEUE_FULL);
            Thread.onSpinWait();
        }
    }
}

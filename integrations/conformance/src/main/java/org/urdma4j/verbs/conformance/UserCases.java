package org.urdma4j.verbs.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

import java.lang.foreign.Arena;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Applications that do what they may, in ways that one doesn't think of. */
interface UserCases extends Cases {
    /** Who sees a failed completion, however soon, finds the queue pair in ERR. */
    @ParameterizedTest
    @ValueSource(strings = {"key", "local key", "read", "atomic", "too long", "flushed"})
    default void shouldBeInErrOnceAFailureIsPolled(String wrong) {
        End a = pair().a;
        End b = pair().b;
        for (int round = 0; round < 20; round++) {
            QueuePair[] both = pair().connected();
            WrOpcode opcode =
                    switch (wrong) {
                        case "read" -> WrOpcode.RDMA_READ;
                        case "atomic" -> WrOpcode.ATOMIC_FETCH_AND_ADD;
                        case "too long" -> WrOpcode.SEND;
                        default -> WrOpcode.RDMA_WRITE;
                    };
            SendWr request = a.request(opcode, b, 0, 8);
            switch (wrong) {
                case "local key" ->
                        request = new SendWr().opcode(opcode).addSge(0, 8, ~a.region.lkey());
                case "too long" -> End.post(both[1], b.receive(1, 0, 4));
                case "flushed" -> End.post(both[0], new RecvWr());
                default -> request.atomic(b.region.addr(), ~b.region.rkey(), 1, 1);
            }
            if (wrong.equals("flushed")) {
                both[0].modify(new QpAttr().qpState(QpState.ERR));
            } else {
                End.post(both[0], request);
            }
            WorkCompletion[] one = WorkCompletion.array(1);
            while (a.cq.poll(one) == 0) {
                Thread.onSpinWait();
            }
            QpState state = both[0].state();
            assertThat(one[0].status()).isNotEqualTo(WcStatus.SUCCESS);
            assertThat(state).as("after %s", one[0]).isEqualTo(QpState.ERR);
            both[0].close();
            both[1].close();
            while (b.cq.poll(one) > 0) {
                // the receive that the message didn't fit
            }
        }
    }

    /** Each completion comes to one of those who poll, and to one only. */
    @Test
    default void shouldBePolledByMany() throws InterruptedException {
        int requests = 4000;
        QueuePair[] both = pair().connected();
        Set<Long> seen = ConcurrentHashMap.newKeySet();
        AtomicInteger taken = new AtomicInteger();
        List<Thread> pollers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            pollers.add(
                    Thread.ofPlatform()
                            .start(() -> {
                                WorkCompletion[] some = WorkCompletion.array(7);
                                while (taken.get() < requests) {
                                    int n = pair().a.cq.poll(some);
                                    for (int k = 0; k < n; k++) {
                                        seen.add(some[k].wrId());
                                    }
                                    taken.addAndGet(n);
                                    LockSupport.parkNanos(10_000);
                                }
                            }));
        }
        SendWr write = pair().a.request(WrOpcode.RDMA_WRITE, pair().b, 0, 8);
        for (int i = 0; i < requests; i++) {
            write.wrId(i);
            while (both[0].postSend(write) != PostStatus.OK) {
                LockSupport.parkNanos(10_000);
            }
        }
        for (Thread poller : pollers) {
            assertThat(poller.join(Duration.ofSeconds(60))).isTrue();
        }
        assertThat(seen).hasSize(requests);
        assertThat(taken).hasValue(requests);
    }

    /** A thread that was interrupted may use it all but what waits for events. */
    @Test
    default void shouldServeAnInterruptedThread() throws InterruptedException {
        End a = pair().a;
        Thread.currentThread().interrupt();
        QueuePair[] both = pair().connected();
        End.post(both[0], a.request(WrOpcode.RDMA_WRITE, pair().b, 0, 4096));
        a.domain.regMr(Arena.ofAuto().allocate(64), AccessFlags.LOCAL_WRITE).close();
        WorkCompletion[] one = WorkCompletion.array(1);
        while (a.cq.poll(one) == 0) {
            Thread.onSpinWait();
        }
        both[0].close();
        assertThat(Thread.interrupted()).as("still interrupted").isTrue();
        assertThat(one[0].status()).isEqualTo(WcStatus.SUCCESS);
    }
}

package org.urdma4j.transport.queue;

import org.jctools.queues.MpscArrayQueue;
import org.jctools.queues.SpmcArrayQueue;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Control;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WorkCompletion;

import java.util.concurrent.TimeUnit;

/**
 * Requests from a thread to the event loop and completions back: our rings, whose slots hold the
 * content, beside JCTools' queues of references, which need a second queue for the objects to
 * return. {@code one} does both ends in one thread; {@code two} is a thread at each end.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RingBenchmark {
    private static final int CAPACITY = 1024;

    /** Whose queues. */
    public enum Kind {
        OURS,
        JCTOOLS
    }

    /** A queue of receive requests: any thread posts, one takes. */
    private interface Requests {
        boolean post(RecvWr wr);

        /** Returns the request's id, -1 if there is none. */
        long take();

        static Requests of(Kind kind) {
            return kind == Kind.OURS ? new OurRequests() : new JctoolsRequests();
        }
    }

    private static final class OurRequests implements Requests {
        private final ReceiveQueue queue = new ReceiveQueue(CAPACITY, 1);

        @Override
        public boolean post(RecvWr wr) {
            return queue.post(wr);
        }

        @Override
        public long take() {
            ReceiveWqe wqe = queue.at(queue.head());
            if (wqe == null) {
                return -1;
            }
            long id = wqe.wrId();
            queue.free();
            return id;
        }
    }

    private static final class JctoolsRequests implements Requests {
        private final MpscArrayQueue<ReceiveWqe> posted = new MpscArrayQueue<>(CAPACITY);
        private final SpmcArrayQueue<ReceiveWqe> free = new SpmcArrayQueue<>(CAPACITY);

        JctoolsRequests() {
            for (int i = 0; i < CAPACITY; i++) {
                free.offer(new ReceiveWqe(1));
            }
        }

        @Override
        public boolean post(RecvWr wr) {
            ReceiveWqe wqe = free.poll();
            if (wqe == null) {
                return false;
            }
            wqe.fill(wr);
            return posted.offer(wqe);
        }

        @Override
        public long take() {
            ReceiveWqe wqe = posted.relaxedPoll();
            if (wqe == null) {
                return -1;
            }
            long id = wqe.wrId();
            wqe.sges().release();
            free.offer(wqe);
            return id;
        }
    }

    /** A queue of completions: one thread adds, any takes. */
    private interface Completions {
        boolean add(long id);

        boolean take(WorkCompletion[] out);

        static Completions of(Kind kind) {
            return kind == Kind.OURS ? new OurCompletions() : new JctoolsCompletions();
        }
    }

    private static final class OurCompletions implements Completions {
        private final CompletionRing ring = new CompletionRing(CAPACITY);

        @Override
        public boolean add(long id) {
            return ring.add(null, id, WcStatus.SUCCESS, WcOpcode.RECV, 4096, 0, 0, 17, 0);
        }

        @Override
        public boolean take(WorkCompletion[] out) {
            return ring.take(out, 0, 1) == 1;
        }
    }

    private static final class JctoolsCompletions implements Completions {
        private final SpmcArrayQueue<WorkCompletion> done = new SpmcArrayQueue<>(CAPACITY);
        private final MpscArrayQueue<WorkCompletion> free = new MpscArrayQueue<>(CAPACITY);

        JctoolsCompletions() {
            for (int i = 0; i < CAPACITY; i++) {
                free.offer(new WorkCompletion());
            }
        }

        @Override
        public boolean add(long id) {
            WorkCompletion entry = free.relaxedPoll();
            if (entry == null) {
                return false;
            }
            entry.wrId(id)
                    .status(WcStatus.SUCCESS)
                    .opcode(WcOpcode.RECV)
                    .vendorErr(0)
                    .byteLen(4096)
                    .immData(0)
                    .invalidatedRkey(0)
                    .qpNum(17)
                    .srcQp(0)
                    .wcFlags(0);
            return done.offer(entry);
        }

        @Override
        public boolean take(WorkCompletion[] out) {
            WorkCompletion entry = done.poll();
            if (entry == null) {
                return false;
            }
            out[0].wrId(entry.wrId())
                    .status(entry.status())
                    .opcode(entry.opcode())
                    .vendorErr(0)
                    .byteLen(entry.byteLen())
                    .immData(entry.immData())
                    .invalidatedRkey(entry.invalidatedRkey())
                    .qpNum(entry.qpNum())
                    .srcQp(entry.srcQp())
                    .wcFlags(entry.wcFlags());
            return free.offer(entry);
        }
    }

    /** Both queues, for one thread. */
    @State(Scope.Thread)
    public static class Alone {
        @Param({"OURS", "JCTOOLS"})
        private Kind kind;

        private Requests requests;
        private Completions completions;
        private final RecvWr wr = new RecvWr().wrId(1).addSge(0x1000, 4096, 1);
        private final WorkCompletion[] out = WorkCompletion.array(1);

        @Setup
        public void make() {
            requests = Requests.of(kind);
            completions = Completions.of(kind);
        }
    }

    /** Both queues, between two threads. */
    @State(Scope.Group)
    public static class Between {
        @Param({"OURS", "JCTOOLS"})
        private Kind kind;

        private Requests requests;
        private Completions completions;

        @Setup
        public void make() {
            requests = Requests.of(kind);
            completions = Completions.of(kind);
        }
    }

    /** What a thread brings along. */
    @State(Scope.Thread)
    public static class Own {
        private final RecvWr wr = new RecvWr().wrId(1).addSge(0x1000, 4096, 1);
        private final WorkCompletion[] out = WorkCompletion.array(1);
    }

    @Benchmark
    public long oneRequest(Alone state) {
        boolean posted = state.requests.post(state.wr);
        return posted ? state.requests.take() : -1;
    }

    @Benchmark
    public boolean oneCompletion(Alone state) {
        return state.completions.add(7) && state.completions.take(state.out);
    }

    @Benchmark
    @Group("twoRequest")
    public void post(Between state, Own own, Control control) {
        while (!state.requests.post(own.wr) && !control.stopMeasurement) {
            Thread.onSpinWait();
        }
    }

    @Benchmark
    @Group("twoRequest")
    public long take(Between state, Control control) {
        long id = state.requests.take();
        while (id < 0 && !control.stopMeasurement) {
            Thread.onSpinWait();
            id = state.requests.take();
        }
        return id;
    }

    @Benchmark
    @Group("twoCompletion")
    public void complete(Between state, Control control) {
        while (!state.completions.add(7) && !control.stopMeasurement) {
            Thread.onSpinWait();
        }
    }

    @Benchmark
    @Group("twoCompletion")
    public long poll(Between state, Own own, Control control) {
        while (!state.completions.take(own.out) && !control.stopMeasurement) {
            Thread.onSpinWait();
        }
        return own.out[0].wrId();
    }
}

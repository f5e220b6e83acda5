package org.urdma4j.measure.verbs;

import org.urdma4j.measure.spec.Load;
import org.urdma4j.measure.spec.Operation;
import org.urdma4j.measure.spec.RunSpec;
import org.urdma4j.measure.traffic.LatencySummary;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * Keeps every stream full of requests, on a thread of its own: posts until {@code depth} are
 * outstanding, takes completions, and waits for more. Nothing is allocated for a request.
 */
final class Poster implements Runnable {
    private static final Duration NAP = Duration.ofMillis(20);

    /** Requests that are posted, and completions that are taken, in one call. */
    private static final int AT_A_TIME = 32;

    private final RunSpec spec;
    private final Load load;
    private final Layout layout;
    private final EndMemory memory;
    private final VerbsOffer remote;
    private final List<Stream> streams;
    private final CompletionQueue completions;
    private final Contents contents;
    private final WorkFailure words;
    private final Failure failure;
    private final Latencies latencies; // null unless requests are timed
    private final PostPacer pacer;
    private final SendWr[] requests = new SendWr[AT_A_TIME];
    private final WorkCompletion[] polled = new WorkCompletion[AT_A_TIME];
    private volatile boolean stopped;
    private boolean broken;

    Poster(
            RunSpec spec,
            Layout layout,
            EndMemory memory,
            VerbsOffer remote,
            List<Stream> streams,
            CompletionQueue completions,
            Contents contents,
            WorkFailure words,
            Failure failure) {
        this.spec = spec;
        this.load = spec.load();
        this.layout = layout;
        this.memory = memory;
        this.remote = remote;
        this.streams = streams;
        this.completions = completions;
        this.contents = contents;
        this.words = words;
        this.failure = failure;
        latencies = load.latency() ? new Latencies(spec) : null;
        pacer = new PostPacer(spec.toGroup() ? QpOptions.rateLimit(spec) : 0, load.size());
        Arrays.setAll(requests, _ -> new SendWr().opcode(opcode()).sendFlags(SendFlags.SIGNALED));
        Arrays.setAll(polled, _ -> new WorkCompletion());
    }

    private WrOpcode opcode() {
        return switch (spec.operation()) {
            case WRITE ->
                    Layout.carriesNotice(spec) ? WrOpcode.RDMA_WRITE_WITH_IMM : WrOpcode.RDMA_WRITE;
            case WRITE_IMM -> WrOpcode.RDMA_WRITE_WITH_IMM;
            case SEND -> WrOpcode.SEND;
            case READ -> WrOpcode.RDMA_READ;
            case CAS -> WrOpcode.ATOMIC_CMP_AND_SWP;
            case FAA -> WrOpcode.ATOMIC_FETCH_AND_ADD;
        };
    }

    void stop() {
        stopped = true;
    }

    @Override
    public void run() {
        try {
            if (latencies == null) {
                keepFull();
            } else {
                oneByOne(streams.getFirst(), latencies);
            }
        } catch (IllegalStateException e) {
            if (!stopped) { // otherwise the device was closed under it, as it is meant to be
                failure.set(e.getMessage());
            }
        } catch (InterruptedException _) {
            // the end is being closed
        }
    }

    private void keepFull() throws InterruptedException {
        while (!stopped && !broken) {
            boolean busy = poll();
            for (Stream stream : streams) {
                busy |= fill(stream);
            }
            if (!busy) {
                await();
            }
        }
    }

    /** Spins for each completion, since to be woken up takes about as long as a short request. */
    private void oneByOne(Stream stream, Latencies times) {
        long most = mostMessages();
        while (!stopped && !broken && stream.posted < most) {
            long due = times.await();
            post(stream, 1);
            while (!stopped && !broken && stream.completed() < stream.posted) {
                if (!poll()) {
                    Thread.onSpinWait();
                }
            }
            if (stream.completed() == stream.posted) {
                times.complete(due);
            }
        }
    }

    /** Returns the times of requests once the thread has ended, or null. */
    LatencySummary latency() {
        return latencies == null ? null : latencies.summary();
    }

    private long mostMessages() {
        return load.bytes() > 0 ? load.messagesPerStream() : Long.MAX_VALUE;
    }

    private void await() throws InterruptedException {
        if (pacer.await(streams.getFirst().posted, NAP)) {
            return;
        }
        completions.reqNotify(false);
        if (!poll()) {
            var _ = completions.channel().getCqEvent(NAP);
        }
    }

    private boolean fill(Stream stream) {
        long until =
                Math.min(Math.min(mostMessages(), pacer.due()), stream.completed() + load.depth());
        boolean any = stream.posted < until;
        while (!broken && stream.posted < until) {
            post(stream, (int) Math.min(AT_A_TIME, until - stream.posted));
        }
        return any;
    }

    private void post(Stream stream, int count) {
        for (int i = 0; i < count; i++) {
            fill(requests[i], stream, stream.posted + i);
        }
        int posted = stream.pair.postSend(requests, 0, count);
        stream.posted += posted;
        if (posted < count) {
            postAgain(stream, requests[posted]);
        }
    }

    /** Asks why a request wasn't taken. */
    private void postAgain(Stream stream, SendWr request) {
        PostStatus status = stream.pair.postSend(request);
        if (status == PostStatus.OK) {
            stream.posted++;
            return;
        }
        broken = true;
        if (!stopped) {
            failure.set("a request can't be posted: " + status);
        }
    }

    private void fill(SendWr request, Stream stream, long n) {
        request.wrId(stream.index).clearSges();
        Operation operation = spec.operation();
        if (operation.atomic()) {
            atomic(request, stream, n);
        } else if (operation == Operation.READ) {
            long offset = layout.offset(stream.index, n);
            request.rdma(remote.source().addr() + offset, remote.source().rkey());
        } else {
            contents.prepare(stream.index, n);
            long offset = layout.offset(stream.index, n);
            request.rdma(remote.target().addr() + offset, remote.target().rkey()).immData((int) n);
        }
        request.addSge(
                operation.fetches() ? memory.target() : memory.source(),
                layout.offset(stream.index, n),
                layout.size());
        stream.address(request);
    }

    /** Each CAS of a stream expects what the one before it left behind. */
    private void atomic(SendWr request, Stream stream, long n) {
        long cell = remote.cells().addr() + (long) stream.index * Long.BYTES;
        boolean swap = spec.operation() == Operation.CAS;
        request.atomic(cell, remote.cells().rkey(), swap ? n : 1, n + 1);
    }

    private boolean poll() {
        int count = completions.poll(polled);
        for (int i = 0; i < count; i++) {
            onCompletion(streams.get((int) polled[i].wrId()), polled[i].status());
        }
        return count > 0;
    }

    private void onCompletion(Stream stream, WcStatus status) {
        if (status != WcStatus.SUCCESS) {
            if (!broken && status != WcStatus.WR_FLUSH_ERR) {
                failure.set(words.describe(status, stream));
            }
            broken = true;
            return;
        }
        if (load.verify() && spec.operation().fetches()) {
            contents.checkFetched(stream.index, stream.completed());
        }
        stream.complete();
    }
}

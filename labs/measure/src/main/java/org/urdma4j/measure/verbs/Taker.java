package org.urdma4j.measure.verbs;

import org.urdma4j.measure.spec.Operation;
import org.urdma4j.measure.spec.RunSpec;
import org.urdma4j.measure.spec.Service;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WorkCompletion;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** Takes messages that consume receives, checks them, and posts the receives again. */
final class Taker implements Runnable {
    private static final Duration NAP = Duration.ofMillis(20);

    /** Completions that are taken, and receives that are posted, in one call. */
    private static final int AT_A_TIME = 32;

    private final RunSpec spec;
    private final Layout layout;
    private final EndMemory memory;
    private final List<Stream> streams;
    private final CompletionQueue completions;
    private final Contents contents;
    private final Failure failure;
    private final RecvWr[] receives = new RecvWr[AT_A_TIME];
    private final WorkCompletion[] polled = new WorkCompletion[AT_A_TIME];
    private volatile boolean stopped;
    private boolean broken;

    Taker(
            RunSpec spec,
            Layout layout,
            EndMemory memory,
            List<Stream> streams,
            CompletionQueue completions,
            Contents contents,
            Failure failure) {
        this.spec = spec;
        this.layout = layout;
        this.memory = memory;
        this.streams = streams;
        this.completions = completions;
        this.contents = contents;
        this.failure = failure;
        Arrays.setAll(receives, _ -> new RecvWr());
        Arrays.setAll(polled, _ -> new WorkCompletion());
    }

    /** Posts the receives that the other end counts on from the beginning. */
    void postFirst() {
        for (Stream stream : streams) {
            while (!broken && stream.receives < layout.receives()) {
                post(stream, (int) Math.min(AT_A_TIME, layout.receives() - stream.receives));
            }
        }
    }

    private void post(Stream stream, int count) {
        for (int i = 0; i < count; i++) {
            fill(receives[i], stream, stream.receives + i);
        }
        int posted = stream.pair.postRecv(receives, 0, count);
        stream.receives += posted;
        if (posted < count) {
            postAgain(stream, receives[posted]);
        }
    }

    /** Asks why a receive wasn't taken. */
    private void postAgain(Stream stream, RecvWr receive) {
        PostStatus status = stream.pair.postRecv(receive);
        if (status == PostStatus.OK) {
            stream.receives++;
            return;
        }
        broken = true;
        if (!stopped) {
            failure.set("a receive can't be posted: " + status);
        }
    }

    private void fill(RecvWr receive, Stream stream, long n) {
        receive.wrId(stream.index).clearSges();
        if (spec.operation() == Operation.SEND) {
            if (spec.qp() == Service.UD) {
                receive.addSge(memory.headers(), 0, EndMemory.HEADER);
            }
            receive.addSge(memory.target(), layout.offset(stream.index, n), layout.size());
        }
    }

    void stop() {
        stopped = true;
    }

    @Override
    public void run() {
        try {
            while (!stopped && !broken) {
                if (!poll()) {
                    completions.reqNotify(false);
                    if (!poll()) {
                        var _ = completions.channel().getCqEvent(NAP);
                    }
                }
            }
            drain();
        } catch (IllegalStateException e) {
            if (!stopped) { // otherwise the device was closed under it, as it is meant to be
                failure.set(e.getMessage());
            }
        } catch (InterruptedException _) {
            // the end is being closed
        }
    }

    /** What has arrived when the run ends is checked, too: the sender has been told of it. */
    private void drain() {
        while (!broken && poll()) {
            // polls until there is none
        }
    }

    private boolean poll() {
        int count = completions.poll(polled);
        int done = 0;
        while (done < count && !broken) {
            done += take(done, count);
        }
        return count > 0;
    }

    /** Takes what came one behind the other on one stream; returns how many that were. */
    private int take(int from, int to) {
        Stream stream = streams.get((int) polled[from].wrId());
        int n = 0;
        while (from + n < to
                && polled[from + n].wrId() == stream.index
                && polled[from + n].status() == WcStatus.SUCCESS) {
            contents.checkArrived(stream.index, stream.taken());
            stream.take();
            n++;
        }
        if (n == 0) {
            broken = true; // the peer is gone; whoever posts there says why
        } else {
            post(stream, n);
        }
        return n;
    }
}

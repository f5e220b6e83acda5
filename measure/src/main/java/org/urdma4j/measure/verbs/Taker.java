package org.urdma4j.measure.verbs;

import org.urdma4j.measure.spec.Operation;
import org.urdma4j.measure.spec.RunSpec;
import org.urdma4j.measure.spec.Service;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.WcStatus;

import java.time.Duration;
import java.util.List;

/** Takes messages that consume receives, checks them, and posts the receives again. */
final class Taker implements Runnable {
    private static final Duration NAP = Duration.ofMillis(20);

    private final RunSpec spec;
    private final Layout layout;
    private final EndMemory memory;
    private final List<Stream> streams;
    private final CompletionQueue completions;
    private final Contents contents;
    private final Failure failure;
    private final RecvWr receive = new RecvWr();
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
    }

    /** Posts the receives that the other end counts on from the beginning. */
    void postFirst() {
        for (Stream stream : streams) {
            while (!broken && stream.receives < layout.receives()) {
                post(stream);
            }
        }
    }

    private void post(Stream stream) {
        receive.wrId(stream.index).clearSges();
        if (spec.operation() == Operation.SEND) {
            long offset = layout.offset(stream.index, stream.receives);
            if (spec.qp() == Service.UD) {
                receive.addSge(memory.headers(), 0, EndMemory.HEADER);
            }
            receive.addSge(memory.target(), offset, layout.size());
        }
        stream.receives++;
        PostStatus status = stream.pair.postRecv(receive);
        if (status != PostStatus.OK) {
            broken = true;
            if (!stopped) {
                failure.set("a receive can't be posted: " + status);
            }
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
        if (!completions.startPoll()) {
            return false;
        }
        do {
            if (completions.status() == WcStatus.SUCCESS) {
                Stream stream = streams.get((int) completions.wrId());
                long n = stream.taken();
                contents.checkArrived(stream.index, n);
                var _ = stream.take(completions.readByteLen());
                post(stream);
            } else {
                broken = true; // the peer is gone; whoever posts there says why
            }
        } while (completions.nextPoll());
        completions.endPoll();
        return true;
    }
}

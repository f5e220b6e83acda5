package org.urdma4j.endpoint;

import org.urdma4j.verbs.CompletionChannel;
import org.urdma4j.verbs.CompletionQueue;

import java.time.Duration;
import java.util.LinkedHashSet;

/**
 * The thread of a group that takes what has completed. An endpoint with many completions has to let
 * the others have theirs; the thread ends when the group or its device is closed.
 */
final class Completions {
    private static final Duration LONG = Duration.ofDays(1);

    private final CompletionChannel channel;

    /** In which there may be more, the one that has waited longest first. */
    private final LinkedHashSet<CompletionQueue> unfinished = new LinkedHashSet<>();

    Completions(CompletionChannel channel) {
        this.channel = channel;
    }

    void run() {
        while (true) {
            try {
                CompletionQueue queue =
                        channel.getCqEvent(unfinished.isEmpty() ? LONG : Duration.ZERO);
                if (queue != null) {
                    unfinished.add(queue);
                }
            } catch (InterruptedException _) {
                continue; // a callback's doing; only close() ends this
            } catch (IllegalStateException _) {
                return; // the group or its device is closed
            }
            drainOne();
        }
    }

    private void drainOne() {
        if (unfinished.isEmpty()) {
            return;
        }
        CompletionQueue queue = unfinished.removeFirst();
        try {
            if (((ActiveEndpoint) queue.cqContext()).drain(queue)) {
                unfinished.add(queue);
            }
        } catch (Throwable e) { // the others go on
            Uncaught.tell(e);
        }
    }
}

package org.urdma4j.endpoint;

import org.urdma4j.verbs.WorkCompletion;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Counts what {@link Progress} tells. For callbacks only, of which those of one connection are over
 * when the next one is made.
 */
final class ProgressCount {
    private final List<Long> doubtful = new ArrayList<>();
    private int connections;
    private long completed;
    private long last;

    /** Returns what is known, at the begin of a connection. */
    Progress connected() {
        OptionalLong newest = completed == 0 ? OptionalLong.empty() : OptionalLong.of(last);
        Progress before = new Progress(connections, completed, newest, doubtful);
        connections++;
        doubtful.clear();
        return before;
    }

    /** A request has completed, or failed. */
    void completed(WorkCompletion done) {
        if (done.isSuccess()) {
            completed++;
            last = done.wrId();
        } else {
            doubtful.add(done.wrId());
        }
    }
}

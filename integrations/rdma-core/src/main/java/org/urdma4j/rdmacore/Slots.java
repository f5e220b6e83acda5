package org.urdma4j.rdmacore;

/**
 * Which requests of a work queue hold a place in it: those whose completion hasn't been polled, and
 * unsignaled ones until a later one's has. Some devices free a place sooner; whoever posts then
 * would run ahead of a completion queue that is as deep as the work queue. One thread posts, and
 * one polls, at a time.
 */
final class Slots {
    private final int limit;
    private final long[] ids;
    private final boolean[] signaled;
    private volatile long posted;
    private volatile long freed;

    /** Makes as many as there may be requests; room for none is room for one that isn't used. */
    Slots(int limit) {
        this.limit = limit;
        int places = Integer.highestOneBit(Math.max(1, limit)) << 1;
        ids = new long[places];
        signaled = new boolean[places];
    }

    private int place(long request) {
        return (int) request & ids.length - 1;
    }

    int room() {
        return limit - (int) (posted - freed);
    }

    /** Takes a place; before the device has the request, so that its completion finds it. */
    void take(long id, boolean isSignaled) {
        long request = posted;
        ids[place(request)] = id;
        signaled[place(request)] = isSignaled;
        posted = request + 1;
    }

    /** Gives back the last places, of requests that the device has refused. */
    void giveBack(int count) {
        long now = posted;
        posted = now - count;
    }

    /** Forgets all of them; under whoever posts. */
    void clear() {
        freed = posted;
    }

    /** Returns whether the oldest request has this id. */
    boolean isOldest(long id) {
        return freed < posted && ids[place(freed)] == id;
    }

    /** A request has succeeded: the oldest that says so. */
    void succeeded() {
        long request = freed;
        while (request < posted && !signaled[place(request)]) {
            request++;
        }
        freed = Math.min(posted, request + 1);
    }

    /** A request has failed, which unsignaled ones say, too: the oldest of this id. */
    void failed(long id) {
        long request = freed;
        while (request < posted && ids[place(request)] != id) {
            request++;
        }
        if (request < posted) {
            freed = request + 1;
        }
    }
}

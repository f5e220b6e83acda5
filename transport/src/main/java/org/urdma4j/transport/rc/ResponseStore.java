package org.urdma4j.transport.rc;

/**
 * The responder's resources for READs and atomic operations ({@code max_dest_rd_atomic} of them,
 * IBTA 1.4 §9.7.7.1.1): the newest requests, for duplicates, and the order in which answers go out.
 */
final class ResponseStore {
    private Response[] slots = {};
    private Response[] queue = {};
    private int nextSlot;
    private int queueHead;
    private int queued;

    void reset(int capacity) {
        slots = new Response[capacity];
        queue = new Response[capacity];
        for (int i = 0; i < capacity; i++) {
            slots[i] = new Response();
        }
        nextSlot = 0;
        queueHead = 0;
        queued = 0;
    }

    /**
     * Changes how many requests are remembered: the newest, and every one whose answer is still to
     * be sent.
     */
    void resize(int capacity) {
        int size = Math.max(capacity, queued);
        if (size == slots.length) {
            return;
        }
        Response[] resized = new Response[size];
        int surplus = slots.length - size;
        int kept = 0;
        for (int i = 0; i < slots.length; i++) {
            Response answer = slots[(nextSlot + i) % slots.length];
            if (surplus > 0 && !answer.queued()) {
                surplus--;
            } else {
                resized[kept++] = answer;
            }
        }
        nextSlot = kept == size ? 0 : kept;
        while (kept < size) {
            resized[kept++] = new Response();
        }
        Response[] waiting = new Response[size];
        for (int i = 0; i < queued; i++) {
            waiting[i] = at(i);
        }
        slots = resized;
        queue = waiting;
        queueHead = 0;
    }

    /**
     * Returns whether another request may be taken. The requester must not have more outstanding
     * than there are slots, so the oldest has been answered unless the requester errs.
     */
    boolean hasRoom() {
        return slots.length > 0 && (!slots[nextSlot].queued() || slots[nextSlot].answeredOnce());
    }

    /** Takes the oldest slot for a new request, dropping a repetition that is still queued. */
    Response take() {
        Response answer = slots[nextSlot];
        nextSlot = (nextSlot + 1) % slots.length;
        if (answer.queued()) {
            dequeue(answer);
        }
        return answer;
    }

    private void dequeue(Response answer) {
        int kept = 0;
        for (int i = 0; i < queued; i++) {
            Response other = at(i);
            if (other != answer) {
                queue[(queueHead + kept++) % queue.length] = other;
            }
        }
        queued = kept;
        answer.queued(false);
    }

    /**
     * Puts an answer among those to be sent, unless it is there, in the order of sequence numbers:
     * a requester that came back for an earlier one can't use a later one before it.
     */
    void enqueue(Response answer) {
        if (answer.queued()) {
            return;
        }
        int place = queued++;
        while (place > 0 && at(place - 1).firstPsn() > answer.firstPsn()) {
            queue[(queueHead + place) % queue.length] = at(place - 1);
            place--;
        }
        queue[(queueHead + place) % queue.length] = answer;
        answer.queued(true);
    }

    private Response at(int place) {
        return queue[(queueHead + place) % queue.length];
    }

    /** Returns the answer to be sent now, null when there is none. */
    Response head() {
        return queued == 0 ? null : queue[queueHead];
    }

    void removeHead() {
        queue[queueHead].queued(false);
        queueHead = (queueHead + 1) % queue.length;
        queued--;
    }

    /** Returns the remembered request that covers {@code psn}, null when there is none. */
    Response find(long psn) {
        for (Response answer : slots) {
            if (answer.covers(psn)) {
                return answer;
            }
        }
        return null;
    }

    void clearQueue() {
        while (queued > 0) {
            removeHead();
        }
    }
}

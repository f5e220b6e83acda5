package org.urdma4j.transport.engine;

/**
 * The responder's resources for READs and atomic operations ({@code max_dest_rd_atomic} of them,
 * IBTA 1.4 §9.7.7.1.1): the newest requests, for duplicates, and the order in which answers go out.
 */
final class AnswerStore {
    private Answer[] slots = {};
    private Answer[] queue = {};
    private int nextSlot;
    private int queueHead;
    private int queued;

    void reset(int capacity) {
        slots = new Answer[capacity];
        queue = new Answer[capacity];
        for (int i = 0; i < capacity; i++) {
            slots[i] = new Answer();
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
        Answer[] resized = new Answer[size];
        int surplus = slots.length - size;
        int kept = 0;
        for (int i = 0; i < slots.length; i++) {
            Answer answer = slots[(nextSlot + i) % slots.length];
            if (surplus > 0 && !answer.queued()) {
                surplus--;
            } else {
                resized[kept++] = answer;
            }
        }
        nextSlot = kept == size ? 0 : kept;
        while (kept < size) {
            resized[kept++] = new Answer();
        }
        Answer[] waiting = new Answer[size];
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
    Answer take() {
        Answer answer = slots[nextSlot];
        nextSlot = (nextSlot + 1) % slots.length;
        if (answer.queued()) {
            dequeue(answer);
        }
        return answer;
    }

    private void dequeue(Answer answer) {
        int kept = 0;
        for (int i = 0; i < queued; i++) {
            Answer other = at(i);
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
    void enqueue(Answer answer) {
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

    private Answer at(int place) {
        return queue[(queueHead + place) % queue.length];
    }

    /** Returns the answer to be sent now, null when there is none. */
    Answer head() {
        return queued == 0 ? null : queue[queueHead];
    }

    /** The head has been sent. */
    void removeHead() {
        queue[queueHead].queued(false);
        queueHead = (queueHead + 1) % queue.length;
        queued--;
    }

    /** Returns the remembered request that covers {@code psn}, null when there is none. */
    Answer find(long psn) {
        for (Answer answer : slots) {
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

package org.urdma4j.transport.urdma.responder;

import java.util.Arrays;

/**
 * What waits for the packets before it: a binary heap by sequence number. What arrives in order
 * passes through without waiting, so it is small.
 */
final class ActionHeap {
    private static final int SMALLEST = 4;
    private static final Action[] NONE = {};

    /** Made when something waits. */
    private Action[] heap = NONE;

    private int size;

    /** Actions for reuse, linked through {@link Action#spare}. */
    private Action pool;

    /** Returns an action to be filled and given to {@link #add}. */
    Action fresh(long psn, Action.Kind kind) {
        Action action = pool;
        if (action == null) {
            action = new Action();
        } else {
            pool = action.spare;
            action.spare = null;
        }
        action.psn = psn;
        action.kind = kind;
        return action;
    }

    void add(Action action) {
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, Math.max(SMALLEST, 2 * size));
        }
        int index = size++;
        while (index > 0 && heap[(index - 1) / 2].psn > action.psn) {
            heap[index] = heap[(index - 1) / 2];
            index = (index - 1) / 2;
        }
        heap[index] = action;
    }

    /** Returns the action with the lowest sequence number, null when there is none. */
    Action first() {
        return size == 0 ? null : heap[0];
    }

    /** Removes the first, for reuse. */
    void removeFirst() {
        heap[0].spare = pool;
        pool = heap[0];
        Action last = heap[--size];
        heap[size] = null;
        int index = 0;
        while (2 * index + 1 < size) {
            int child = 2 * index + 1;
            if (child + 1 < size && heap[child + 1].psn < heap[child].psn) {
                child++;
            }
            if (heap[child].psn >= last.psn) {
                break;
            }
            heap[index] = heap[child];
            index = child;
        }
        if (size > 0) {
            heap[index] = last;
        }
    }

    void clear() {
        while (size > 0) {
            removeFirst();
        }
    }

    int size() {
        return size;
    }
}

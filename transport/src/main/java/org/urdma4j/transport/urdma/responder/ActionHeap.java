package org.urdma4j.transport.urdma.responder;

import java.util.ArrayDeque;
import java.util.Arrays;

/**
 * What waits for the packets before it: a binary heap by sequence number. What arrives in order
 * passes through without waiting, so it is small.
 */
final class ActionHeap {
    private final ArrayDeque<Action> pool = new ArrayDeque<>();
    private Action[] heap = new Action[16];
    private int size;

    /** Returns an action to be filled and given to {@link #add}. */
    Action fresh(long psn, Action.Kind kind) {
        Action action = pool.isEmpty() ? new Action() : pool.pollLast();
        action.psn = psn;
        action.kind = kind;
        return action;
    }

    void add(Action action) {
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, 2 * size);
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
        pool.addLast(heap[0]);
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

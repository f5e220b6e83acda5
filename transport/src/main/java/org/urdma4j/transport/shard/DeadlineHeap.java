package org.urdma4j.transport.shard;

import org.urdma4j.retransmit.RetransmitTimer;

import java.util.Arrays;

/**
 * Queue pairs by their next deadline: a binary heap that knows where each stands. A deadline that
 * moves later is left where it is and found out when it comes up, since every acknowledgement moves
 * one.
 */
final class DeadlineHeap {
    private ScheduledQp[] heap = new ScheduledQp[16];
    private int size;

    /** Returns the earliest deadline, {@link RetransmitTimer#NEVER} when there is none. */
    long earliestNs() {
        return size == 0 ? RetransmitTimer.NEVER : heap[0].deadlineNs;
    }

    /** Makes sure that {@code qp} comes up no later than {@code deadlineNs}. */
    void ensure(ScheduledQp qp, long deadlineNs) {
        if (deadlineNs == RetransmitTimer.NEVER
                || (qp.heapIndex >= 0 && qp.deadlineNs <= deadlineNs)) {
            return;
        }
        qp.deadlineNs = deadlineNs;
        if (qp.heapIndex < 0) {
            if (size == heap.length) {
                heap = Arrays.copyOf(heap, 2 * size);
            }
            put(size++, qp);
        }
        siftUp(qp.heapIndex);
    }

    ScheduledQp takeEarliest() {
        ScheduledQp earliest = heap[0];
        remove(earliest);
        return earliest;
    }

    void remove(ScheduledQp qp) {
        int index = qp.heapIndex;
        if (index < 0) {
            return;
        }
        qp.heapIndex = -1;
        ScheduledQp last = heap[--size];
        heap[size] = null;
        if (last != qp) {
            put(index, last);
            siftUp(index);
            siftDown(last.heapIndex);
        }
    }

    private void siftUp(int from) {
        int index = from;
        ScheduledQp qp = heap[index];
        while (index > 0 && heap[(index - 1) / 2].deadlineNs > qp.deadlineNs) {
            put(index, heap[(index - 1) / 2]);
            index = (index - 1) / 2;
        }
        put(index, qp);
    }

    private void siftDown(int from) {
        int index = from;
        ScheduledQp qp = heap[index];
        while (2 * index + 1 < size) {
            int child = 2 * index + 1;
            if (child + 1 < size && heap[child + 1].deadlineNs < heap[child].deadlineNs) {
                child++;
            }
            if (heap[child].deadlineNs >= qp.deadlineNs) {
                break;
            }
            put(index, heap[child]);
            index = child;
        }
        put(index, qp);
    }

    private void put(int index, ScheduledQp qp) {
        heap[index] = qp;
        qp.heapIndex = index;
    }
}

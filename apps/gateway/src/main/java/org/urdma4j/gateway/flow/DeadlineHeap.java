package org.urdma4j.gateway.flow;

import java.util.ArrayList;
import java.util.List;

/**
 * Flows by when something is to happen to them.
 *
 * @param <F> the flows
 */
public final class DeadlineHeap<F extends Flow<F, ?>> {
    private final List<F> heap = new ArrayList<>();

    /** Returns the earliest deadline, {@link Flow#NEVER} if there is none. */
    public long nextNs() {
        return heap.isEmpty() ? Flow.NEVER : heap.getFirst().deadlineNs;
    }

    /** Returns the flow with the earliest deadline; there must be one. */
    public F first() {
        return heap.getFirst();
    }

    /** Sets a flow's deadline in place of the one before; {@link Flow#NEVER} takes it out. */
    public void set(F flow, long deadlineNs) {
        if (deadlineNs == Flow.NEVER) {
            remove(flow);
            return;
        }
        long before = flow.deadlineNs;
        flow.deadlineNs = deadlineNs;
        if (flow.heapIndex == Flow.UNKNOWN) {
            flow.heapIndex = heap.size();
            heap.add(flow);
            up(flow);
        } else if (deadlineNs < before) {
            up(flow);
        } else {
            down(flow);
        }
    }

    /** Makes a flow's deadline no later than this. */
    public void atLatest(F flow, long deadlineNs) {
        if (deadlineNs < flow.deadlineNs) {
            set(flow, deadlineNs);
        }
    }

    private void remove(F flow) {
        int at = flow.heapIndex;
        flow.deadlineNs = Flow.NEVER;
        if (at == Flow.UNKNOWN) {
            return;
        }
        flow.heapIndex = Flow.UNKNOWN;
        F last = heap.removeLast();
        if (at < heap.size()) {
            place(last, at);
            up(last);
            down(last);
        }
    }

    private void up(F flow) {
        int at = flow.heapIndex;
        while (at > 0) {
            F parent = heap.get((at - 1) / 2);
            if (parent.deadlineNs <= flow.deadlineNs) {
                break;
            }
            int above = parent.heapIndex;
            place(parent, at);
            at = above;
        }
        place(flow, at);
    }

    private void down(F flow) {
        int at = flow.heapIndex;
        for (int child = 2 * at + 1; child < heap.size(); child = 2 * at + 1) {
            if (child + 1 < heap.size()
                    && heap.get(child + 1).deadlineNs < heap.get(child).deadlineNs) {
                child++;
            }
            F smaller = heap.get(child);
            if (flow.deadlineNs <= smaller.deadlineNs) {
                break;
            }
            place(smaller, at);
            at = child;
        }
        place(flow, at);
    }

    private void place(F flow, int at) {
        heap.set(at, flow);
        flow.heapIndex = at;
    }
}

package org.urdma4j.gateway.flow;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Flows in chains by a hash; there are at least as many chains as flows.
 *
 * @param <F> the flows
 */
abstract class FlowIndex<F extends Flow<F, ?>> {
    private static final int FEWEST = 1 << 6;

    private List<F> chains = chains(FEWEST);
    private int count;

    private static <F> List<F> chains(int count) {
        return new ArrayList<>(Collections.nCopies(count, null));
    }

    /** Returns what the flow's chain is chosen by. */
    abstract int hash(F flow);

    abstract F next(F flow);

    abstract void next(F flow, F next);

    /** Returns the first flow of the chain for a hash, or null. */
    F first(int hash) {
        return chains.get(hash & (chains.size() - 1));
    }

    void add(F flow) {
        if (count == chains.size()) {
            grow();
        }
        count++;
        put(flow);
    }

    private void put(F flow) {
        int chain = hash(flow) & (chains.size() - 1);
        next(flow, chains.get(chain));
        chains.set(chain, flow);
    }

    private void grow() {
        List<F> old = chains;
        chains = chains(2 * old.size());
        for (F first : old) {
            F flow = first;
            while (flow != null) {
                F behind = next(flow);
                put(flow);
                flow = behind;
            }
        }
    }

    void remove(F flow) {
        count--;
        int chain = hash(flow) & (chains.size() - 1);
        F at = chains.get(chain);
        if (at.index == flow.index) {
            chains.set(chain, next(flow));
        } else {
            while (next(at).index != flow.index) {
                at = next(at);
            }
            next(at, next(flow));
        }
        next(flow, null);
    }
}

package org.urdma4j.gateway.flow;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;

/**
 * Flows in chains by a hash; there are at least as many chains as flows.
 *
 * @param <F> the flows
 */
final class FlowIndex<F extends Flow<F, ?>> {
    private static final int FEWEST = 1 << 6;

    private final ToIntFunction<F> hash;
    private final UnaryOperator<F> next;
    private final BiConsumer<F, F> setNext;
    private List<F> chains = chains(FEWEST);
    private int count;

    /**
     * @param hash what a flow's chain is chosen by
     * @param next reads the flow's place for the one behind it
     * @param setNext writes it
     */
    FlowIndex(ToIntFunction<F> hash, UnaryOperator<F> next, BiConsumer<F, F> setNext) {
        this.hash = hash;
        this.next = next;
        this.setNext = setNext;
    }

    private static <F> List<F> chains(int count) {
        return new ArrayList<>(Collections.nCopies(count, null));
    }

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
        int chain = hash.applyAsInt(flow) & (chains.size() - 1);
        setNext.accept(flow, chains.get(chain));
        chains.set(chain, flow);
    }

    private void grow() {
        List<F> old = chains;
        chains = chains(2 * old.size());
        for (F first : old) {
            F flow = first;
            while (flow != null) {
                F behind = next.apply(flow);
                put(flow);
                flow = behind;
            }
        }
    }

    void remove(F flow) {
        count--;
        int chain = hash.applyAsInt(flow) & (chains.size() - 1);
        F at = chains.get(chain);
        if (at.index == flow.index) {
            chains.set(chain, next.apply(flow));
        } else {
            while (next.apply(at).index != flow.index) {
                at = next.apply(at);
            }
            setNext.accept(at, next.apply(flow));
        }
        setNext.accept(flow, null);
    }
}

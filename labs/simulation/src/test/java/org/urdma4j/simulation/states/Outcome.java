package org.urdma4j.simulation.states;

import java.util.List;

/**
 * What came of it.
 *
 * @param left completions in their order, each request and its status
 * @param right likewise
 * @param received at the right
 * @param states of both queue pairs in the end
 * @param ns until the last completion
 */
record Outcome(
        List<String> left, List<String> right, List<String> received, String states, long ns) {
    boolean completesLike(Outcome other) {
        return left.equals(other.left)
                && right.equals(other.right)
                && received.equals(other.received)
                && states.equals(other.states);
    }
}

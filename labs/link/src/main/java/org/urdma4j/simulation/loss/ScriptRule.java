package org.urdma4j.simulation.loss;

import java.util.function.Predicate;

/**
 * One line of a {@link Script} and how often it has matched. Not thread-safe.
 *
 * @param <P> the link's packets
 */
public final class ScriptRule<P> {
    private final String name;
    private final Predicate<? super P> match;
    private final Occurrence occurrence;
    private final ScriptAction action;
    private long matches;
    private long fired;

    ScriptRule(
            String name, Predicate<? super P> match, Occurrence occurrence, ScriptAction action) {
        this.name = name;
        this.match = match;
        this.occurrence = occurrence;
        this.action = action;
    }

    /** Counts the packet and returns whether the rule wants to act on it. */
    boolean meets(P packet) {
        return match.test(packet) && occurrence.includes(++matches);
    }

    ScriptAction fire() {
        fired++;
        return action;
    }

    public String name() {
        return name;
    }

    /** Returns how many packets the predicate has been true for. */
    public long matches() {
        return matches;
    }

    public long fired() {
        return fired;
    }
}

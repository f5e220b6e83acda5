package org.urdma4j.simulation.loss;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;

/**
 * Names single packets and says what becomes of them: "the second packet with PSN 7 is lost". Rules
 * are asked in the order in which they were added, about each packet that reaches the wire (a
 * packet that the queue refused is not counted). Every rule counts every packet it matches; where
 * several want to act on one packet, the first one does.
 *
 * <p>Belongs to one link, on that link's thread. A test asserts {@link #unfired()} to be empty at
 * its end, or it may have passed because its packet never came.
 *
 * @param <P> the link's packets
 */
public final class Script<P> {
    private static final ScriptAction PASS = new ScriptAction.Pass();

    private final List<ScriptRule<P>> rules = new ArrayList<>();

    /** Adds a rule that loses packets; returns this script. */
    public Script<P> drop(String name, Occurrence occurrence, Predicate<? super P> match) {
        return rule(name, occurrence, match, new ScriptAction.Drop());
    }

    /** Adds a rule that delivers packets twice; returns this script. */
    public Script<P> duplicate(String name, Occurrence occurrence, Predicate<? super P> match) {
        return rule(name, occurrence, match, new ScriptAction.Duplicate());
    }

    /** Adds a rule that flips a bit of packets; returns this script. */
    public Script<P> corrupt(String name, Occurrence occurrence, Predicate<? super P> match) {
        return rule(name, occurrence, match, new ScriptAction.Corrupt());
    }

    /**
     * Adds a rule that delivers packets late, so that others overtake them; returns this script.
     *
     * @param extraNs how much later, in nanoseconds; above 0
     */
    public Script<P> hold(
            String name, Occurrence occurrence, long extraNs, Predicate<? super P> match) {
        return rule(name, occurrence, match, new ScriptAction.Hold(extraNs));
    }

    /** Decides about the next packet on the wire. */
    public ScriptAction judge(P packet) {
        ScriptRule<P> decisive = null;
        for (int i = 0; i < rules.size(); i++) {
            ScriptRule<P> rule = rules.get(i);
            if (rule.meets(packet) && decisive == null) {
                decisive = rule;
            }
        }
        return decisive == null ? PASS : decisive.fire();
    }

    public List<ScriptRule<P>> rules() {
        return Collections.unmodifiableList(rules);
    }

    /** Returns the names of the rules that have not acted on any packet. */
    public List<String> unfired() {
        return rules.stream().filter(rule -> rule.fired() == 0).map(ScriptRule::name).toList();
    }

    private Script<P> rule(
            String name, Occurrence occurrence, Predicate<? super P> match, ScriptAction action) {
        rules.add(new ScriptRule<>(name, match, occurrence, action));
        return this;
    }
}

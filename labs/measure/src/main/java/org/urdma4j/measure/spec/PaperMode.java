package org.urdma4j.measure.spec;

import org.urdma4j.verbs.PaperRule;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.UrdmaTuning;

import java.util.EnumSet;
import java.util.Set;

/**
 * What of URDMA is as in its paper.
 *
 * @param mechanisms those that are; the others are ours
 * @param sack when a receiver reports, by count and time alone; null where that isn't as in the
 *     paper
 */
public record PaperMode(Set<Mechanism> mechanisms, SackTrigger sack) {
    /** Nothing. */
    public static final PaperMode NONE = new PaperMode(Set.of(), null);

    /** A round trip can't be measured with less, and the rest waits for it. */
    private static final int FIRST_PACKETS = 2;

    /** A mechanism of the paper. */
    public enum Mechanism {
        /** A round trip is measured before the start-up. */
        RTT,
        /** RRCC probes each 5 to 10 round trips. */
        CYCLE,
        /** Loss over a threshold lowers the rate in proportion. */
        DECREASE,
        /** The reference rate is a floor whatever is lost. */
        FLOOR,
        /** P-FEC: all is protected, in groups that grow with the loss. */
        FEC,
        /** Reports by count and time. */
        SACK
    }

    /** Has the usual count and time where {@code mechanisms} has reports and none are said. */
    public PaperMode {
        Set<Mechanism> all = EnumSet.noneOf(Mechanism.class);
        all.addAll(mechanisms);
        if (sack != null) {
            all.add(Mechanism.SACK);
        } else if (all.contains(Mechanism.SACK)) {
            sack = SackTrigger.USUAL;
        }
        mechanisms = Set.copyOf(all);
    }

    public boolean has(Mechanism mechanism) {
        return mechanisms.contains(mechanism);
    }

    /** Returns whether anything is as in the paper. */
    public boolean wanted() {
        return !mechanisms.isEmpty();
    }

    /** Returns what RRCC does so. */
    public Set<PaperRule> rules() {
        Set<PaperRule> rules = EnumSet.noneOf(PaperRule.class);
        if (has(Mechanism.CYCLE)) {
            rules.add(PaperRule.CYCLE);
        }
        if (has(Mechanism.DECREASE)) {
            rules.add(PaperRule.DECREASE);
        }
        return rules;
    }

    /** Returns what may leave in the first round trip, where that is {@code usual} otherwise. */
    public int initialWindow(int usual) {
        return has(Mechanism.RTT) ? FIRST_PACKETS : usual;
    }

    /** Returns the mode of error correction unless one is given. */
    public String fec(String given, String usual) {
        return given != null ? given : has(Mechanism.FEC) ? "paper" : usual;
    }

    /** Sets what both ends agree on. */
    public UrdmaOffer.Builder offer(UrdmaOffer.Builder offer) {
        return sack == null ? offer : offer.sack(sack.packets(), sack.intervalMicros());
    }

    /** Sets what each end does by itself, but for first window, reference rate and FEC. */
    public UrdmaTuning.Builder tune(UrdmaTuning.Builder tuning) {
        return tuning.paperRules(rules()).paperReports(has(Mechanism.SACK));
    }
}

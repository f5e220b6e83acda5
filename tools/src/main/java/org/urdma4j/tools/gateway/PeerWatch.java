package org.urdma4j.tools.gateway;

import org.urdma4j.gateway.packet.GatewayCounters;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Tells, once each, why the gateway at the far end is of no help. Not thread-safe. */
final class PeerWatch {
    /** MARKs in vain until nobody is thought to be there: a flow alone sends its own 8 times. */
    private static final int IN_VAIN = 16;

    private enum Trouble {
        VERSION("speaks another version: start the same one at both ends"),
        OTHER_KEY("has another key: give both ends the same --key, or neither one"),
        NO_KEY("has no key: give it this end's --key"),
        NOBODY("does not answer: start one there");

        private final String text;

        Trouble(String text) {
            this.text = text;
        }
    }

    private final Set<Trouble> told = EnumSet.noneOf(Trouble.class);

    /** Returns what is to be said now, a line each. */
    List<String> news(GatewayCounters counters) {
        List<String> lines = new ArrayList<>();
        tell(Trouble.VERSION, counters.otherVersion > 0, lines);
        tell(Trouble.OTHER_KEY, counters.otherKey > 0, lines);
        tell(Trouble.NO_KEY, counters.withoutKey > 0, lines);
        boolean known = counters.messages > 0 || !told.isEmpty();
        tell(Trouble.NOBODY, !known && counters.marks >= IN_VAIN, lines);
        return lines;
    }

    private void tell(Trouble trouble, boolean there, List<String> lines) {
        if (there && told.add(trouble)) {
            lines.add(
                    "the gateway at the far end %s; traffic goes on plain".formatted(trouble.text));
        }
    }
}

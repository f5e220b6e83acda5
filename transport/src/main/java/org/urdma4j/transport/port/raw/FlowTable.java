package org.urdma4j.transport.port.raw;

import org.urdma4j.transport.port.linux.FrameFilter;
import org.urdma4j.transport.port.linux.FrameMatch;
import org.urdma4j.verbs.FlowAttr;
import org.urdma4j.verbs.FlowAttrType;
import org.urdma4j.verbs.FlowFlags;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The flows of a port in the order in which frames meet them. Each queue pair has a socket of its
 * own, whose filter in the kernel has all flows up to its own last one: the first that a frame
 * matches tells whether it is for this socket. Confined to the event loop.
 */
final class FlowTable {
    /** A flow and whose it is. */
    record Rule(SteeredFrames owner, FlowAttr attr, List<FrameMatch> matches) {
        private static final int GROUP_BIT = 0x01;

        static Rule of(SteeredFrames owner, FlowAttr attr) {
            List<FrameMatch> matches =
                    attr.type() == FlowAttrType.MC_DEFAULT
                            ? List.of(FrameMatch.ALL.octet(0, GROUP_BIT, GROUP_BIT))
                            : FlowMatches.of(attr);
            return new Rule(owner, attr, matches);
        }

        private int rank() {
            return switch (attr.type()) {
                case SNIFFER, NORMAL -> 0;
                case MC_DEFAULT -> 1;
                case ALL_DEFAULT -> 2;
            };
        }

        private boolean isDefault() {
            return rank() > 0;
        }

        private boolean goesOn() {
            return (attr.flags() & FlowFlags.DONT_TRAP) != 0;
        }
    }

    private static final Comparator<Rule> ORDER =
            Comparator.comparingInt(Rule::rank).thenComparingInt(rule -> rule.attr().priority());

    private final List<FrameMatch> toOtherQueuePairs;
    private final List<Rule> rules = new ArrayList<>();

    /**
     * Creates an empty table.
     *
     * @param toOtherQueuePairs what is steered to queue pairs that need no flow
     */
    FlowTable(List<FrameMatch> toOtherQueuePairs) {
        this.toOtherQueuePairs = toOtherQueuePairs;
    }

    void add(Rule rule) {
        rules.add(rule);
        rules.sort(ORDER); // stable: the older of equal ones stays first
    }

    void remove(Rule rule) {
        rules.remove(rule);
    }

    void removeAll(SteeredFrames owner) {
        rules.removeIf(rule -> rule.owner() == owner);
    }

    List<SteeredFrames> owners() {
        return rules.stream().map(Rule::owner).distinct().toList();
    }

    /** Returns whether frames are copied to somebody, those that leave included. */
    boolean sniffs(SteeredFrames owner) {
        return rules.stream()
                .anyMatch(rule ->
                        rule.owner() == owner && rule.attr().type() == FlowAttrType.SNIFFER);
    }

    FrameFilter filterFor(SteeredFrames owner) {
        if (sniffs(owner)) {
            return new FrameFilter.Builder().rules(List.of(FrameMatch.ALL), true).build();
        }
        List<Rule> steering =
                rules.stream().filter(rule -> rule.attr().type() != FlowAttrType.SNIFFER).toList();
        int last = steering.size() - 1;
        while (last >= 0 && steering.get(last).owner() != owner) {
            last--;
        }
        FrameFilter.Builder filter = new FrameFilter.Builder();
        boolean defaults = false;
        for (Rule rule : steering.subList(0, last + 1)) {
            if (rule.isDefault() && !defaults) {
                defaults = true;
                filter.rules(toOtherQueuePairs, false);
            }
            if (rule.owner() == owner || !rule.goesOn()) {
                filter.rules(rule.matches(), rule.owner() == owner);
            }
        }
        return filter.build();
    }
}

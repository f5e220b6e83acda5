package org.urdma4j.protection.association.state;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Which generations of keys are live, and when the old ones end. */
final class Generations {
    private static final int MASK = 0xff;

    /** A number further ahead than this is one that was passed. */
    private static final int AHEAD = 127;

    private record Old(int generation, long atNs) {}

    private final List<Integer> live = new ArrayList<>();
    private final List<Old> ending = new ArrayList<>();
    private int newest;

    Generations() {
        live.add(0);
    }

    int newest() {
        return newest;
    }

    int next() {
        return (newest + 1) & MASK;
    }

    /** The peer may have made some that this end never saw. */
    boolean isAhead(int generation) {
        int by = (generation - newest) & MASK;
        return by > 0 && by <= AHEAD;
    }

    void add(int generation) {
        newest = generation;
        live.add(generation);
    }

    /** All but this one end then. */
    void endOthers(int generation, long atNs) {
        for (int one : live) {
            if (one != generation) {
                ending.add(new Old(one, atNs));
            }
        }
        live.removeIf(one -> one != generation);
    }

    /** Returns those whose time has come, and forgets them. */
    List<Integer> takeEnded(long nowNs) {
        List<Integer> ended = new ArrayList<>();
        for (Iterator<Old> all = ending.iterator(); all.hasNext(); ) {
            Old one = all.next();
            if (nowNs - one.atNs >= 0) {
                ended.add(one.generation);
                all.remove();
            }
        }
        return ended;
    }

    /** Returns when the next one ends, or {@code otherwise} if that is sooner. */
    long nextEndNs(long otherwise) {
        long next = otherwise;
        for (Old one : ending) {
            next = one.atNs - next < 0 ? one.atNs : next;
        }
        return next;
    }
}

package org.urdma4j.retransmit.sack;

import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What a {@link SackReceiver} or {@link PathReceiver} should know, kept without any cleverness. */
final class ReceiverModel {
    private static final class Missing {
        long holeEnd;
        long foundNs;
        int times;
        long listedNs;
    }

    private final TreeSet<Long> arrived = new TreeSet<>();
    private final NavigableMap<Long, Missing> missing = new TreeMap<>();
    private final long first;
    long highest;
    long missed;

    ReceiverModel(long first) {
        this.first = first;
        highest = first;
    }

    void arrive(long nowNs, long psn, boolean firstTransmission) {
        if (psn < highest && firstTransmission) {
            missed--;
        }
        for (long hole = highest; hole < psn; hole++) {
            Missing entry = new Missing();
            entry.holeEnd = psn;
            entry.foundNs = nowNs;
            missing.put(hole, entry);
            missed++;
        }
        highest = Math.max(highest, psn + 1);
        arrived.add(psn);
        missing.remove(psn);
    }

    boolean has(long psn) {
        return psn < first || arrived.contains(psn);
    }

    long cumulative() {
        return missing.isEmpty() ? highest : missing.firstKey();
    }

    /** Returns what a report made now names, and remembers that it did. */
    Set<Long> report(long nowNs, int packets, long timeNs, long roundTripNs) {
        Set<Long> named = new TreeSet<>();
        missing.forEach((psn, entry) -> {
            boolean passed = highest - entry.holeEnd >= packets || nowNs - entry.foundNs >= timeNs;
            boolean due =
                    switch (entry.times) {
                        case 0 -> passed;
                        case 1, 2 -> true;
                        default -> nowNs - entry.listedNs >= roundTripNs;
                    };
            if (due) {
                entry.times++;
                entry.listedNs = nowNs;
                named.add(psn);
            }
        });
        return named;
    }

    /** Whatever three reports named is waited for no more, as on a path. */
    void giveUpNamed() {
        giveUp(
                missing.entrySet().stream()
                        .filter(entry -> entry.getValue().times >= 3)
                        .map(Map.Entry::getKey)
                        .toList());
    }

    /** Nothing before {@code least} is waited for any more. */
    void giveUpBefore(long least) {
        giveUp(List.copyOf(missing.headMap(least).keySet()));
    }

    private void giveUp(List<Long> psns) {
        arrived.addAll(psns);
        psns.forEach(missing::remove);
    }
}

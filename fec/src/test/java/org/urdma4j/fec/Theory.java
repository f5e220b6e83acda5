package org.urdma4j.fec;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** What can be repaired of a group, by sets and their definition. */
final class Theory {
    private Theory() {}

    /** Returns each parity's members, in the order of the wire. */
    static List<BitSet> parities(int scheme, int r, int members) {
        List<BitSet> rows = new ArrayList<>();
        List<BitSet> columns = new ArrayList<>();
        for (int i = 0; i < members; i++) {
            while (columns.size() <= Math.min(i, r - 1)) {
                columns.add(new BitSet());
            }
            while (rows.size() <= i / r) {
                rows.add(new BitSet());
            }
            columns.get(i % r).set(i);
            rows.get(i / r).set(i);
        }
        if (scheme == FecScheme.TWO_DIMENSIONAL) {
            rows.addAll(columns);
            return rows;
        }
        return columns;
    }

    /** Returns the lost members that peeling gives back. */
    static BitSet repairable(List<BitSet> parities, BitSet lostMembers, BitSet lostParities) {
        BitSet missing = (BitSet) lostMembers.clone();
        boolean progress = true;
        while (progress) {
            progress = false;
            for (int p = 0; p < parities.size(); p++) {
                BitSet of = (BitSet) parities.get(p).clone();
                of.and(missing);
                if (!lostParities.get(p) && of.cardinality() == 1) {
                    missing.andNot(of);
                    progress = true;
                }
            }
        }
        BitSet repaired = (BitSet) lostMembers.clone();
        repaired.andNot(missing);
        return repaired;
    }
}

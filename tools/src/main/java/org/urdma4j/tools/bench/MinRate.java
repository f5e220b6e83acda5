package org.urdma4j.tools.bench;

import org.urdma4j.measure.run.FlowSum;
import org.urdma4j.measure.run.RunRecord;
import org.urdma4j.measure.spec.Direction;
import org.urdma4j.simulation.units.Units;

import java.util.List;
import java.util.Locale;

/**
 * The least goodput that a run is to reach, in each direction.
 *
 * @param bitsPerSecond 0 for none
 */
record MinRate(long bitsPerSecond) {
    private static final int PERCENT = 100;

    /**
     * Reads what is written behind {@code --min-rate}.
     *
     * @param text null for none
     * @throws IllegalArgumentException if it is no rate, or 0
     */
    static MinRate parse(String text) {
        if (text == null) {
            return new MinRate(0);
        }
        long rate;
        try {
            rate = Units.rate(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--min-rate: " + e.getMessage(), e);
        }
        if (rate == 0) {
            throw new IllegalArgumentException("--min-rate is 0, must be more; leave it out");
        }
        return new MinRate(rate);
    }

    boolean wanted() {
        return bitsPerSecond > 0;
    }

    /**
     * Returns in a line by how much a run was slower, in the slower direction if there are two;
     * null if it wasn't, or did not come to its end.
     */
    String shortfall(RunRecord record) {
        if (!wanted() || record.failure() != null || !record.measured()) {
            return null;
        }
        return shortfall(List.of(record), "server");
    }

    /**
     * Returns in a line by how much runs that went on together were slower, all in all; null if
     * they weren't. All have come to their end.
     */
    String shortfall(List<RunRecord> records) {
        return wanted() && records.stream().allMatch(RunRecord::measured)
                ? shortfall(records, "servers")
                : null;
    }

    private String shortfall(List<RunRecord> records, String other) {
        double forward = FlowSum.total(records, false).goodputBps();
        if (records.getFirst().head().spec().direction() != Direction.BOTH) {
            return shortfall("", forward);
        }
        double reverse = FlowSum.total(records, true).goodputBps();
        return reverse < forward
                ? shortfall(other + " to client: ", reverse)
                : shortfall("client to " + other + ": ", forward);
    }

    private String shortfall(String which, double reached) {
        double missing = (double) bitsPerSecond - reached;
        return missing <= 0
                ? null
                : String.format(
                        Locale.ROOT,
                        "%s%s received, %s (%.1f %%) less than --min-rate %s",
                        which,
                        Quantities.rate(reached),
                        Quantities.rate(missing),
                        PERCENT * missing / (double) bitsPerSecond,
                        Quantities.rate((double) bitsPerSecond));
    }
}

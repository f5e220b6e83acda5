package org.urdma4j.measure.capture;

import org.urdma4j.codec.ib.Psn;
import org.urdma4j.codec.urdma.RangeSink;

import java.util.ArrayList;
import java.util.List;

/** What a report names as missing, in words: how many numbers, and the first ranges of them. */
final class RangeWords implements RangeSink {
    private static final int MOST_RANGES = 6;

    private final List<String> ranges = new ArrayList<>();
    private long missing;

    @Override
    public void missing(int first, int count) {
        missing += count;
        if (ranges.size() < MOST_RANGES) {
            int last = Psn.add(first, count - 1);
            ranges.add(count == 1 ? "" + first : first + "-" + last);
        } else if (ranges.size() == MOST_RANGES) {
            ranges.add("...");
        }
    }

    /** Returns the words behind a comma, nothing where nothing is missing. */
    @Override
    public String toString() {
        return missing == 0 ? "" : ", misses %d: %s".formatted(missing, String.join(" ", ranges));
    }
}

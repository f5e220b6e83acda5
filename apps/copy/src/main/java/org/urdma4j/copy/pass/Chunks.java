package org.urdma4j.copy.pass;

import org.urdma4j.copy.message.ChunkRange;
import org.urdma4j.copy.message.Limits;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Which chunks of a file there are. */
public final class Chunks {
    private Chunks() {}

    public static long count(long size) {
        return size / Limits.CHUNK + (size % Limits.CHUNK == 0 ? 0 : 1);
    }

    /** Returns whether a file goes in one message. */
    public static boolean isSmall(long size) {
        return size <= Limits.CHUNK;
    }

    public static List<ChunkRange> ranges(BitSet set) {
        List<ChunkRange> ranges = new ArrayList<>();
        int first = set.nextSetBit(0);
        while (first >= 0) {
            int end = set.nextClearBit(first);
            ranges.add(new ChunkRange(first, end - first));
            first = set.nextSetBit(end);
        }
        return ranges;
    }

    /** Returns ranges as a set; what is beyond the chunks of a file of that size is left out. */
    public static BitSet set(List<ChunkRange> ranges, long size) {
        long count = Math.min(Integer.MAX_VALUE, count(size));
        BitSet set = new BitSet();
        for (ChunkRange range : ranges) {
            if (range.first() < count) {
                set.set((int) range.first(), (int) Math.min(count, range.end()));
            }
        }
        return set;
    }

    public static long bytes(BitSet set, long size) {
        long bytes = (long) set.cardinality() * Limits.CHUNK;
        long last = count(size) - 1;
        boolean hasLast = last >= 0 && last <= Integer.MAX_VALUE && set.get((int) last);
        return hasLast ? bytes - (last + 1) * Limits.CHUNK + size : bytes;
    }
}

package org.urdma4j.transport.counter;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A value for each {@link Counter}. One thread writes, the event loop of its owner; any thread may
 * read and sees every value whole, if not all of the same instant.
 */
// The ordinal is an index of arrays that never leave the process.
@SuppressWarnings("EnumOrdinal")
public final class Counters {
    private static final VarHandle VALUE = MethodHandles.arrayElementVarHandle(long[].class);
    private static final int COUNT = Counter.values().length;

    private static final int PAGE_BITS = 4;
    private static final int PAGE = 1 << PAGE_BITS;
    private static final VarHandle PAGES = MethodHandles.arrayElementVarHandle(long[][].class);

    /** Made when something in them is counted: of most queue pairs only a few are. */
    private final long[][] pages = new long[(COUNT + PAGE - 1) >> PAGE_BITS][];

    private final Counters total;

    /** What these are the sum of, in which case nothing is added to them. */
    private final List<Counters> parts;

    public Counters() {
        this(null, List.of());
    }

    /** Creates counters whose every increment also counts in {@code total}, of the same loop. */
    public Counters(Counters total) {
        this(total, List.of());
    }

    private Counters(Counters total, List<Counters> parts) {
        this.total = total;
        this.parts = List.copyOf(parts);
    }

    /** Returns counters that are the sum of others whenever they are read; they take nothing. */
    public static Counters sumOf(List<Counters> parts) {
        return new Counters(null, parts);
    }

    public void increment(Counter counter) {
        add(counter, 1);
    }

    /** Adds {@code n}. */
    public void add(Counter counter, long n) {
        int index = counter.ordinal();
        long[] page = pages[index >> PAGE_BITS];
        if (page == null) {
            page = new long[PAGE];
            PAGES.setRelease(pages, index >> PAGE_BITS, page);
        }
        int at = index & (PAGE - 1);
        VALUE.setOpaque(page, at, page[at] + n);
        if (total != null) {
            total.add(counter, n);
        }
    }

    public long get(Counter counter) {
        int index = counter.ordinal();
        long[] page = (long[]) PAGES.getAcquire(pages, index >> PAGE_BITS);
        long value = page == null ? 0 : (long) VALUE.getOpaque(page, index & (PAGE - 1));
        for (Counters part : parts) {
            value += part.get(counter);
        }
        return value;
    }

    /** Returns every counter that is not zero. */
    public Map<Counter, Long> nonZero() {
        Map<Counter, Long> result = new EnumMap<>(Counter.class);
        for (Counter counter : Counter.values()) {
            long value = get(counter);
            if (value != 0) {
                result.put(counter, value);
            }
        }
        return result;
    }

    @Override
    public String toString() {
        return nonZero().toString();
    }
}

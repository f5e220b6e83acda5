package org.urdma4j.transport.counter;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;

/**
 * The values of all counters at one moment, by {@link Counter#label}, in their order. Immutable.
 * Taking one copies an array; what else a map needs is made when it is asked for.
 */
// The ordinal is an index of arrays that never leave the process.
@SuppressWarnings("EnumOrdinal")
public final class CounterValues extends AbstractMap<String, Long> {
    private static final Counter[] ALL = Counter.values();
    private static final Map<String, Counter> BY_LABEL = byLabel();

    private final long[] values = new long[ALL.length];

    /** Copies the values; on the event loop that counts they are of one moment. */
    public CounterValues(Counters counters) {
        for (Counter counter : ALL) {
            values[counter.ordinal()] = counters.get(counter);
        }
    }

    private static Map<String, Counter> byLabel() {
        Map<String, Counter> result = new HashMap<>();
        for (Counter counter : ALL) {
            result.put(counter.label(), counter);
        }
        return result;
    }

    @Override
    public Long get(Object label) {
        Counter counter = BY_LABEL.get(label);
        return counter == null ? null : values[counter.ordinal()];
    }

    @Override
    public boolean containsKey(Object label) {
        return BY_LABEL.containsKey(label);
    }

    @Override
    public Set<Entry<String, Long>> entrySet() {
        return new Entries();
    }

    private final class Entries extends AbstractSet<Entry<String, Long>> {
        @Override
        public int size() {
            return ALL.length;
        }

        @Override
        public Iterator<Entry<String, Long>> iterator() {
            return new Iterator<>() {
                private int next;

                @Override
                public boolean hasNext() {
                    return next < ALL.length;
                }

                @Override
                public Entry<String, Long> next() {
                    if (next == ALL.length) {
                        throw new NoSuchElementException();
                    }
                    int at = next++;
                    return Map.entry(ALL[at].label(), values[at]);
                }
            };
        }
    }
}

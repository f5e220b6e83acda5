package org.urdma4j.simulation;

import org.urdma4j.fixtures.Nightly;

import java.util.SplittableRandom;
import java.util.stream.LongStream;

/**
 * How much of a test is run: a few seeds of what is random by default; with {@code
 * -Durdma.nightly=true} all that the test knows, and as many that nobody has run before. Those come
 * from {@code -Durdma.seed=N}, or from the time, and N is printed.
 *
 * <p>{@code -Dseed=K} runs the one seed K, {@code -Dseeds=N} the first N; {@code -Durdma.seconds=N}
 * new ones alone, of which none begins later than N seconds after a test's first.
 */
public final class Seeds {
    /** Smallest of those that nobody has run before; no test counts that far. */
    private static final long FIRST_NEW = 1_000_000;

    private static final long LAST_NEW = 1_000_000_000_000L;

    private Seeds() {}

    /**
     * Returns the seeds to run.
     *
     * @param few from 0 on, by default
     * @param many from 0 on at night, and then as many new ones
     */
    public static LongStream of(long few, long many) {
        Long one = Long.getLong("seed");
        if (one != null) {
            return LongStream.of(one);
        }
        Long first = Long.getLong("seeds");
        if (first != null) {
            return LongStream.range(0, first);
        }
        Long seconds = Long.getLong("urdma.seconds");
        if (seconds != null) {
            long beginNs = System.nanoTime();
            return fresh(many)
                    .takeWhile(_ -> System.nanoTime() - beginNs < seconds * 1_000_000_000);
        }
        return Nightly.ON
                ? LongStream.concat(LongStream.range(0, many), fresh(many))
                : LongStream.range(0, few);
    }

    private static LongStream fresh(long many) {
        return new SplittableRandom(Nightly.seed()).longs(many, FIRST_NEW, LAST_NEW);
    }

    /** Returns one of two sizes of the same run. */
    public static long size(long usual, long nightly) {
        return Nightly.ON ? nightly : usual;
    }

    /** Returns what a failure says: which seed it was, and how that one is run alone. */
    public static String again(Class<?> test, long seed) {
        return "seed %d failed; again with -Dtest=%s -Dseed=%d"
                .formatted(seed, test.getSimpleName(), seed);
    }
}

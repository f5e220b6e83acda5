package org.urdma4j.simulation.link;

import org.urdma4j.simulation.units.Units;

import java.util.Locale;
import java.util.random.RandomGenerator;

/**
 * When a queue marks what leaves it with congestion experienced, by the bytes that stay behind: the
 * linear ramp of random early detection (Floyd and Jacobson 1993) on the queue of the moment, as
 * DCQCN's congestion point has it (Zhu et al., SIGCOMM 2015). Judged when a packet leaves, not when
 * it joins: a mark that waits in the queue that it tells of comes late, and the queue swings.
 * Immutable, without random numbers of its own; for links and for the ports of switches.
 *
 * @param minBytes K_min: at most this much leaves no mark; 0 or more
 * @param maxBytes K_max: more than this marks every packet; at least {@code minBytes}
 * @param maxProbability P_max: the share that is marked at K_max, 0 to 1; between, it is linear
 */
public record RedMarking(long minBytes, long maxBytes, double maxProbability) {
    /** Nothing is ever marked. */
    public static final RedMarking NONE = new RedMarking(Long.MAX_VALUE, Long.MAX_VALUE, 1);

    private static final String NO_MARKS = "none";
    private static final long BITS_PER_GBIT = 1_000_000_000L;
    private static final long SCALED_MIN_BYTES_PER_GBIT = 4_000;
    private static final long SCALED_MAX_BYTES_PER_GBIT = 16_000;
    private static final double SCALED_PROBABILITY = 0.2;

    public RedMarking {
        if (minBytes < 0 || maxBytes < minBytes) {
            throw new IllegalArgumentException(
                    "K_min (%d bytes) must be 0 or more, and K_max (%d) no less"
                            .formatted(minBytes, maxBytes));
        }
        Units.requireProbability(maxProbability, "P_max");
    }

    /** Marks every packet that leaves more than {@code bytes} behind, and no other. */
    public static RedMarking above(long bytes) {
        return new RedMarking(bytes, bytes, 1);
    }

    /**
     * The thresholds that go with DCQCN's constants scaled to a line: 4 KB and 16 KB for each
     * Gbit/s, and 0.2; at 100 Gbit/s 400 KB and 1.6 MB.
     *
     * @param lineBitsPerSecond of the link behind the queue
     */
    public static RedMarking scaled(long lineBitsPerSecond) {
        return new RedMarking(
                scale(SCALED_MIN_BYTES_PER_GBIT, lineBitsPerSecond),
                scale(SCALED_MAX_BYTES_PER_GBIT, lineBitsPerSecond),
                SCALED_PROBABILITY);
    }

    private static long scale(long bytesPerGbit, long bitsPerSecond) {
        return (long) ((double) bytesPerGbit * (double) bitsPerSecond / BITS_PER_GBIT);
    }

    /**
     * Reads {@code K_MIN,K_MAX,P_MAX}, such as {@code 400KB,1.6MB,0.2}, or {@code none}.
     *
     * @throws IllegalArgumentException if it is not that, with a message that shows what would be
     */
    public static RedMarking parse(String text) {
        if (text.equals(NO_MARKS)) {
            return NONE;
        }
        String[] parts = text.split(",", -1);
        if (parts.length != 3) {
            throw new IllegalArgumentException(
                    "\"%s\" is not K_MIN,K_MAX,P_MAX; write it like 400KB,1.6MB,0.2, or none"
                            .formatted(text));
        }
        return new RedMarking(
                Units.bytes(parts[0]), Units.bytes(parts[1]), Units.probability(parts[2]));
    }

    /** Returns the share of packets that are marked when they leave so many bytes behind. */
    public double probability(long queueBytes) {
        if (queueBytes <= minBytes) {
            return 0;
        }
        if (queueBytes > maxBytes) {
            return 1;
        }
        return maxProbability * (queueBytes - minBytes) / (maxBytes - minBytes);
    }

    /**
     * Returns whether a packet that leaves so many bytes behind is to be marked.
     *
     * @param random drawn from only where chance decides
     */
    public boolean marks(long queueBytes, RandomGenerator random) {
        double probability = probability(queueBytes);
        return probability >= 1 || (probability > 0 && random.nextDouble() < probability);
    }

    @Override
    public String toString() {
        return equals(NONE)
                ? NO_MARKS
                : String.format(Locale.ROOT, "%dB,%dB,%s", minBytes, maxBytes, maxProbability);
    }
}

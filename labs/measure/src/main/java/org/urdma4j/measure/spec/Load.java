package org.urdma4j.measure.spec;

/**
 * What is moved, and for how long.
 *
 * @param size bytes of a message, 1 to 1 GiB; 8 for atomic operations
 * @param depth requests that are posted at a time on each stream, 1 to 65,536
 * @param streams queue pairs or TCP connections, 1 to 10,000
 * @param timeNs how long the run takes after {@code omitNs}, 0 when {@code bytes} decides
 * @param bytes how much is moved after {@code omitNs}, 0 when the time decides
 * @param omitNs the start that doesn't count
 * @param intervalNs from one interim line to the next, 10 ms or more, 0 for none
 * @param verify whether the receiver checks every byte
 * @param latency whether one request at a time is posted and timed
 * @param probed whether round trips are timed beside what is moved, on a queue pair of their own
 * @param seed of the contents
 */
public record Load(
        long size,
        int depth,
        int streams,
        long timeNs,
        long bytes,
        long omitNs,
        long intervalNs,
        boolean verify,
        boolean latency,
        boolean probed,
        long seed) {
    /** The longest message: 1 GiB. */
    public static final long MAX_SIZE = 1L << 30;

    /** The most requests posted at a time. */
    public static final int MAX_DEPTH = 1 << 16;

    public static final int MAX_STREAMS = 10_000;

    /** The longest run: a day. */
    public static final long MAX_TIME_NS = 86_400_000_000_000L;

    private static final long MIN_INTERVAL_NS = 10_000_000;

    /** A load beside which no round trips are timed. */
    public Load(
            long size,
            int depth,
            int streams,
            long timeNs,
            long bytes,
            long omitNs,
            long intervalNs,
            boolean verify,
            boolean latency,
            long seed) {
        this(size, depth, streams, timeNs, bytes, omitNs, intervalNs, verify, latency, false, seed);
    }

    public Load {
        Range.check("--size", size, 1, MAX_SIZE);
        Range.check("--depth", depth, 1, MAX_DEPTH);
        Range.check("--qps", streams, 1, MAX_STREAMS);
        Range.check("--time in ns", timeNs, 0, MAX_TIME_NS);
        Range.check("--bytes", bytes, 0, Long.MAX_VALUE / 8);
        Range.check("--omit in ns", omitNs, 0, MAX_TIME_NS);
        Range.check("--interval in ns", intervalNs, 0, MAX_TIME_NS);
        Range.require(
                intervalNs == 0 || intervalNs >= MIN_INTERVAL_NS, "--interval is 10ms or more");
        Range.require((timeNs > 0) != (bytes > 0), "give --time or --bytes, not both and not 0");
        Range.require(!latency || (depth == 1 && streams == 1), "--latency has --depth 1, --qps 1");
        Range.require(!latency || !probed, "give --latency or --latency-under-load, not both");
        Range.require(bytes == 0 || omitNs == 0, "--omit goes with --time, not with --bytes");
    }

    /** Returns the queue pairs of a run over RDMA: one for each stream, and one to time. */
    public int queuePairs() {
        return streams + (probed ? 1 : 0);
    }

    /** Returns nanoseconds from the start to the end that time sets, or the longest there is. */
    public long endNs() {
        return bytes > 0 ? MAX_TIME_NS : omitNs + timeNs;
    }

    /** Returns how many messages a run by bytes has on each stream, rounded up. */
    public long messagesPerStream() {
        long perStream = (bytes + streams - 1) / streams;
        return (perStream + size - 1) / size;
    }
}

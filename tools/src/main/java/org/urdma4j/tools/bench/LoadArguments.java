package org.urdma4j.tools.bench;

import org.urdma4j.measure.spec.Direction;
import org.urdma4j.measure.spec.Labelled;
import org.urdma4j.measure.spec.Load;
import org.urdma4j.measure.spec.Operation;
import org.urdma4j.measure.spec.Service;
import org.urdma4j.simulation.units.Units;

import picocli.CommandLine.Option;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** What is moved, as it is written on the command line. */
final class LoadArguments {
    private static final long KIBI = 1L << 10;
    private static final long MEBI = 1L << 20;
    private static final int ATOMIC_SIZE = 8;

    /** Sixteen times what is under way at 2.5 Gbit/s over 100 ms, eight at 5 Gbit/s. */
    private static final long POSTED_BYTES = 512 * MEBI;

    /** Verification has a place in memory for each message that is posted, twice. */
    private static final long POSTED_BYTES_VERIFIED = 64 * MEBI;

    private static final int MOST_DEPTH = 1024;
    private static final int LEAST_DEPTH = 4;
    private static final long DEFAULT_TIME_NS = 10_000_000_000L;
    private static final long DEFAULT_OMIT_NS = 2_000_000_000L;

    private static final long SWEEP_TIME_NS = 1_000_000_000L;
    private static final int SWEEP_PARTS = 4;

    /** In which a connection finds the rate of its path. */
    private static final int SWEEP_WARM_RTTS = 20;

    /** In which the JVMs at both ends compile what a run needs. */
    private static final long SWEEP_FIRST_NS = 1_000_000_000L;

    private static final long LEAST_INTERVAL_NS = 10_000_000L;
    private static final long LARGEST_SWEPT = 8 * MEBI;

    @Option(
            names = "--op",
            paramLabel = "OP",
            description = "write (default), write-imm, send, read, cas or faa; of ud send.")
    private String op;

    @Option(
            names = "--qp",
            paramLabel = "TYPE",
            description = "rc (default); uc or ud of the standard protocol.")
    private String qp = "rc";

    @Option(
            names = "--multicast",
            paramLabel = "GROUP",
            description = {
                "Address of a group that servers join, and one queue pair of the client's, of",
                "--qp ud, sends to, at --rate of payload; each says what came and with what jitter."
            })
    private String multicast = "";

    @Option(
            names = {"-l", "--size"},
            paramLabel = "BYTES",
            description = "Of a message, to 1G; default 1M, 8 for cas and faa, 1K for ud.")
    private String size;

    @Option(
            names = {"-t", "--time"},
            paramLabel = "SECONDS",
            description = "How long, after --omit; default 10. Units as in 300ms may be given.")
    private String time;

    @Option(
            names = {"-n", "--bytes"},
            paramLabel = "BYTES",
            description = "How much is moved in all, rounded up to whole messages.")
    private String bytes;

    @Option(
            names = {"-O", "--omit"},
            paramLabel = "SECONDS",
            description = "Start that doesn't count; default 2, and 0 with --bytes.")
    private String omit;

    @Option(
            names = {"-P", "--qps"},
            paramLabel = "N",
            description = "Queue pairs, or TCP connections, 1 to 10000; default 1.")
    private int qps = 1;

    @Option(
            names = "--depth",
            paramLabel = "N",
            description = "Requests posted at a time on each; default: 512M worth, 4 to 1024.")
    private Integer depth;

    @Option(
            names = {"-R", "--reverse"},
            description = "The server posts the work.")
    private boolean reverse;

    @Option(names = "--bidir", description = "Both sides post work.")
    private boolean bidir;

    @Option(
            names = {"-i", "--interval"},
            paramLabel = "SECONDS",
            description = "From one line to the next; default 1, 0 for none.")
    private String interval = "1";

    @Option(names = "--verify", description = "Check every byte where it arrives.")
    private boolean verify;

    @Option(
            names = "--latency",
            description = {
                "One request at a time, and how long each takes; with --rate, from when it was",
                "to be posted."
            })
    private boolean latency;

    @Option(
            names = "--latency-under-load",
            description = {
                "Time round trips beside the traffic, and a second before it: small READs of the",
                "client's, 20 a second, on a queue pair of their own."
            })
    private boolean underLoad;

    @Option(
            names = "--sweep",
            description = {
                "Sizes from 2 bytes to 8M by powers of two, each for --time, default 1; prints",
                "perftest's table."
            })
    private boolean sweep;

    /**
     * Returns the operation.
     *
     * @throws IllegalArgumentException if there is none of this name, as for the rest here
     */
    Operation operation() {
        String name = op == null ? (service() == Service.UD ? "send" : "write") : op;
        return Labelled.find(Operation.class, "--op", name);
    }

    Service service() {
        return Labelled.find(Service.class, "--qp", qp);
    }

    /** Returns the group, empty for none. */
    String multicast() {
        if (!multicast.isEmpty() && service() != Service.UD) {
            throw new IllegalArgumentException(
                    "--multicast needs --qp ud: connections have one peer");
        }
        return multicast;
    }

    Direction direction() {
        if (reverse && bidir) {
            throw new IllegalArgumentException("give --reverse or --bidir, not both");
        }
        return bidir ? Direction.BOTH : reverse ? Direction.REVERSE : Direction.FORWARD;
    }

    boolean sweep() {
        return sweep;
    }

    boolean latency() {
        return latency;
    }

    /**
     * Returns the load.
     *
     * @param seed of the contents
     */
    Load load(long seed) {
        if (sweep) {
            return sweepLoad(LARGEST_SWEPT, seed, 0);
        }
        long messageBytes = size == null ? usualSize() : bytesOf("--size", size);
        long total = bytes == null ? 0 : bytesOf("--bytes", bytes);
        if (bytes != null && (total == 0 || time != null)) {
            throw new IllegalArgumentException(
                    time != null ? "give --time or --bytes, not both" : "--bytes is 1 or more");
        }
        long timeNs = time == null ? DEFAULT_TIME_NS : seconds("--time", time);
        long omitNs = total > 0 ? 0 : DEFAULT_OMIT_NS;
        return new Load(
                messageBytes,
                depth(messageBytes),
                qps,
                total > 0 ? 0 : timeNs,
                total,
                omit == null ? omitNs : seconds("--omit", omit),
                seconds("--interval", interval),
                verify,
                latency,
                underLoad,
                seed);
    }

    private long usualSize() {
        if (operation().atomic()) {
            return ATOMIC_SIZE;
        }
        return service() == Service.UD ? KIBI : MEBI;
    }

    /**
     * Returns the loads of a sweep, from the smallest message to the largest.
     *
     * @param seed of the contents
     * @param rttNs of the path, some of which each size takes before it counts
     */
    List<Load> sweepLoads(long seed, long rttNs) {
        List<Load> loads = new ArrayList<>();
        for (long bytes = 2; bytes <= LARGEST_SWEPT; bytes *= 2) {
            long warmNs = SWEEP_WARM_RTTS * rttNs + (loads.isEmpty() ? SWEEP_FIRST_NS : 0);
            loads.add(sweepLoad(bytes, seed, warmNs));
        }
        return loads;
    }

    private Load sweepLoad(long messageBytes, long seed, long warmNs) {
        if (size != null || bytes != null || operation().atomic()) {
            throw new IllegalArgumentException(
                    "--sweep tries all sizes for a time each: leave out --size, --bytes, cas, faa");
        }
        if (underLoad) {
            throw new IllegalArgumentException(
                    "--latency-under-load is for one run: leave it out with --sweep");
        }
        long timeNs = time == null ? SWEEP_TIME_NS : seconds("--time", time);
        return new Load(
                messageBytes,
                depth(messageBytes),
                qps,
                timeNs,
                0,
                omit == null ? timeNs / SWEEP_PARTS + warmNs : seconds("--omit", omit),
                Math.max(LEAST_INTERVAL_NS, timeNs / SWEEP_PARTS),
                verify,
                latency,
                underLoad,
                seed);
    }

    private int depth(long messageBytes) {
        if (depth != null) {
            return depth;
        }
        if (latency) {
            return 1;
        }
        long posted = (verify ? POSTED_BYTES_VERIFIED : POSTED_BYTES) / Math.max(1, messageBytes);
        return Math.clamp(posted / Math.max(1, qps), LEAST_DEPTH, MOST_DEPTH);
    }

    private static long bytesOf(String option, String text) {
        try {
            return Units.bytes(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(option + ": " + e.getMessage(), e);
        }
    }

    /** Reads a number of seconds, or a time with its unit. */
    static long seconds(String option, String text) {
        try {
            return text.matches("[0-9.]+")
                    ? new BigDecimal(text).movePointRight(9).longValueExact()
                    : Units.timeNs(text);
        } catch (ArithmeticException | IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "%s: \"%s\" is not a time; write it like 10, 0.5 or 300ms"
                            .formatted(option, text),
                    e);
        }
    }
}

package org.urdma4j.measure.fct;

import java.util.ArrayList;
import java.util.List;
import java.util.StringTokenizer;
import java.util.random.RandomGenerator;

/**
 * A distribution of flow sizes: points of its cumulative distribution, and straight lines between
 * them. The three are those of papers on RDMA in data centres, read from {@code
 * alibaba-edu/High-Precision-Congestion-Control}, folder {@code traffic_gen}.
 */
public final class FlowSizes {
    /** The web-search cluster of DCTCP (SIGCOMM 2010). */
    public static final FlowSizes WEBSEARCH =
            new FlowSizes(
                    "websearch",
                    2000,
                    0,
                    0,
                    10_000,
                    15,
                    20_000,
                    20,
                    30_000,
                    30,
                    50_000,
                    40,
                    80_000,
                    53,
                    200_000,
                    60,
                    1_000_000,
                    70,
                    2_000_000,
                    80,
                    5_000_000,
                    90,
                    10_000_000,
                    97,
                    30_000_000,
                    100);

    /** A Hadoop cluster (Roy et al., SIGCOMM 2015). */
    public static final FlowSizes HADOOP =
            new FlowSizes(
                    "hadoop",
                    20_000,
                    0,
                    0,
                    100,
                    1,
                    200,
                    2,
                    300,
                    5,
                    350,
                    15,
                    400,
                    20,
                    500,
                    30,
                    600,
                    40,
                    700,
                    50,
                    1000,
                    60,
                    2000,
                    67,
                    7000,
                    70,
                    30_000,
                    72,
                    50_000,
                    82,
                    80_000,
                    87,
                    120_000,
                    90,
                    300_000,
                    95,
                    1_000_000,
                    97.5,
                    2_000_000,
                    99,
                    10_000_000,
                    100);

    /** A storage cluster (HPCC, SIGCOMM 2019). */
    public static final FlowSizes ALISTORAGE =
            new FlowSizes(
                    "alistorage",
                    20_000,
                    0,
                    0,
                    4000,
                    22.93,
                    8000,
                    69.21,
                    16_000,
                    80.61,
                    32_000,
                    90.47,
                    64_000,
                    93.53,
                    128_000,
                    96.77,
                    256_000,
                    97.53,
                    2_000_000,
                    100);

    /** Those that have a name. */
    public static final List<FlowSizes> KNOWN = List.of(WEBSEARCH, HADOOP, ALISTORAGE);

    /** Largest size of a flow, in bytes. */
    public static final long MOST = 1L << 30;

    private static final int FLOWS_OF_FILES = 2000;

    private final String name;
    private final int flows;

    private final double[] points;

    /**
     * @param points size in bytes, then percent of flows that are no larger, and so on
     */
    private FlowSizes(String name, int flows, double... points) {
        this.name = name;
        this.flows = flows;
        this.points = points;
    }

    /**
     * Reads a distribution: a point a line, size in bytes and percent of flows that are no larger,
     * from {@code 0} percent to {@code 100}. Lines that are empty or begin with {@code #} say
     * nothing.
     *
     * @param name what it is called
     * @throws IllegalArgumentException if it is none; the message says which line and why
     */
    public static FlowSizes read(String name, List<String> lines) {
        List<Double> points = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                point(points, line, "%s, line %d".formatted(name, i + 1));
            }
        }
        require(points.size() >= 4, name, "two points are the least: bytes and percent a line");
        require(points.get(1) == 0, name, "the first point has 0 percent");
        require(points.getLast() == 100, name, "the last point has 100 percent");
        double[] all = points.stream().mapToDouble(Double::doubleValue).toArray();
        return new FlowSizes(name, FLOWS_OF_FILES, all);
    }

    private static void point(List<Double> points, String line, String where) {
        StringTokenizer words = new StringTokenizer(line);
        require(words.countTokens() == 2, where, "bytes and percent, not '" + line + "'");
        double bytes = number(words.nextToken(), where);
        double percent = number(words.nextToken(), where);
        require(bytes >= 0 && bytes <= MOST, where, "a size is 0 to " + MOST + " bytes");
        require(percent >= 0 && percent <= 100, where, "percent are 0 to 100");
        if (!points.isEmpty()) {
            boolean rises = bytes >= points.get(points.size() - 2) && percent > points.getLast();
            require(rises, where, "bytes and percent rise from line to line");
        }
        points.add(bytes);
        points.add(percent);
    }

    private static double number(String word, String where) {
        try {
            return Double.parseDouble(word);
        } catch (NumberFormatException _) {
            throw new IllegalArgumentException(where + ": '" + word + "' is no number");
        }
    }

    private static void require(boolean valid, String where, String message) {
        if (!valid) {
            throw new IllegalArgumentException(where + ": " + message);
        }
    }

    public String name() {
        return name;
    }

    /** Returns how many flows of it are simulated unless something else is asked for. */
    public int flows() {
        return flows;
    }

    /** Returns a size in bytes, at least 1. */
    public long draw(RandomGenerator random) {
        return of(random.nextDouble() * 100);
    }

    /** Returns the size that so many percent of flows don't exceed, at least 1. */
    long of(double percent) {
        int i = 2;
        while (i < points.length - 2 && points[i + 1] < percent) {
            i += 2;
        }
        double share = (percent - points[i - 1]) / (points[i + 1] - points[i - 1]);
        return Math.max(1, (long) (points[i - 2] + (points[i] - points[i - 2]) * share));
    }

    /** Returns the mean, in bytes. */
    public double mean() {
        double sum = 0;
        for (int i = 2; i < points.length; i += 2) {
            sum += (points[i] + points[i - 2]) / 2 * (points[i + 1] - points[i - 1]) / 100;
        }
        return sum;
    }

    @Override
    public String toString() {
        return name;
    }
}

package org.urdma4j.tools.bench;

import org.urdma4j.measure.run.FlowInterval;
import org.urdma4j.measure.run.RunRecord;
import org.urdma4j.measure.traffic.LatencySummary;

import java.io.PrintWriter;
import java.util.Locale;

/** perftest's tables over message sizes: bandwidth, or with {@code --latency} times. */
final class SweepReport {
    private static final double MEBI = 1 << 20;
    private static final double MEGA = 1e6;

    private final PrintWriter out;
    private final boolean latency;

    SweepReport(PrintWriter out, boolean latency) {
        this.out = out;
        this.latency = latency;
    }

    void head() {
        line(
                latency
                        ? row("#bytes", "#iterations", "t_min[usec]", "t_max[usec]")
                                + row("t_typical[usec]", "t_avg[usec]", "99%[usec]", "99.9%[usec]")
                        : row("#bytes", "#iterations", "BW peak[MiB/sec]", "BW average[MiB/sec]")
                                + "   MsgRate[Mpps]");
    }

    void row(RunRecord record) {
        FlowInterval total = FlowInterval.total(record, false);
        String size = Long.toString(record.head().spec().load().size());
        if (!latency) {
            line(
                    row(
                                    size,
                                    Long.toString(total.operations()),
                                    number(peakBps(record) / 8 / MEBI),
                                    number(total.goodputBps() / 8 / MEBI))
                            + String.format(
                                    Locale.ROOT,
                                    "%16.6f",
                                    total.operations() / total.sentSeconds() / MEGA));
        } else if (record.latency() != null) {
            LatencySummary times = record.latency();
            line(
                    row(
                                    size,
                                    Long.toString(times.count()),
                                    number(times.min()),
                                    number(times.max()))
                            + row(
                                    number(times.typical()),
                                    number(times.avg()),
                                    number(times.p99()),
                                    number(times.p999())));
        }
    }

    /** Returns the most that an interval reached. */
    private static double peakBps(RunRecord record) {
        double peak = 0;
        for (int i = 1; i < record.samples(); i++) {
            FlowInterval interval = FlowInterval.of(record, i - 1, i, false);
            peak = Math.max(peak, interval.omitted() ? 0 : interval.goodputBps());
        }
        return peak;
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    private static String row(String first, String second, String third, String fourth) {
        return String.format(Locale.ROOT, "%16s%16s%20s%20s", first, second, third, fourth);
    }

    private void line(String text) {
        out.println(text);
        out.flush();
    }
}

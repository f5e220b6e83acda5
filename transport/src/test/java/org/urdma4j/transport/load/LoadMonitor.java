package org.urdma4j.transport.load;

import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.qp.PathStatistics;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Locale;

/** Prints a line for each interval, and the sums. Either end may be in another process. */
final class LoadMonitor implements Runnable {
    private static final Counter[] SHOWN = {
        Counter.SENT_PKTS,
        Counter.RETRANSMITTED_PKTS,
        Counter.SPURIOUS_RETRANSMITS,
        Counter.PROBES_SENT,
        Counter.LOCAL_ACK_TIMEOUT_ERR,
        Counter.REPORTS_RCVD
    };
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final LoadEnd sender;
    private final LoadEnd receiver;
    private final double interval;
    private final int omit;
    private final StringBuilder series = new StringBuilder();
    private volatile boolean stopped;
    private double goodput;

    LoadMonitor(LoadEnd sender, LoadEnd receiver, LoadOptions options) {
        this.sender = sender;
        this.receiver = receiver;
        interval = options.interval();
        omit = options.omit();
    }

    void stop() {
        stopped = true;
    }

    /** Returns the goodput after the omitted seconds, in bit/s. */
    double goodput() {
        return goodput;
    }

    @Override
    public void run() {
        long start = System.nanoTime();
        long[] before = sample();
        long[] first = null;
        long beforeNs = start;
        long firstNs = 0;
        try {
            while (!stopped) {
                Thread.sleep((long) (1000 * interval));
                long now = System.nanoTime();
                long[] after = sample();
                if (stopped) {
                    break;
                }
                print((now - start) / 1e9, (now - beforeNs) / 1e9, before, after);
                if (first == null && now - start >= omit * 1_000_000_000L) {
                    first = after;
                    firstNs = now;
                } else if (first != null) {
                    goodput = (after[0] - first[0]) * 8e9 / (now - firstNs);
                    series.setLength(0);
                    sums(first, after, (now - firstNs) / 1e9);
                }
                before = after;
                beforeNs = now;
            }
            System.out.print(series);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private long[] sample() {
        long[] values = new long[SHOWN.length + 5];
        values[0] =
                receiver != null ? receiver.count(Counter.PLACED_BYTES) : sender.completedBytes();
        for (int i = 0; i < SHOWN.length && sender != null; i++) {
            values[1 + i] = sender.count(SHOWN[i]);
        }
        int at = SHOWN.length + 1;
        if (receiver != null) {
            values[at] = receiver.count(Counter.DROPPED_BY_SOCKET);
        }
        long[] cpu = loops();
        values[at + 1] = cpu[0];
        values[at + 2] = cpu[1];
        values[at + 3] =
                ((com.sun.management.OperatingSystemMXBean)
                                ManagementFactory.getOperatingSystemMXBean())
                        .getProcessCpuTime();
        return values;
    }

    /** CPU of the loops of the sender and the receiver, by the names of their threads. */
    private long[] loops() {
        long[] cpu = new long[2];
        ThreadInfo[] infos = THREADS.getThreadInfo(THREADS.getAllThreadIds());
        for (ThreadInfo info : infos) {
            if (info == null || !info.getThreadName().startsWith("urdma-udp-")) {
                continue;
            }
            boolean first =
                    sender != null
                            && info.getThreadName().contains(sender.context.device().name() + ":");
            cpu[first ? 0 : 1] += THREADS.getThreadCpuTime(info.getThreadId());
        }
        return cpu;
    }

    private void print(double at, double seconds, long[] a, long[] b) {
        System.out.println(line(at, seconds, a, b) + path());
    }

    private String path() {
        if (sender == null) {
            return "";
        }
        PathStatistics p = sender.path();
        return String.format(
                Locale.ROOT,
                " pace %.0f deliv %.0f win %.0fK fly %.0fK rtt %.2f/%.2f q %.2f %s",
                p.pacingBitsPerSecond() / 1e6,
                p.deliveryBitsPerSecond() / 1e6,
                Math.min(p.windowBytes(), 1L << 40) / 1024.0,
                p.inFlightBytes() / 1024.0,
                p.rttNs() / 1e6,
                p.minRttNs() / 1e6,
                p.queueDelayNs() / 1e6,
                p.state());
    }

    private static String line(double at, double seconds, long[] a, long[] b) {
        long[] d = new long[a.length];
        Arrays.setAll(d, i -> b[i] - a[i]);
        double gigabytes = Math.max(1, d[0]) / 1e9;
        int n = SHOWN.length + 1;
        return String.format(
                Locale.ROOT,
                "%5.1f %6.0f Mbit/s  %6d pkt %5d re %5d spur %3d probe %2d rto %5d rep %4d drop"
                        + "  cpu/GB %.2f+%.2f (%.0f%%+%.0f%% of %.0f%%)",
                at,
                d[0] * 8 / seconds / 1e6,
                d[1],
                d[2],
                d[3],
                d[4],
                d[5],
                d[6],
                d[n],
                d[n + 1] / 1e9 / gigabytes,
                d[n + 2] / 1e9 / gigabytes,
                d[n + 1] / 1e7 / seconds,
                d[n + 2] / 1e7 / seconds,
                d[n + 3] / 1e7 / seconds);
    }

    private void sums(long[] a, long[] b, double seconds) {
        series.append("SUM ").append(line(seconds, seconds, a, b)).append('\n');
    }
}

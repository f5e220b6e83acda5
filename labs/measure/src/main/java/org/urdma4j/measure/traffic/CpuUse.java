package org.urdma4j.measure.traffic;

/**
 * What a process used of the processors in a while.
 *
 * @param seconds that passed
 */
public record CpuUse(CpuTime time, double seconds) {
    private static final double NS = 1e9;
    private static final double GIGABYTE = 1e9;

    /** Returns all of it in percent of one processor's time; 0 of no time. */
    public double totalPercent() {
        return percent(time.totalNs());
    }

    /** Returns the program's part in percent of one processor's time; 0 of no time. */
    public double userPercent() {
        return percent(time.userNs());
    }

    /** Returns the kernel's part in percent of one processor's time; 0 of no time. */
    public double systemPercent() {
        return percent(time.systemNs());
    }

    private double percent(long ns) {
        return seconds <= 0 ? 0 : 100 * ns / NS / seconds;
    }

    /** Returns all of it in seconds per 10^9 of these bytes; 0 if there are none. */
    public double secondsPerGigabyte(long bytes) {
        return bytes == 0 ? 0 : time.totalNs() / NS / (bytes / GIGABYTE);
    }
}

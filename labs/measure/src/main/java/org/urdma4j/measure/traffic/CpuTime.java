package org.urdma4j.measure.traffic;

/**
 * Processor time that a process has used, in ns.
 *
 * @param totalNs all of it
 * @param userNs in the program
 * @param systemNs in the kernel on its behalf
 */
public record CpuTime(long totalNs, long userNs, long systemNs) {
    private static final double NS = 1e9;
    private static final double GIGABYTE = 1e9;

    /** Returns what was used since {@code before}. */
    public CpuTime minus(CpuTime before) {
        return new CpuTime(
                totalNs - before.totalNs, userNs - before.userNs, systemNs - before.systemNs);
    }

    /** Returns all of it in percent of one processor's time; 0 of no time. */
    public double totalPercent(double seconds) {
        return percent(totalNs, seconds);
    }

    /** Returns the program's part in percent of one processor's time; 0 of no time. */
    public double userPercent(double seconds) {
        return percent(userNs, seconds);
    }

    /** Returns the kernel's part in percent of one processor's time; 0 of no time. */
    public double systemPercent(double seconds) {
        return percent(systemNs, seconds);
    }

    private static double percent(long ns, double seconds) {
        return seconds <= 0 ? 0 : 100 * ns / NS / seconds;
    }

    /** Returns all of it in seconds per 10^9 of these bytes; 0 if there are none. */
    public double secondsPerGigabyte(long bytes) {
        return bytes == 0 ? 0 : totalNs / NS / (bytes / GIGABYTE);
    }
}

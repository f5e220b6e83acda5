package org.urdma4j.measure.traffic;

/**
 * Processor time that a process has used, in ns.
 *
 * @param totalNs all of it
 * @param userNs in the program
 * @param systemNs in the kernel on its behalf
 */
public record CpuTime(long totalNs, long userNs, long systemNs) {
    /** Returns what was used since {@code before}. */
    public CpuTime minus(CpuTime before) {
        return new CpuTime(
                totalNs - before.totalNs, userNs - before.userNs, systemNs - before.systemNs);
    }
}

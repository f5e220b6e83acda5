package org.urdma4j.measure.traffic;

/**
 * All counts of an end at one instant.
 *
 * @param index 0 at the start, then counting up; samples of both ends with the same index belong
 *     together
 * @param timeNs since the end started, by its own clock
 * @param last whether it ends the run
 * @param tally the counts
 * @param cpu of the process
 */
public record Sample(int index, long timeNs, boolean last, Tally tally, CpuTime cpu) {}

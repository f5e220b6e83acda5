package org.urdma4j.measure.rail;

import org.urdma4j.transport.qp.RailStatistics;

/**
 * What a queue pair knew of a path at the end of some time.
 *
 * @param statistics since the start
 * @param goodputBps delivered meanwhile, packets from BTH to ICRC; NaN if no time passed
 */
public record PathReading(RailStatistics statistics, double goodputBps) {}

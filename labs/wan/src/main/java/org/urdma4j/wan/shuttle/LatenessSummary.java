package org.urdma4j.wan.shuttle;

/**
 * How late wire packets were, in nanoseconds.
 *
 * @param p50Ns half were not later
 * @param p99Ns 99 of 100 were not later
 * @param maxNs none was later
 */
public record LatenessSummary(long p50Ns, long p99Ns, long maxNs) {}

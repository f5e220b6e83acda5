/**
 * What got slower: the JMH benchmarks beside a stored baseline, or beside another revision in the
 * same run. Times of different runs don't compare, not even on one machine, so what is stored is
 * each time divided by that of a fixed {@link org.urdma4j.bench.baseline.CalibrationLoad} which the
 * same process did around it. {@code bench/baseline} starts {@link
 * org.urdma4j.bench.baseline.Baseline}.
 */
package org.urdma4j.bench.baseline;

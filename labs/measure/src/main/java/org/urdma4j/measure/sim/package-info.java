/**
 * One run of the bench in virtual time: flows of RDMA WRITE from hosts on one side of a bottleneck
 * to hosts on the other, and what is measured of them. {@code SimOptions} says what runs, {@code
 * SimRun} runs it, {@code SimResult} is what came of it. Definitions follow {@code
 * docs/performance.md}. A run belongs to the thread that runs it; several may run side by side.
 */
package org.urdma4j.measure.sim;

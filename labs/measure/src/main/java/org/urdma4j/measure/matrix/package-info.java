/**
 * A grid of runs: every profile over every round trip and loss, several at a time, each on a thread
 * of its own and with the same outcome as alone. The outcome as CSV, and as a page with figure 8 of
 * the URDMA paper (ZTE Technology Journal 30(6), 2024) drawn from it.
 */
package org.urdma4j.measure.matrix;

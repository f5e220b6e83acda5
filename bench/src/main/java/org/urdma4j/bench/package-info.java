/**
 * JMH benchmarks of what is done for each packet. {@code DataPathAllocationTest} runs each of them
 * briefly in every build and fails if one allocates; for figures run the main class of JMH.
 */
package org.urdma4j.bench;

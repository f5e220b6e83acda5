/**
 * Emulated networks around the real engine: {@code roce} is what a link knows of RDMA packets,
 * {@code pcap} its captures, {@code host} the software device on a host of the simulation. The
 * packages {@code link}, {@code loss}, {@code time} and {@code units} are those of the module
 * {@code link}, which knows no engine: the model of one direction of a path, its loss processes and
 * scripts, the virtual clock, and the texts in which rates, times and probabilities are written.
 * Nothing here reads a clock, starts a thread or draws an unseeded number. Called by the scenario
 * tests, the bench and the demo.
 */
package org.urdma4j.simulation;

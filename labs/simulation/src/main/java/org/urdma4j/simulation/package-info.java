/**
 * Emulated networks around the real engine: {@code link} is the model of one direction of a path,
 * {@code loss} its loss processes and scripts, {@code time} the virtual clock, {@code roce} what
 * the link knows of RDMA packets, {@code pcap} its captures, {@code host} the software device on a
 * host of the simulation, {@code units} the texts in which rates, times and probabilities are
 * written. Nothing here reads a clock, starts a thread or draws an unseeded number. Called by the
 * scenario tests, the bench and the demo.
 */
package org.urdma4j.simulation;

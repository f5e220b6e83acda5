/**
 * Reads rates, times, sizes and probabilities as people write them on a command line. Called by
 * whoever builds a link from text. Stateless, so safe on every thread.
 */
package org.urdma4j.simulation.units;

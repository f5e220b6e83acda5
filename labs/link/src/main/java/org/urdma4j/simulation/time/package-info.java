/**
 * Virtual time: a clock that moves from event to event, and the events. A run is a pure function of
 * what is scheduled; ties are broken by the order of scheduling. Called by simulated links and
 * hosts; everything runs on the thread that calls {@code run…}.
 */
package org.urdma4j.simulation.time;

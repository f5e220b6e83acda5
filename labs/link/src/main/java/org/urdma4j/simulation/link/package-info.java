/**
 * One direction of a path: queue, rate, delay and everything that goes wrong on a wire. {@code
 * LinkConfig} describes it, {@code Link} is the running model; it is pure, takes the time as an
 * argument and so serves virtual time and wall-clock time alike. A link belongs to one thread or
 * event loop. Called by simulated hosts, by the demo's receive pipeline, by link emulators and by
 * the testing kit.
 */
package org.urdma4j.simulation.link;

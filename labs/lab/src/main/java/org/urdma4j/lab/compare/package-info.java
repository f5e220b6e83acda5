/**
 * The simulator against the emulator: random paths, each run in virtual time and in real time over
 * sockets, and how far the two goodputs are apart. Called by {@code urdma lab --compare}.
 */
package org.urdma4j.lab.compare;

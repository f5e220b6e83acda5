package org.urdma4j.measure.capture;

/**
 * An answer to a packet that went the other way.
 *
 * @param psn of that packet
 * @param t1 its time stamp in the URDMA profile, else 0
 * @param space 0 for requests, 1 for answers
 * @param cumulative whether everything before it is acknowledged as well
 */
record Acknowledgement(int psn, int t1, int space, boolean cumulative) {}

/**
 * Runs between two hosts from beginning to end: the server that waits for clients, the client that
 * asks for a run, and the loop on both sides that samples and watches for what breaks.
 */
package org.urdma4j.measure.run;

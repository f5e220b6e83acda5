/**
 * Associations over TCP: a thread that accepts, one for each connection that reads, one that
 * writes, and one for each association, which alone touches its state and calls the listener. All
 * are virtual, none is an event loop's.
 *
 * <p>Bounds for strangers: 64 handshakes at a time, 8 from an address, 10 s each; who is beyond
 * that is disconnected before anything is kept of it.
 */
package org.urdma4j.protection.association.net;

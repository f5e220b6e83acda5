/**
 * Events of the JDK's Flight Recorder: connections that change their state, written by the event
 * loop when that happens, and samples of paths, taken by the recorder's own thread, with what
 * follows from several of them ({@link org.urdma4j.transport.jfr.Episodes}). Nothing is done for a
 * packet, and nothing at all while there is no recording, or no module {@code jdk.jfr}.
 */
package org.urdma4j.transport.jfr;

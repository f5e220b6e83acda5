/**
 * When a queue pair may put its next bytes on the wire. {@link
 * org.urdma4j.congestion.CongestionControl} is what the engine holds; {@link
 * org.urdma4j.congestion.Rrcc} and {@link org.urdma4j.congestion.FixedRateController} decide behind
 * it. Pure arithmetic on times that are passed in; no clock, thread or socket. Confined to the
 * event loop that owns the queue pair.
 */
package org.urdma4j.congestion;

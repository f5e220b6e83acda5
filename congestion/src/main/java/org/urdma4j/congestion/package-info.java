/**
 * When a queue pair may put its next bytes on the wire. {@link
 * org.urdma4j.congestion.CongestionControl} is what the engine holds; {@link
 * org.urdma4j.congestion.Rrcc}, {@link org.urdma4j.congestion.Dcqcn}, {@link
 * org.urdma4j.congestion.Timely}, {@link org.urdma4j.congestion.TimelyPatched} and {@link
 * org.urdma4j.congestion.FixedRateController} decide behind it. {@link
 * org.urdma4j.congestion.RatePacer} is for queue pairs to which no reports come. Pure arithmetic on
 * times that are passed in; no clock, thread or socket. Confined to the event loop that owns the
 * queue pair.
 */
package org.urdma4j.congestion;

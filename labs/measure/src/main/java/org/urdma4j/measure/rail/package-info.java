/**
 * Rails: paths between several addresses of two hosts, each with a rate, round trip and loss of its
 * own, and what happens to them meanwhile. Written in options as {@code
 * RATE/RTT/LOSS+RATE/RTT/LOSS}. Pure and immutable.
 */
package org.urdma4j.measure.rail;

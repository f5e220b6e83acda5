/**
 * What is measured of a run: cumulative counts that each end gives ({@code Tally}), samples of them
 * at instants, and what lies between two samples. {@code TrafficEnd} is what a protocol has to
 * offer to be measured; the measuring knows no protocol.
 */
package org.urdma4j.measure.traffic;

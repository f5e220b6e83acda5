/**
 * What is in a capture file: {@link org.urdma4j.measure.capture.CaptureScan} finds the transport
 * packets, super-packets taken apart, {@link org.urdma4j.measure.capture.Meaning} says what one
 * does, {@link org.urdma4j.measure.capture.FlowTable} adds them up by queue pair. Both profiles,
 * RoCEv1 and RoCEv2.
 *
 * <p>A file is read once and may be larger than memory: what is kept is bounded for each flow, and
 * so are the flows. What a file says is not trusted. Single-threaded.
 */
package org.urdma4j.measure.capture;

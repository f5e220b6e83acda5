/**
 * Frames of an interface into a capture file, through libpcap ({@code
 * org.urdma4j.transport.port.pcap}). What is in such files is {@code measure.capture}.
 */
package org.urdma4j.measure.live;

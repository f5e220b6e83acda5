/**
 * Capture files in plain Java: reads pcap and pcapng, writes nanosecond pcap; no libpcap needed.
 *
 * <p>Formats: draft-ietf-opsawg-pcap and draft-ietf-opsawg-pcapng. Used by {@code ./urdma pcap
 * check}, by the simulator for its traces, and by tests. A reader or writer belongs to one thread.
 * What a file says is not trusted: reading ends in records or in one {@link
 * org.urdma4j.codec.pcap.CaptureException}, whatever the bytes.
 */
package org.urdma4j.codec.pcap;

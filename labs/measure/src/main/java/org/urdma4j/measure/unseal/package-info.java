/**
 * Opens the sealed packets of a capture with the keys that somebody wrote down (docs/tools.md,
 * {@code urdma pcap open}): {@code KeyLog} reads those, {@code PacketOpener} opens packets, {@code
 * PlainFrame} puts them into frames as they would have been sent, {@code Unsealing} goes through a
 * file. Single-threaded.
 */
package org.urdma4j.measure.unseal;

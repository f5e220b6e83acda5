/**
 * The wire format of the URDMA profile: its opcodes in the manufacturer's range, headers that let
 * every packet place itself, timestamps, reports, repair packets, probes, and the record in which
 * two ends offer the profile to each other. The layout and its reasons are in {@code
 * docs/wire-urdma.md}.
 *
 * <p>As in {@link org.urdma4j.codec.ib}, header classes are stateless views over a big-endian
 * {@link java.nio.ByteBuffer} with absolute offsets, and {@link
 * org.urdma4j.codec.urdma.UrdmaPacket} checks a packet once, at the edge. Static methods are safe
 * from any thread; objects are confined to one.
 */
package org.urdma4j.codec.urdma;

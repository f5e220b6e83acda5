/**
 * The InfiniBand transport headers as RoCE carries them: BTH, every extended header, the opcode
 * table, packet sequence numbers and the small codes inside AETH and queue pair attributes (IBTA
 * Architecture Specification volume 1, chapters 5 and 9).
 *
 * <p>The header classes are stateless views over a big-endian {@link java.nio.ByteBuffer} with
 * absolute offsets; {@link org.urdma4j.codec.ib.TransportPacket} checks a packet's length once, at
 * the edge. Called by the engine for each packet and by the capture tools. Static methods are safe
 * from any thread; a {@code TransportPacket} is confined to one.
 */
package org.urdma4j.codec.ib;

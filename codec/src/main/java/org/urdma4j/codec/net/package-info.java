/**
 * The headers below the InfiniBand transport: Ethernet, 802.1Q, IPv4, IPv6 and UDP, and {@link
 * org.urdma4j.codec.net.RoceFrame}, which finds the transport packet in a whole frame (IBTA annexes
 * A16 for RoCEv1 and A17 for RoCEv2; RFC 791, 8200 and 768). Beside them the frames by which the
 * ends of a cable make each other wait: PAUSE and PFC (IEEE 802.3 annex 31B, 802.1Qbb).
 *
 * <p>Called by the raw network backends, the simulator's capture output and the capture tools; UDP
 * sockets don't need it. Header classes are stateless views like those of {@code codec.ib}; a
 * {@code RoceFrame} is confined to one thread.
 */
package org.urdma4j.codec.net;

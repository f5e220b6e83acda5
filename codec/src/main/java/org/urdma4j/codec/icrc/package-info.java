/**
 * The invariant CRC at the end of every RoCE packet (IBTA volume 1, 7.8; annexes A16 and A17), for
 * whole frames and for UDP sockets, which don't show the IP header that it covers.
 *
 * <p>The CRC is that of Ethernet and zlib. It is computed over eight bytes of ones in place of the
 * InfiniBand link header, then the packet from its network header on, with the fields that routers
 * change set to ones. Called for each packet by the network backends and the capture tools.
 * Instances hold scratch memory: each is confined to one thread.
 */
package org.urdma4j.codec.icrc;

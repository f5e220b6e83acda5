/**
 * RoCEv1 and RoCEv2 through a packet socket of Linux (packet(7)), with the true headers of every
 * frame. {@code RawPort} is the port, {@code PacketChannel} the socket as a Netty channel on an
 * epoll loop. Needs CAP_NET_RAW. Each port has one event loop of its own thread, to which
 * everything but the methods of {@code NetworkPort} is confined.
 */
package org.urdma4j.transport.port.raw;

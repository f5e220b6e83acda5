/**
 * RoCEv2 through a datagram socket (IBTA annex A17). {@code UdpPort} is the port, {@code
 * UdpTransport} the socket on epoll or NIO, {@code DatagramIntake} what reads it over epoll. Each
 * port has one event loop of its own thread, to which everything but the methods of {@code
 * NetworkPort} is confined.
 */
package org.urdma4j.transport.port.udp;

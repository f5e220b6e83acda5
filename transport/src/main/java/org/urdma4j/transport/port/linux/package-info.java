/**
 * Calls of Linux that neither the JDK nor Netty offers, through the foreign function interface:
 * packet sockets (packet(7)), several messages a call (recvmmsg(2), sendmmsg(2)), and routes and
 * neighbours by netlink (rtnetlink(7)). Nothing here knows RoCE.
 */
package org.urdma4j.transport.port.linux;

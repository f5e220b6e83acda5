/**
 * Datagrams that come back, by Netty's epoll alone: what a round trip takes at least in a JVM with
 * event loops. One is under way at a time.
 */
package org.urdma4j.peers.echo;

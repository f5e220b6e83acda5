/**
 * Socket channels for Netty over {@link org.urdma4j.channel.RdmaChannel}: what {@code
 * NioSocketChannel} and {@code NioServerSocketChannel} are over TCP. Event loops come from {@link
 * org.urdma4j.netty.UrdmaIoHandler}.
 */
package org.urdma4j.netty;

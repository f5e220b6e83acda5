/** Both ends of a bulk transfer by Netty's QUIC: one stream of one connection. */
package org.urdma4j.peers.quic;

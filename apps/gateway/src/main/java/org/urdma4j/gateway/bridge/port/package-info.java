/** One side of a bridge: an interface's frames in and out, by a packet socket. */
package org.urdma4j.gateway.bridge.port;

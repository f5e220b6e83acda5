/**
 * Messages over a stream of bytes: {@link org.urdma4j.copy.wire.MessageStream} frames and collects
 * them, {@link org.urdma4j.copy.wire.Listener} takes the streams of clients. Called by the threads
 * of clients and servers, which wait here.
 */
package org.urdma4j.copy.wire;

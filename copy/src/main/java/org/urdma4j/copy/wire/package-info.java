/**
 * Messages over a stream of bytes: {@link org.urdma4j.copy.wire.MessageStream} frames and collects
 * them, {@link org.urdma4j.copy.wire.Devices} opens what the streams go through. Called by the
 * threads of clients and servers, which wait here.
 */
package org.urdma4j.copy.wire;

package org.urdma4j.forward.relay;

/**
 * A stream at a moment.
 *
 * @param peer who has asked for it
 * @param sent bytes that went from here to the other end
 * @param received bytes that came from there
 */
public record OpenStream(String peer, String target, long sent, long received) {}

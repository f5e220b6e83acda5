package org.urdma4j.transport.handler;

/**
 * What the ends of a connection have agreed on, as far as its packets show it. Nothing in a packet
 * says so: it stands in the private data of the messages that made the connection.
 *
 * @param tagged whether packets have a verification tag: those in the clear
 * @param fec whether forward error correction is enabled
 * @param paths whether several paths are agreed on
 */
public record UrdmaLayout(boolean tagged, boolean fec, boolean paths) {
    /** In the clear, without forward error correction, over one path. */
    public static final UrdmaLayout DEFAULT = new UrdmaLayout(true, false, false);
}

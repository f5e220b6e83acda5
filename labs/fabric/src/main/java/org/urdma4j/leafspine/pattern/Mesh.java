package org.urdma4j.leafspine.pattern;

/** Sends messages between ranks. */
@FunctionalInterface
public interface Mesh {
    /** Posts a message; its arrival is told to the pattern. */
    void send(int from, int to, long bytes);
}

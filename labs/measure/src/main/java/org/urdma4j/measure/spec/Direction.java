package org.urdma4j.measure.spec;

/** Which side posts the work of a run. */
public enum Direction implements Labelled {
    /** The client. */
    FORWARD,
    /** The server. */
    REVERSE,
    /** Both at once. */
    BOTH;

    /** Returns whether {@code side} posts. */
    public boolean posts(Side side) {
        return this == BOTH || (this == FORWARD) == (side == Side.CLIENT);
    }
}

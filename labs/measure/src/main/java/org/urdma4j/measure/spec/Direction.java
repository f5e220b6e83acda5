package org.urdma4j.measure.spec;

import com.fasterxml.jackson.annotation.JsonValue;

/** Which side posts the work of a run. */
public enum Direction implements Labelled {
    /** The client. */
    FORWARD,
    /** The server. */
    REVERSE,
    /** Both at once. */
    BOTH;

    @Override
    @JsonValue
    public String label() {
        return Labelled.super.label();
    }

    /** Returns whether {@code side} posts. */
    public boolean posts(Side side) {
        return this == BOTH || (this == FORWARD) == (side == Side.CLIENT);
    }
}

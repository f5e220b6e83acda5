package org.urdma4j.measure.spec;

/** One of the two ends of a run. */
public enum Side implements Labelled {
    /** The end that was told what to do. */
    CLIENT,
    /** The end that adopts it. */
    SERVER;

    public Side other() {
        return this == CLIENT ? SERVER : CLIENT;
    }
}

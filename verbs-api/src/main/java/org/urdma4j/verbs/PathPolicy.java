package org.urdma4j.verbs;

/** Which path takes the next container of a queue pair that has several. */
public enum PathPolicy {
    /** The one on which it arrives first; a slow path waits if a fast one would be sooner. */
    EARLIEST,
    /** Each in turn, as far as congestion control lets it. */
    ROUND_ROBIN,
    /** In proportion to what the paths deliver. */
    WEIGHTED
}

package org.urdma4j.tools.wan.shuttle;

/** The time of {@link System#nanoTime}, or what a test sets. */
@FunctionalInterface
public interface TimeSource {
    /** Returns nanoseconds from an arbitrary origin; never runs backwards. */
    long nanoTime();
}

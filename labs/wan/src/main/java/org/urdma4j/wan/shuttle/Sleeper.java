package org.urdma4j.wan.shuttle;

/** Waits while there is nothing to do. */
@FunctionalInterface
public interface Sleeper {
    /** Returns after {@code ns} nanoseconds, or earlier when a frame can be read. */
    void sleep(long ns);
}

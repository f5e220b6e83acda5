package org.urdma4j.transport.urdma.path;

/** What waits to be sent. */
@FunctionalInterface
public interface Backlog {
    /** Returns about how many bytes of payload wait. */
    long bytes();
}

package org.urdma4j.measure.capture;

/**
 * Two queue pairs that the connection manager brought together.
 *
 * @param fec whether both ends offered forward error correction of the URDMA profile
 * @param paths whether both offered several paths
 */
public record Connection(
        HostAddress asker,
        int askerQp,
        HostAddress answerer,
        int answererQp,
        boolean fec,
        boolean paths) {}

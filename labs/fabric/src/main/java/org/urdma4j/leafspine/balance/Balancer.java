package org.urdma4j.leafspine.balance;

import org.urdma4j.leafspine.net.Packet;
import org.urdma4j.leafspine.net.Port;

/** Chooses a cable for a packet of data. One for each group of cables of a switch. */
@FunctionalInterface
public interface Balancer {
    /**
     * Returns the place of the chosen one.
     *
     * @param live cables that work, at least one
     */
    int choose(Packet packet, Port[] live);
}

package org.urdma4j.leafspine.host;

/** Told when a message has arrived. */
@FunctionalInterface
public interface Delivery {
    /**
     * A message is there.
     *
     * @param flow number of the queue pair
     * @param message its number there
     */
    void received(int flow, int message);
}

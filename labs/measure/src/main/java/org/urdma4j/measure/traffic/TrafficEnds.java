package org.urdma4j.measure.traffic;

import java.io.IOException;

/** Opens the ends of a protocol. */
@FunctionalInterface
public interface TrafficEnds {
    /**
     * Opens an end: its sockets are bound and its memory is there when this returns.
     *
     * @throws IOException if that can't be; its message is a line for people
     */
    TrafficEnd open(EndSetup setup) throws IOException, InterruptedException;
}

package org.urdma4j.leafspine.net;

/** Says by which port of a switch a packet leaves. */
@FunctionalInterface
public interface Router {
    /** Returns the number of the port. */
    int route(Packet packet);
}

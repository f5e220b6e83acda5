package org.urdma4j.leafspine.net;

/** Says by which port of a switch a packet leaves. */
@FunctionalInterface
public interface Router {
    int route(Packet packet);
}

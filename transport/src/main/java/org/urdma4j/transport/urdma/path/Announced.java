package org.urdma4j.transport.urdma.path;

import org.urdma4j.transport.wire.Route;
import org.urdma4j.verbs.Gid;

/**
 * An address of the peer's.
 *
 * @param gid the address
 * @param route some way to it, by which packets from it are known; null if nothing leads there
 */
record Announced(Gid gid, Route route) {
    boolean isFrom(Object source) {
        return route != null && route.isFrom(source);
    }
}

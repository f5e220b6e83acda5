package org.urdma4j.transport.port.memory;

import org.urdma4j.transport.wire.Route;
import org.urdma4j.verbs.Gid;

/** The way to an address of a {@link MemoryNetwork}. Immutable. */
record MemoryRoute(Gid destination) implements Route {
    @Override
    public boolean isFrom(Object source) {
        return destination.equals(source);
    }
}

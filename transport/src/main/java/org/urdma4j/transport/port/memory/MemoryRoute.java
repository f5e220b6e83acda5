package org.urdma4j.transport.port.memory;

import org.urdma4j.transport.port.pipeline.SendRoute;
import org.urdma4j.verbs.Gid;

/** The way to an address of a {@link MemoryNetwork}. Immutable. */
record MemoryRoute(Gid destination) implements SendRoute {
    @Override
    public boolean isFrom(Object source) {
        return destination.equals(source);
    }

    @Override
    public boolean isSegmentable() {
        return true; // batches aren't cut
    }

    @Override
    public void notSegmentable() {
        throw new IllegalStateException("memory has refused a batch");
    }
}

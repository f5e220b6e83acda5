package org.urdma4j.transport.device;

import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.qp.PathFinder;
import org.urdma4j.transport.wire.Route;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.GidEntry;
import org.urdma4j.verbs.VerbsException;

import java.util.List;

/** The ways that a network port has, for queue pairs with several paths. */
record PortPaths(NetworkPort port) implements PathFinder {
    @Override
    public List<Gid> own() {
        return port.gids().stream().map(GidEntry::gid).toList();
    }

    @Override
    public Route way(int ownIndex, Gid remote, int entropy) {
        try {
            return port.route(ownIndex, remote, entropy);
        } catch (VerbsException _) {
            return null; // of another family, or nothing leads there
        }
    }

    @Override
    public Route back(int ownIndex, Object source) {
        return port.wayBack(ownIndex, source);
    }

    @Override
    public Gid gidOf(Object source) {
        return port.gidOf(source);
    }
}

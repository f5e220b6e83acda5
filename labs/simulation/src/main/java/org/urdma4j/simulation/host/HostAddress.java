package org.urdma4j.simulation.host;

import org.urdma4j.simulation.pcap.Endpoint;
import org.urdma4j.verbs.Gid;

/** An address of a host. What packets come with as their source, compared by identity. */
final class HostAddress {
    private final SimulatedHost host;
    private final int index;
    private final Endpoint endpoint;
    private final Gid gid;

    /**
     * @param index of its GID, from 0
     */
    HostAddress(SimulatedHost host, int index, Endpoint endpoint) {
        this.host = host;
        this.index = index;
        this.endpoint = endpoint;
        this.gid = new Gid(endpoint.gidHigh(), endpoint.gidLow());
    }

    SimulatedHost host() {
        return host;
    }

    int index() {
        return index;
    }

    Endpoint endpoint() {
        return endpoint;
    }

    Gid gid() {
        return gid;
    }

    /** The first is what the host is known by. */
    @Override
    public String toString() {
        return index == 0 ? host.name() : host.name() + " (" + gid + ")";
    }
}

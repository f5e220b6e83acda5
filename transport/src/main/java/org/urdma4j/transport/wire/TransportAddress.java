package org.urdma4j.transport.wire;

import org.urdma4j.verbs.Gid;

import java.util.Objects;

/**
 * Where a device is reached: an IP address and a UDP port, a transport address in the words of RFC
 * 8445. Devices behind one address translator differ by the port alone, as do several devices of
 * one host.
 *
 * @param gid the address
 * @param udpPort 1 to 65,535; 0 where the network has no such ports, or there is one for all
 */
public record TransportAddress(Gid gid, int udpPort) {
    private static final int MAX_PORT = 0xffff;

    public TransportAddress {
        Objects.requireNonNull(gid, "gid");
        if (udpPort < 0 || udpPort > MAX_PORT) {
            throw new IllegalArgumentException("a UDP port is 0 to 65535, not " + udpPort);
        }
    }

    /** Returns an address where there is one port for all. */
    public static TransportAddress of(Gid gid) {
        return new TransportAddress(gid, 0);
    }

    @Override
    public String toString() {
        return udpPort == 0 ? gid.toString() : gid + " port " + udpPort;
    }
}

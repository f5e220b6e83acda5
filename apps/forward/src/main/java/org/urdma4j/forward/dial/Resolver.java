package org.urdma4j.forward.dial;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Looks names up. */
@FunctionalInterface
public interface Resolver {
    /** The system's. */
    Resolver SYSTEM = host -> List.of(InetAddress.getAllByName(host));

    /**
     * Returns the addresses of a name, at least one. May wait.
     *
     * @throws UnknownHostException if there is none
     */
    List<InetAddress> resolve(String host) throws UnknownHostException;
}

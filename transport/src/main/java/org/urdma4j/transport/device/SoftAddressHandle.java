package org.urdma4j.transport.device;

import org.urdma4j.transport.wire.Route;
import org.urdma4j.verbs.AddressHandle;
import org.urdma4j.verbs.ProtectionDomain;

/** An address handle: a way to a peer, kept. Requests that were posted keep the way themselves. */
final class SoftAddressHandle extends Resource implements AddressHandle {
    private final SoftProtectionDomain domain;
    private final Route route;

    SoftAddressHandle(SoftProtectionDomain domain, Route route) {
        super(domain);
        this.domain = domain;
        this.route = route;
    }

    @Override
    public ProtectionDomain protectionDomain() {
        return domain;
    }

    /** Returns the way of a queue pair of {@code user}; null if it may not go there. */
    Route routeFor(SoftProtectionDomain user) {
        return closed() || !domain.equals(user) ? null : route;
    }

    @Override
    String describe() {
        return "AddressHandle to " + route;
    }

    @Override
    void release() {
        // It is only a name for the way.
    }
}

package org.urdma4j.transport.device;

import org.urdma4j.transport.wire.Route;
import org.urdma4j.verbs.AddressHandle;
import org.urdma4j.verbs.ProtectionDomain;
import org.urdma4j.verbs.VerbsException;

import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * An address handle: a way to a peer, kept for each queue pair that has gone it, since its packets
 * may show whose they are. Requests that were posted keep the way themselves. Any thread.
 */
final class SoftAddressHandle extends Resource implements AddressHandle {
    /** More queue pairs go the way of nobody in particular. */
    private static final int MOST_WAYS = 64;

    private static final int NOBODY = 0;

    private final SoftProtectionDomain domain;
    private final IntFunction<Route> finder;
    private final Route route;
    private volatile Way[] ways = {};

    private record Way(int qpn, Route route) {}

    /**
     * Creates a handle.
     *
     * @param finder finds the way for a flow, or throws {@link VerbsException}
     */
    SoftAddressHandle(SoftProtectionDomain domain, IntFunction<Route> finder) {
        super(domain);
        this.domain = domain;
        this.finder = finder;
        this.route = finder.apply(NOBODY);
    }

    @Override
    public ProtectionDomain protectionDomain() {
        return domain;
    }

    /** Returns the way of a queue pair of {@code user}; null if it may not go there. */
    Route routeFor(SoftProtectionDomain user, int qpn) {
        if (closed() || !domain.equals(user)) {
            return null;
        }
        for (Way way : ways) {
            if (way.qpn == qpn) {
                return way.route;
            }
        }
        return find(qpn);
    }

    private synchronized Route find(int qpn) {
        Way[] known = ways;
        if (known.length == MOST_WAYS) {
            return route;
        }
        Route found;
        try {
            found = finder.apply(qpn);
        } catch (VerbsException _) {
            return route; // there was one when the handle was made
        }
        Way[] more = Arrays.copyOf(known, known.length + 1);
        more[known.length] = new Way(qpn, found);
        ways = more;
        return found;
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

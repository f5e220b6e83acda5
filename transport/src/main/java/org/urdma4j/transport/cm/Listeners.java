package org.urdma4j.transport.cm;

import org.agrona.collections.Long2ObjectHashMap;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.VerbsException;

/** The services that this end offers. */
final class Listeners {
    private final Long2ObjectHashMap<Listener> byService = new Long2ObjectHashMap<>();

    void add(long serviceId, int backlog) {
        if (byService.containsKey(serviceId)) {
            throw new VerbsException(
                    Errno.EADDRINUSE,
                    "service 0x%016x is listened to already".formatted(serviceId));
        }
        byService.put(serviceId, new Listener(backlog));
    }

    boolean remove(long serviceId) {
        return byService.remove(serviceId) != null;
    }

    /** Returns null if nobody listens. */
    Listener get(long serviceId) {
        return byService.get(serviceId);
    }
}

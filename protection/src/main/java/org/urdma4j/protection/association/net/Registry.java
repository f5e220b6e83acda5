package org.urdma4j.protection.association.net;

import org.urdma4j.protection.key.Role;

import java.net.InetAddress;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.IntFunction;

/** The associations of a device, by their indices at this end. Any thread. */
final class Registry {
    /** More peers than this a device doesn't have. */
    static final int MOST = 4096;

    private final Map<Integer, AssociationThread> actors = new HashMap<>();
    private final SecureRandom random = new SecureRandom();
    private boolean closed;

    /** Returns the one that asks of a peer reuse; if there is none, a new one, unless closed. */
    synchronized Optional<AssociationThread> findOrMake(
            InetAddress peer, IntFunction<AssociationThread> maker) {
        Optional<AssociationThread> connected =
                actors.values().stream()
                        .filter(one -> one.remote().equals(peer) && one.isConnected())
                        .findAny();
        if (connected.isPresent()) {
            return connected;
        }
        Optional<AssociationThread> connecting =
                actors.values().stream()
                        .filter(one -> one.remote().equals(peer) && isBeingMade(one))
                        .findAny();
        return connecting.isPresent() ? connecting : make(maker);
    }

    /** A server that has lost its connection waits for the client; nobody else may wait for it. */
    private static boolean isBeingMade(AssociationThread one) {
        return one.role() == Role.CLIENT || !one.ready().isDone();
    }

    /** Returns a new one with an index that nobody can guess, unless there are too many. */
    synchronized Optional<AssociationThread> make(IntFunction<AssociationThread> maker) {
        if (closed || actors.size() >= MOST) {
            return Optional.empty();
        }
        int index = random.nextInt();
        while (index == 0 || actors.containsKey(index)) {
            index = random.nextInt();
        }
        AssociationThread made = maker.apply(index);
        actors.put(index, made);
        return Optional.of(made);
    }

    synchronized Optional<AssociationThread> find(int index) {
        return Optional.ofNullable(actors.get(index));
    }

    /** Returns whether this end is, or is about to be, the client of a device. */
    synchronized boolean isClientOf(InetAddress from, UUID device) {
        return actors.values().stream()
                .anyMatch(one ->
                        one.role() == Role.CLIENT
                                && (one.isConnected()
                                        ? one.isWith(device)
                                        : one.isAsking() && one.remote().equals(from)));
    }

    /** Returns those that this end is about to be the client of. */
    synchronized List<AssociationThread> asking(InetAddress peer) {
        return actors.values().stream()
                .filter(one -> one.isAsking() && one.remote().equals(peer))
                .toList();
    }

    synchronized void remove(AssociationThread thread) {
        actors.remove(thread.index(), thread);
    }

    synchronized List<AssociationThread> all() {
        return List.copyOf(actors.values());
    }

    /** Makes no more, and returns those that there are. */
    synchronized List<AssociationThread> close() {
        closed = true;
        return all();
    }
}

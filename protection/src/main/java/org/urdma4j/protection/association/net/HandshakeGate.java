package org.urdma4j.protection.association.net;

import org.urdma4j.protection.admission.Quota;
import org.urdma4j.protection.admission.Shares;
import org.urdma4j.protection.association.listener.TcpConnection;
import org.urdma4j.verbs.Gid;

import java.util.List;
import java.util.Optional;

/** Strangers who shake hands. Any thread. */
final class HandshakeGate {
    private final Shares<TcpConnection> inside;

    HandshakeGate(Quota quota) {
        inside = new Shares<>(quota);
    }

    /**
     * Lets one in, if its address hasn't its share already; then {@link #leave} must follow.
     *
     * @return who has to go: the one that came itself, or another who had to make room for it
     */
    synchronized Optional<TcpConnection> enter(TcpConnection one, long nowNs) {
        Gid from = Gid.of(one.remote().getAddress());
        Optional<TcpConnection> displaced = inside.displaced(from, nowNs);
        displaced.ifPresent(inside::remove);
        if (!inside.hasRoom(from)) {
            return Optional.of(one);
        }
        inside.add(from, one, nowNs);
        return displaced;
    }

    /** It is no stranger any more, or gone. */
    synchronized void leave(TcpConnection one) {
        inside.remove(one);
    }

    synchronized int count() {
        return inside.size();
    }

    synchronized List<TcpConnection> inside() {
        return inside.all();
    }
}

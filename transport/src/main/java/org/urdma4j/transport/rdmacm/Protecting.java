package org.urdma4j.transport.rdmacm;

import org.urdma4j.protection.key.ConnectionNames;
import org.urdma4j.protection.key.Role;
import org.urdma4j.transport.cm.CmNames;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.qp.Qp;
import org.urdma4j.transport.seal.PeerKeys;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.VerbsException;

/** Connections whose packets are sealed: what they need, and how their keys are named. */
final class Protecting {
    private static final String KEYS_ENDED = "the keys for the peer have come to their end";

    private Protecting() {}

    /**
     * Refuses what can't be protected.
     *
     * @param isProtected whether packets are to be sealed
     * @param offer of this end, null for none
     */
    static void check(SoftCmId id, boolean isProtected, UrdmaOffer offer) {
        if (!isProtected) {
            return;
        }
        unless(id.qp() != null, "only a queue pair of the identifier's createQp can be protected");
        unless(
                offer != null,
                "only URDMA can be protected: leave it on in ConnParam, for a queue pair of type RC,"
                        + " with at most 32 bytes of private data");
    }

    private static void unless(boolean fits, String otherwise) {
        if (!fits) {
            throw new VerbsException(Errno.EPROTONOSUPPORT, otherwise);
        }
    }

    /**
     * Has the queue pair's packets sealed.
     *
     * @param keys for the peer, null if they have ended
     * @param names of the connection in the connection manager
     * @param active whether this end has asked for the connection
     */
    static void protect(
            SoftCmId id,
            PeerKeys keys,
            NegotiatedParams negotiated,
            CmNames names,
            boolean active) {
        QueuePair pair = id.qp();
        unless(names != null && pair != null, "the connection has no queue pair any more");
        unless(keys != null, KEYS_ENDED);
        NetworkPort loop = id.service.port.loopOf(pair.qpNum());
        ConnectionNames connection = names(keys, negotiated, names, active);
        int association = keys.association().ownIndex();
        loop.call(() -> {
            protect(loop, pair.qpNum(), association, connection);
            return null;
        });
    }

    /** On the queue pair's event loop, with what that has of the association. */
    private static void protect(
            NetworkPort loop, int qpn, int association, ConnectionNames connection) {
        Qp engine = loop.shard().find(qpn);
        unless(engine != null, "the queue pair was closed");
        PeerKeys keys = loop.keyring().map(ring -> ring.of(association)).orElse(null);
        unless(keys != null, KEYS_ENDED);
        engine.sealing().protect(keys.connect(connection, loop.nowNs()));
    }

    private static ConnectionNames names(
            PeerKeys keys, NegotiatedParams negotiated, CmNames names, boolean active) {
        Role own = keys.association().role();
        int ownQpn = negotiated.own().qpn();
        int peerQpn = negotiated.peer().qpn();
        return active
                ? new ConnectionNames(
                        own,
                        names.transactionId(),
                        names.localId(),
                        names.remoteId(),
                        ownQpn,
                        peerQpn)
                : new ConnectionNames(
                        own.peer(),
                        names.transactionId(),
                        names.remoteId(),
                        names.localId(),
                        peerQpn,
                        ownQpn);
    }
}

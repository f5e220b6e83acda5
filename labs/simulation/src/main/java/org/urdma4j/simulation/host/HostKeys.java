package org.urdma4j.simulation.host;

import org.urdma4j.protection.key.ConnectionNames;
import org.urdma4j.protection.key.Secret;
import org.urdma4j.transport.seal.Association;
import org.urdma4j.transport.seal.Keyring;
import org.urdma4j.transport.seal.PeerKeys;
import org.urdma4j.verbs.QueuePair;

import java.util.List;

/** What the event loops of a host seal by under one association: each the same, for itself. */
final class HostKeys {
    private final SimulatedHost host;
    private final List<Keyring> keyrings;
    private final List<PeerKeys> keys;

    /** There is an association, for a host whose device is open. */
    HostKeys(SimulatedHost host, Association association) {
        this.host = host;
        keyrings = host.keyrings();
        keys = keyrings.stream().map(ring -> ring.add(association)).toList();
    }

    /** What is sealed by a generation is opened from now on. */
    void add(int generation, byte[] secret, long nowNs) {
        keys.forEach(each -> each.add(generation, new Secret(secret), nowNs));
    }

    /** What goes out is sealed by a generation from now on. */
    void use(int generation, long nowNs) {
        keys.forEach(each -> each.use(generation, nowNs));
    }

    /** Who waits for keys can go on. */
    void ready() {
        for (int i = keys.size() - 1; i >= 0; i--) {
            keyrings.get(i).ready(keys.get(i));
        }
    }

    void seal(QueuePair pair, ConnectionNames names, long nowNs) {
        PeerKeys ofLoop = keys.get(host.loopOf(pair.qpNum()));
        host.engine(pair).sealing().protect(ofLoop.connect(names, nowNs));
    }

    /** Nothing is sealed or opened any more. */
    void end() {
        for (int i = keys.size() - 1; i >= 0; i--) {
            keyrings.get(i).remove(keys.get(i));
        }
    }
}

package org.urdma4j.transport.port.keys;

import org.urdma4j.protection.key.Secret;
import org.urdma4j.transport.association.AssociationInfo;
import org.urdma4j.transport.association.AssociationListener;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.seal.Association;
import org.urdma4j.transport.seal.Keyring;
import org.urdma4j.transport.seal.PeerKeys;
import org.urdma4j.transport.seal.Rotation;
import org.urdma4j.verbs.Gid;

import java.net.InetAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ObjLongConsumer;

/** Tells a port's event loop what becomes of associations. Called by their threads. */
final class KeyringFeed implements AssociationListener {
    private static final System.Logger LOG = System.getLogger(KeyringFeed.class.getName());

    private final NetworkPort port;
    private final Keyring keyring;
    private final Map<Integer, PeerKeys> byIndex = new ConcurrentHashMap<>();

    KeyringFeed(NetworkPort port, Keyring keyring) {
        this.port = port;
        this.keyring = keyring;
    }

    @Override
    public void established(AssociationInfo info) {
        Association association =
                new Association(
                        Gid.of(info.remote()),
                        info.peer(),
                        info.role(),
                        info.index(),
                        info.peerIndex(),
                        new Rotation(info.epochBits(), info.epochTime().toNanos()),
                        info.handshakeNs());
        onLoop(() -> {
            PeerKeys keys = keyring.add(association);
            byIndex.put(info.index(), keys);
            keys.add(info.generation(), info.secret(), port.nowNs());
            keys.use(info.generation(), port.nowNs());
            keyring.ready(keys);
        });
    }

    @Override
    public void renewed(AssociationInfo info, int generation, Secret secret) {
        with(info, (keys, nowNs) -> keys.add(generation, secret, nowNs));
    }

    @Override
    public void maySeal(AssociationInfo info, int generation) {
        with(info, (keys, nowNs) -> keys.use(generation, nowNs));
    }

    @Override
    public void retired(AssociationInfo info, int generation) {
        with(info, (keys, _) -> keys.forget(generation));
    }

    @Override
    public void failed(InetAddress peer, String why) {
        LOG.log(System.Logger.Level.DEBUG, "No keys with {0}: {1}", peer.getHostAddress(), why);
    }

    /** There is no association with a peer that was asked. */
    void refused(Gid peer, String why) {
        onLoop(() -> keyring.failed(peer, why));
    }

    @Override
    public void ended(AssociationInfo info, String why) {
        LOG.log(
                System.Logger.Level.DEBUG,
                "The association with {0} has ended: {1}",
                info.remote().getHostAddress(),
                why);
        with(info, (keys, _) -> keyring.remove(keys));
        byIndex.remove(info.index());
    }

    private void with(AssociationInfo info, ObjLongConsumer<PeerKeys> action) {
        PeerKeys keys = byIndex.get(info.index());
        if (keys != null) {
            onLoop(() -> action.accept(keys, port.nowNs()));
        }
    }

    /** A port that is closed has forgotten its keys. */
    private void onLoop(Runnable task) {
        try {
            port.call(() -> {
                task.run();
                return null;
            });
        } catch (IllegalStateException _) {
            // as above
        }
    }
}

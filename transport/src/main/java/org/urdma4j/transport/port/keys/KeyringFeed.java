package org.urdma4j.transport.port.keys;

import org.urdma4j.protection.association.AssociationInfo;
import org.urdma4j.protection.association.AssociationListener;
import org.urdma4j.protection.key.Secret;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.seal.Association;
import org.urdma4j.transport.seal.Keyring;
import org.urdma4j.transport.seal.Rotation;
import org.urdma4j.verbs.Gid;

import java.net.InetAddress;
import java.util.List;

/**
 * Tells a port's event loops what becomes of associations: the first last, so that what is
 * connected there finds keys with every loop. Called by their threads.
 */
final class KeyringFeed implements AssociationListener {
    private static final System.Logger LOG = System.getLogger(KeyringFeed.class.getName());

    /** In the order in which they are told. */
    private final List<LoopKeys> loops;

    /**
     * Creates one.
     *
     * @param port has all event loops
     * @param keyring of the first
     */
    KeyringFeed(NetworkPort port, Keyring keyring) {
        loops = port.loops().stream().map(loop -> keysOf(loop, port, keyring)).toList().reversed();
    }

    private static LoopKeys keysOf(NetworkPort loop, NetworkPort first, Keyring ofFirst) {
        return new LoopKeys(loop, loop.equals(first) ? ofFirst : ofFirst.further());
    }

    /** Returns what each event loop seals by, the first's first. */
    List<Keyring> keyrings() {
        return loops.reversed().stream().map(LoopKeys::keyring).toList();
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
        try (Secret secret = info.secret()) {
            loops.forEach(loop -> loop.establish(association, info.generation(), secret.copy()));
        }
    }

    @Override
    public void renewed(AssociationInfo info, int generation, Secret secret) {
        try (secret) {
            loops.forEach(loop -> loop.add(info.index(), generation, secret.copy()));
        }
    }

    @Override
    public void maySeal(AssociationInfo info, int generation) {
        loops.forEach(loop -> loop.use(info.index(), generation));
    }

    @Override
    public void retired(AssociationInfo info, int generation) {
        loops.forEach(loop -> loop.forget(info.index(), generation));
    }

    @Override
    public void failed(InetAddress peer, String why) {
        LOG.log(System.Logger.Level.DEBUG, "No keys with {0}: {1}", peer.getHostAddress(), why);
    }

    /** There is no association with a peer that was asked. */
    void refused(Gid peer, String why) {
        LoopKeys first = loops.getLast();
        first.onLoop(() -> first.keyring().failed(peer, why));
    }

    @Override
    public void ended(AssociationInfo info, String why) {
        LOG.log(
                System.Logger.Level.DEBUG,
                "The association with {0} has ended: {1}",
                info.remote().getHostAddress(),
                why);
        loops.forEach(loop -> loop.remove(info.index()));
    }
}

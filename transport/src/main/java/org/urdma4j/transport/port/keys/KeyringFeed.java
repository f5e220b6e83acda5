package org.urdma4j.transport.port.keys;

import org.urdma4j.protection.key.Secret;
import org.urdma4j.transport.association.AssociationInfo;
import org.urdma4j.transport.association.AssociationListener;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.seal.Association;
import org.urdma4j.transport.seal.Keyring;
import org.urdma4j.transport.seal.Rotation;
import org.urdma4j.verbs.Gid;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;

/**
 * Tells a port's event loops what becomes of associations: the first last, so that what is
 * connected there finds keys with every loop. Called by their threads.
 */
final class KeyringFeed implements AssociationListener {
    private static final System.Logger LOG = System.getLogger(KeyringFeed.class.getName());

    private final LoopKeys first;
    private final List<LoopKeys> others = new ArrayList<>();

    /**
     * Creates one.
     *
     * @param port has all event loops
     * @param keyring of the first
     */
    KeyringFeed(NetworkPort port, Keyring keyring) {
        first = new LoopKeys(port, keyring);
        for (NetworkPort further : port.loops().subList(1, port.loops().size())) {
            others.add(new LoopKeys(further, keyring.further()));
        }
    }

    /** Returns what each event loop seals by, the first's first. */
    List<Keyring> keyrings() {
        List<Keyring> all = new ArrayList<>(List.of(first.keyring()));
        others.forEach(other -> all.add(other.keyring()));
        return all;
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
        int generation = info.generation();
        others.forEach(other -> other.establish(association, generation, info.secret().copy()));
        first.establish(association, generation, info.secret());
    }

    @Override
    public void renewed(AssociationInfo info, int generation, Secret secret) {
        others.forEach(other -> other.add(info.index(), generation, secret.copy()));
        first.add(info.index(), generation, secret);
    }

    @Override
    public void maySeal(AssociationInfo info, int generation) {
        others.forEach(other -> other.use(info.index(), generation));
        first.use(info.index(), generation);
    }

    @Override
    public void retired(AssociationInfo info, int generation) {
        others.forEach(other -> other.forget(info.index(), generation));
        first.forget(info.index(), generation);
    }

    @Override
    public void failed(InetAddress peer, String why) {
        LOG.log(System.Logger.Level.DEBUG, "No keys with {0}: {1}", peer.getHostAddress(), why);
    }

    /** There is no association with a peer that was asked. */
    void refused(Gid peer, String why) {
        first.onLoop(() -> first.keyring().failed(peer, why));
    }

    @Override
    public void ended(AssociationInfo info, String why) {
        LOG.log(
                System.Logger.Level.DEBUG,
                "The association with {0} has ended: {1}",
                info.remote().getHostAddress(),
                why);
        others.forEach(other -> other.remove(info.index()));
        first.remove(info.index());
    }
}

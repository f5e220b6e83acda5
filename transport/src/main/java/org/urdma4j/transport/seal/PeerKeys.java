package org.urdma4j.transport.seal;

import org.urdma4j.protection.key.ConnectionNames;
import org.urdma4j.protection.key.KeySchedule;
import org.urdma4j.protection.key.Role;
import org.urdma4j.protection.key.Secret;
import org.urdma4j.protection.packet.DatagramSeal;
import org.urdma4j.protection.packet.PacketSeal;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.wire.PacketSealer;
import org.urdma4j.transport.wire.ReceivedPacket;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What two devices seal by, as the event loop sees it: an association, with all queue pairs that
 * are connected under it. Its generations follow each other for all of them at once. Confined to
 * the event loop.
 */
public final class PeerKeys {
    /** A generation that new connections get too. */
    private record Known(int number, Secret secret) {}

    /** The one in use and the one to come. */
    private static final int KNOWN = 2;

    private final Association association;
    private final SealSettings settings;
    private final KeyRecorder recorder;
    private final PacketSeal packets;

    /** Not where another event loop does: no two may count the numbers of one key. */
    private final boolean hasManager;

    /** Without keys unless {@link #hasManager}. */
    private final ManagerSeal manager;

    private final List<Known> known = new ArrayList<>(KNOWN);
    private final Map<QpSeal, ConnectionNames> connections = new LinkedHashMap<>();
    private int used = -1;
    private int generations;
    private boolean ended;

    /**
     * Creates one without generations.
     *
     * @param packets of the event loop
     * @param datagrams of the event loop
     * @param hasManager whether it seals what the connection manager says, too
     */
    PeerKeys(
            Association association,
            SealSettings settings,
            KeyRecorder recorder,
            PacketSeal packets,
            DatagramSeal datagrams,
            boolean hasManager) {
        this.association = association;
        this.settings = settings;
        this.recorder = recorder;
        this.packets = packets;
        this.hasManager = hasManager;
        manager = new ManagerSeal(datagrams, association.peerIndex());
    }

    public Association association() {
        return association;
    }

    /**
     * A handshake has ended well: what the peer seals by it is opened from now on.
     *
     * @param generation 0 to 255, one more than the last
     * @param secret of the generation; belongs to this object now
     */
    public void add(int generation, Secret secret, long nowNs) {
        if (known.size() == KNOWN) {
            known.removeFirst().secret.close();
        }
        generations++;
        Known added = new Known(generation, secret);
        known.add(added);
        if (hasManager) {
            manager.add(
                    keys(
                            added,
                            KeySchedule.manager(secret, association.role()),
                            KeySchedule.manager(secret, association.role().peer()),
                            nowNs));
        }
        connections.forEach((seal, names) -> seal.add(keys(added, names, nowNs)));
    }

    private Generation keys(Known from, ConnectionNames names, long nowNs) {
        Role role = association.role();
        Secret sent = KeySchedule.connection(from.secret, role, names);
        Secret received = KeySchedule.connection(from.secret, role.peer(), names);
        boolean asked = role == names.active();
        int own = asked ? names.activeQpn() : names.passiveQpn();
        int peers = asked ? names.passiveQpn() : names.activeQpn();
        int epochBits = association.rotation().epochBits();
        recorder.onKeys(peers, from.number, epochBits, sent);
        recorder.onKeys(own, from.number, epochBits, received);
        return keys(from, sent, received, nowNs);
    }

    private Generation keys(Known from, Secret sent, Secret received, long nowNs) {
        return new Generation(from.number, sent, received, settings, association.rotation(), nowNs);
    }

    /** The peer has a generation: what goes out is sealed by it from now on. */
    public void use(int generation, long nowNs) {
        used = generation;
        manager.use(generation, nowNs);
        connections.keySet().forEach(seal -> seal.use(generation, nowNs));
    }

    /**
     * Nothing of a generation is under way any more: it is forgotten, its secret first. The one in
     * use stays.
     */
    public void forget(int generation) {
        if (generation == used) {
            return;
        }
        for (Known one : List.copyOf(known)) {
            if (one.number == generation) {
                one.secret.close();
                known.remove(one);
            }
        }
        manager.forget(generation);
        connections.keySet().forEach(seal -> seal.forget(generation));
    }

    /**
     * Makes what seals the packets of a connection.
     *
     * @param names never the same twice
     */
    public QpSeal connect(ConnectionNames names, long nowNs) {
        QpSeal seal = new QpSeal(packets, settings, association.peerName(), connections::remove);
        for (Known one : known) {
            seal.add(keys(one, names, nowNs));
            if (one.number == used) {
                seal.use(used, nowNs);
            }
        }
        connections.put(seal, names);
        return seal;
    }

    /** Returns what seals datagrams of the connection manager that are sent now. */
    public PacketSealer datagrams(long nowNs) {
        manager.begin(nowNs);
        return manager;
    }

    /**
     * Opens a datagram of the connection manager, which stands there plain afterwards.
     *
     * @return null, or why it is to be dropped
     */
    public Counter open(ReceivedPacket packet, long nowNs) {
        return ended ? Counter.DROPPED_EPOCH : manager.open(packet, nowNs);
    }

    /** The association has ended: nothing can be sealed or opened any more. */
    public void end() {
        ended = true;
        manager.close();
        known.forEach(one -> one.secret.close());
        known.clear();
        List.copyOf(connections.keySet()).forEach(QpSeal::end);
        connections.clear();
    }

    public boolean hasEnded() {
        return ended;
    }

    int generations() {
        return generations;
    }

    long epochs() {
        return connections.keySet().stream().mapToLong(QpSeal::epochs).max().orElse(0);
    }

    /** Returns how many queue pairs are connected under it. */
    public int connections() {
        return connections.size();
    }
}

package org.urdma4j.transport.seal;

import org.agrona.collections.Int2ObjectHashMap;
import org.urdma4j.codec.urdma.SealedPacket;
import org.urdma4j.protection.packet.DatagramSeal;
import org.urdma4j.protection.packet.PacketSeal;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.wire.ReceivedPacket;
import org.urdma4j.verbs.Gid;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What a device seals by: an association with each peer, and who waits for one. Confined to the
 * event loop. Of several loops each has one of its own; the first's alone is asked for keys, and
 * alone seals what connection managers say.
 */
public final class Keyring implements AutoCloseable {
    /** Agrees on keys with other devices, outside of the event loop. */
    @FunctionalInterface
    public interface Agent {
        /**
         * Starts; {@link Keyring#add} or {@link Keyring#failed} follows, on the event loop, perhaps
         * within the call.
         */
        void ask(Gid peer);
    }

    private final SealSettings settings;
    private final Agent agent;
    private final KeyRecorder recorder;
    private final boolean hasManager;
    private final PacketSeal packets = new PacketSeal();
    private final DatagramSeal datagrams = new DatagramSeal();
    private final Map<Gid, PeerKeys> byPeer = new HashMap<>();
    private final Int2ObjectHashMap<PeerKeys> byIndex = new Int2ObjectHashMap<>();
    private final Map<Gid, List<Consumer<Optional<String>>>> waiting = new HashMap<>();

    /** Creates an empty one. */
    public Keyring(SealSettings settings, Agent agent) {
        this(settings, agent, KeyRecorder.NONE);
    }

    /**
     * Creates an empty one that doesn't keep its secrets to itself.
     *
     * @param recorder is told those of queue pairs
     */
    public Keyring(SealSettings settings, Agent agent, KeyRecorder recorder) {
        this(settings, agent, recorder, true);
    }

    private Keyring(SealSettings settings, Agent agent, KeyRecorder recorder, boolean hasManager) {
        this.settings = settings;
        this.agent = agent;
        this.recorder = recorder;
        this.hasManager = hasManager;
    }

    /** Returns an empty one for another event loop of the same device: for queue pairs alone. */
    public Keyring further() {
        return new Keyring(
                settings,
                peer -> {
                    throw new IllegalStateException("the first event loop asks for keys");
                },
                recorder,
                false);
    }

    public SealSettings settings() {
        return settings;
    }

    /**
     * Sees to it that there are keys for a peer.
     *
     * @param done is told why there are none, or nothing if there are; perhaps within the call
     */
    public void request(Gid peer, Consumer<Optional<String>> done) {
        if (of(peer) != null) {
            done.accept(Optional.empty());
            return;
        }
        List<Consumer<Optional<String>>> others = waiting.get(peer);
        if (others != null) {
            others.add(done);
            return;
        }
        waiting.put(peer, new ArrayList<>(List.of(done)));
        agent.ask(peer);
    }

    /** There is an association, which {@link PeerKeys#add} is to give its first generation. */
    public PeerKeys add(Association association) {
        PeerKeys keys =
                new PeerKeys(association, settings, recorder, packets, datagrams, hasManager);
        byPeer.put(association.peer(), keys);
        byIndex.put(association.ownIndex(), keys);
        return keys;
    }

    /** An association can be used: it has a generation in use. */
    public void ready(PeerKeys keys) {
        tell(keys.association().peer(), Optional.empty());
    }

    /** There will be no keys for a peer; {@code why} is one line without secrets. */
    public void failed(Gid peer, String why) {
        tell(peer, Optional.of(why));
    }

    private void tell(Gid peer, Optional<String> why) {
        List<Consumer<Optional<String>>> told = waiting.remove(peer);
        if (told != null) {
            told.forEach(done -> done.accept(why));
        }
    }

    /** An association has ended, and with it all connections under it. */
    public void remove(PeerKeys keys) {
        byPeer.remove(keys.association().peer(), keys);
        byIndex.remove(keys.association().ownIndex(), keys);
        keys.end();
    }

    /** Returns the keys for a peer, null if there are none. */
    public PeerKeys of(Gid peer) {
        return byPeer.get(peer);
    }

    /**
     * Returns the keys of an association, null if it isn't alive.
     *
     * @param index {@link Association#ownIndex}
     */
    public PeerKeys of(int index) {
        return byIndex.get(index);
    }

    /**
     * Opens a sealed datagram from a peer, which stands there plain afterwards.
     *
     * @return null, or why it is to be dropped
     */
    public Counter open(ReceivedPacket packet, Gid from, long nowNs) {
        boolean whole =
                packet.length() == DatagramSeal.LENGTH
                        && packet.offset() + DatagramSeal.LENGTH <= packet.buffer().limit();
        if (!whole) {
            return Counter.DROPPED_AUTH;
        }
        PeerKeys keys = byIndex.get(SealedPacket.association(packet.buffer(), packet.offset()));
        if (keys == null) {
            return Counter.DROPPED_EPOCH;
        }
        if (!keys.association().peer().equals(from)) {
            return Counter.DROPPED_WRONG_PEER;
        }
        Counter refusal = keys.open(packet, nowNs);
        if (refusal == null) {
            byPeer.put(from, keys); // should there be two, both ends go on with the same
        }
        return refusal;
    }

    public KeyFacts facts() {
        long handshakeNs = 0;
        long epochs = 0;
        int generations = 0;
        for (PeerKeys keys : byIndex.values()) {
            handshakeNs = Math.max(handshakeNs, keys.association().handshakeNs());
            epochs = Math.max(epochs, keys.epochs());
            generations = Math.max(generations, keys.generations());
        }
        return new KeyFacts(
                settings.aead().toString(),
                settings.source().name(),
                handshakeNs,
                epochs,
                generations);
    }

    /** Forgets all keys; idempotent. */
    @Override
    public void close() {
        List.copyOf(byIndex.values()).forEach(this::remove);
        List.copyOf(waiting.keySet()).forEach(peer -> failed(peer, "the device was closed"));
    }
}

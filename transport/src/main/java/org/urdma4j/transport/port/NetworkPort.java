package org.urdma4j.transport.port;

import org.urdma4j.transport.seal.Keyring;
import org.urdma4j.transport.shard.Shard;
import org.urdma4j.transport.wire.NetworkHeader;
import org.urdma4j.transport.wire.Route;
import org.urdma4j.transport.wire.TransportAddress;
import org.urdma4j.verbs.AhAttr;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.GidEntry;
import org.urdma4j.verbs.Mtu;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The physical port of a software device: a network backend with its event loop. It owns a {@link
 * Shard} and is the only one to call it; others come in by {@link #call} and {@link #wake}. Any
 * thread may call these methods.
 */
public interface NetworkPort extends AutoCloseable {
    /** BTH, RETH, immediate data, and ICRC of standard RoCE, timestamps and FEC of URDMA. */
    int LONGEST_HEADERS = 12 + 16 + 4 + 4 + 8 + 8;

    /** Returns a name for people, such as {@code udp 127.0.0.1:4791}. */
    String description();

    /** Returns the addresses under which peers reach this port. */
    List<GidEntry> gids();

    /** Returns the largest MTU that fits the link. */
    Mtu activeMtu();

    /**
     * Returns the largest MTU that fits the link and, as far as the system knows, the way to a
     * peer. That is a hint: a way may carry less without anybody saying so.
     */
    default Mtu mtuTowards(TransportAddress peer) {
        return activeMtu();
    }

    /** Returns the most bytes from BTH to ICRC that a packet may have on the link. */
    default int packetBytes() {
        return activeMtu().bytes() + LONGEST_HEADERS;
    }

    /**
     * Returns how many bytes may wait at this port until they are read, as the backend reckons; 0
     * if that isn't known.
     */
    default long receiveBufferBytes() {
        return 0;
    }

    /** Returns whether the engine is told which packets came with congestion experienced. */
    default boolean seesMarks() {
        return false;
    }

    /** Returns what shows the network headers of packets that came in, for the event loop. */
    NetworkHeader networkHeader();

    /** Returns the shard; to be touched within {@link #call} only, counters and doorbells apart. */
    Shard shard();

    /**
     * Finds the way to a peer.
     *
     * @param sourceGidIndex index in {@link #gids}
     * @throws org.urdma4j.verbs.VerbsException if there is none
     */
    Route route(int sourceGidIndex, Gid destination);

    /**
     * Finds the way to a peer, with all that an address vector asks of packets on it, as far as the
     * backend writes network headers.
     *
     * @param flow what tells this flow from others to the same peer, such as the number of the
     *     queue pair
     * @throws org.urdma4j.verbs.VerbsException if there is none
     */
    default Route route(AhAttr ah, int flow) {
        return route(ah.grh().sgidIndex(), ah.grh().dgid());
    }

    /**
     * Finds the way to a peer by its transport address.
     *
     * @param sourceGidIndex index in {@link #gids}
     * @throws org.urdma4j.verbs.VerbsException if there is none
     */
    default Route route(int sourceGidIndex, TransportAddress to) {
        return route(sourceGidIndex, to.gid());
    }

    /** Returns whether {@link #wayBack} finds any way. */
    default boolean knowsWaysBack() {
        return false;
    }

    /**
     * Finds the way back to where packets come from, UDP port included.
     *
     * @param gidIndex index in {@link #gids} of where they come to
     * @param source what came with a packet
     * @return null if the backend doesn't know
     */
    default Route wayBack(int gidIndex, Object source) {
        return null;
    }

    /**
     * Returns where a device is reached.
     *
     * @param udpPort 0 for the port that peers have unless another is said
     */
    default TransportAddress at(Gid gid, int udpPort) {
        return TransportAddress.of(gid);
    }

    /**
     * Returns where the sender of a packet is to be answered: at its address, and at the UDP port
     * that it came from if it says that this is its own, not one to tell flows apart.
     *
     * @param translatable {@link org.urdma4j.transport.wire.ReceivedPacket#translatable}
     */
    default TransportAddress answerTo(Object source, boolean translatable) {
        return at(gidOf(source), 0);
    }

    /**
     * Finds a way to a peer on which routers may send packets elsewhere than on others to it.
     *
     * @param sourceGidIndex index in {@link #gids}
     * @param entropy 0 for the way of {@link #route(int, Gid)}; another number stands for another
     *     source port, as far as the backend has them
     * @throws org.urdma4j.verbs.VerbsException if there is none
     */
    default Route route(int sourceGidIndex, Gid destination, int entropy) {
        return route(sourceGidIndex, destination);
    }

    /** Returns whole frames of the link, if the backend has access to them. */
    default Optional<RawPackets> rawPackets() {
        return Optional.empty();
    }

    /** Returns the index in {@link #gids} that connections start from unless they are told. */
    default int defaultGidIndex() {
        return 0;
    }

    /** Returns the address that peers connect to unless they are told of another. */
    default Gid address() {
        return gids().get(defaultGidIndex()).gid();
    }

    /**
     * Returns the index in {@link #gids} that packets to a peer start from unless they are told:
     * the default, but for peers that it leads to none of.
     */
    default int gidIndexTowards(Gid peer) {
        return defaultGidIndex();
    }

    /** Returns the time by which the shard is driven, in nanoseconds from an arbitrary origin. */
    default long nowNs() {
        return SystemClock.nowNs();
    }

    /**
     * Returns whose a packet is.
     *
     * @param source what came with the packet: {@link
     *     org.urdma4j.transport.wire.ReceivedPacket#source}
     */
    Gid gidOf(Object source);

    /**
     * Returns what seals the packets of this port, if any does; to be touched on the event loop.
     */
    default Optional<Keyring> keyring() {
        return Optional.empty();
    }

    /** Returns whether nothing may leave or come that isn't sealed. */
    default boolean protectionRequired() {
        return keyring().map(ring -> ring.settings().required()).orElse(false);
    }

    /**
     * Runs {@code task} on the event loop, then a turn of the loop, and returns its result. What
     * the task throws is thrown here. Runs at once when called on the event loop.
     *
     * @throws IllegalStateException if the port is closed
     */
    <T> T call(Supplier<T> task);

    /** Returns whether this thread is the event loop, where there is a thread of its own. */
    default boolean inEventLoop() {
        return false;
    }

    /**
     * Finds out whether the host of a peer refuses what is sent to it, if the network can tell; on
     * the event loop, and without waiting.
     *
     * @param refused is run on the event loop if so
     */
    default void probe(TransportAddress peer, Runnable refused) {
        // no network tells by itself
    }

    /**
     * Runs {@code task} on the event loop, without waiting, then a turn of the loop; without effect
     * if the port is closed. Never at once, not even when called on the event loop.
     */
    void later(Runnable task);

    /**
     * Returns the event loops of the port, each with a shard and sockets of its own, by the number
     * of its shard; the first is this one, which has the connections and closes the others. Packets
     * come to the loop of their queue pair.
     */
    default List<NetworkPort> loops() {
        return List.of(this);
    }

    /** Returns the one of {@link #loops} that a queue pair of this number belongs to. */
    default NetworkPort loopOf(int qpn) {
        return loops().get(shard().number().of(qpn));
    }

    /** Makes the event loop look for posted work soon. */
    void wake();

    /** Stops the event loop and releases the network; idempotent. */
    @Override
    void close();
}

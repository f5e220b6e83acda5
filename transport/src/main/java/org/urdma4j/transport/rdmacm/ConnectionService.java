package org.urdma4j.transport.rdmacm;

import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.Long2ObjectHashMap;
import org.urdma4j.codec.cm.PrivateData;
import org.urdma4j.codec.cm.RejectReason;
import org.urdma4j.codec.cm.SidrRep;
import org.urdma4j.transport.cm.CmConfig;
import org.urdma4j.transport.cm.CmCounters;
import org.urdma4j.transport.cm.CmEvent;
import org.urdma4j.transport.cm.ConnectionManager;
import org.urdma4j.transport.gsi.GsiQueuePair;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.seal.PeerKeys;
import org.urdma4j.transport.wire.TransportAddress;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.GidType;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.cm.CmEventType;
import org.urdma4j.verbs.cm.CmId;
import org.urdma4j.verbs.cm.CmPortSpace;

import java.net.InetSocketAddress;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Everything about connections on one device: the connection manager of its address and the
 * identifiers that use it. Any thread may call the public methods; the rest is confined to the
 * event loop.
 */
public final class ConnectionService implements AutoCloseable {
    /** How often a peer is told of the end of a device, so that one lost word isn't all. */
    private static final int FAREWELLS = 3;

    /** ff0e::, before an IPv4 address and 16 bits of ones. */
    private static final long ROCE_V1_GROUPS = 0xff0eL << 48;

    final CmHost host;
    final NetworkPort port;
    final Gid gid;
    final int payloadBytes;
    final RandomGenerator random;
    final ConnectionManager manager;
    final Ports ports;
    private final GsiQueuePair gsi;
    private final Set<SoftCmId> ids = new LinkedHashSet<>();
    private final IdentityHashMap<QueuePair, SoftCmId> byQp = new IdentityHashMap<>();
    private final Int2ObjectHashMap<SoftCmId> byConnection = new Int2ObjectHashMap<>();
    private final Long2ObjectHashMap<SoftCmId> listeners = new Long2ObjectHashMap<>();
    private volatile boolean closed;

    /**
     * Attaches queue pair 1 to a port; waits for the event loop.
     *
     * @param payloadBytes of a URDMA packet, to be offered where the link carries as much
     * @param random draws what peers must not guess
     */
    public ConnectionService(
            CmHost host,
            NetworkPort port,
            CmConfig config,
            int payloadBytes,
            RandomGenerator random) {
        this.payloadBytes = payloadBytes;
        this.host = host;
        this.port = port;
        this.gid = config.gid();
        this.random = random;
        gsi = new GsiQueuePair(port, config, random, this::onEvent);
        manager = gsi.manager();
        ports = new Ports(random);
        gsi.attach();
    }

    /** Returns what has been counted. Any thread. */
    public CmCounters counters() {
        return manager.counters();
    }

    /** Returns how many connections, questions and refusals are kept; waits for the event loop. */
    public int size() {
        return port.call(manager::size);
    }

    /** Returns how many identifiers are open; waits for the event loop. */
    public int ids() {
        return port.call(ids::size);
    }

    CmId createId(SoftEventChannel channel, CmPortSpace portSpace) {
        SoftCmId id = new SoftCmId(this, channel, portSpace);
        channel.adopt(id);
        try {
            onLoop(() -> {
                if (closed) {
                    throw new IllegalStateException("the device is closed");
                }
                ids.add(id);
                return null;
            });
        } catch (IllegalStateException e) {
            channel.disown(id);
            throw e;
        }
        return id;
    }

    /** Returns a group's GID as Linux maps it: one of IPv4 over RoCEv1 is no IPv4 address. */
    Gid group(Gid address) {
        boolean first = port.gids().get(port.defaultGidIndex()).gidType() == GidType.ROCE_V1;
        return first && address.isIpv4Mapped()
                ? new Gid(ROCE_V1_GROUPS, address.interfaceId())
                : address;
    }

    /** Does it on the event loop, and then tells what came of it. */
    <T> T onLoop(Supplier<T> task) {
        return port.call(() -> {
            try {
                return task.get();
            } finally {
                gsi.tellEvents();
            }
        });
    }

    boolean closed() {
        return closed;
    }

    /** A packet has come to a queue pair that waits for its first; on the event loop. */
    public void communicationEstablished(QueuePair qp) {
        SoftCmId id = byQp.get(qp);
        if (id != null) {
            id.role().onCommunicationEstablished();
            gsi.tellEvents();
        }
    }

    /** A request of a queue pair has failed, and the queue pair with it; on the event loop. */
    public void requestFailed(QueuePair qp) {
        SoftCmId id = byQp.get(qp);
        if (id != null) {
            id.role().onRequestFailed();
        }
    }

    /** The peer of a queue pair doesn't answer any more; on the event loop. */
    public void peerVanished(QueuePair qp) {
        SoftCmId id = byQp.get(qp);
        if (id != null) {
            id.role().onPeerVanished();
        }
    }

    /**
     * The peer of a queue pair is somewhere else now; on the event loop.
     *
     * @param source what comes with its packets
     */
    public void moved(QueuePair qp, Object source) {
        SoftCmId id = byQp.get(qp);
        if (id != null) {
            id.role().onMoved(port.answerTo(source, true));
        }
    }

    /**
     * Sees to it that there are keys for a peer, if packets are sealed here.
     *
     * @param done is told why not, or nothing if it may go on; perhaps within the call
     */
    void keys(Gid peer, Consumer<Optional<String>> done) {
        if (port.keyring().isEmpty()) {
            done.accept(Optional.empty());
            return;
        }
        boolean required = port.protectionRequired();
        port.keyring().get().request(peer, why -> done.accept(required ? why : Optional.empty()));
    }

    /** Returns the keys for a peer, null if nothing to it is sealed. */
    PeerKeys keys(Gid peer) {
        return port.keyring().map(ring -> ring.of(peer)).orElse(null);
    }

    void own(QueuePair qp, SoftCmId id) {
        byQp.put(qp, id);
    }

    SoftCmId disown(QueuePair qp) {
        return byQp.remove(qp);
    }

    void bind(int connection, SoftCmId id) {
        byConnection.put(connection, id);
    }

    void unbind(int connection) {
        byConnection.remove(connection);
    }

    void listen(long serviceId, int backlog, SoftCmId id) {
        manager.listen(serviceId, backlog);
        listeners.put(serviceId, id);
    }

    void unlisten(long serviceId) {
        manager.unlisten(serviceId);
        listeners.remove(serviceId);
    }

    void forget(SoftCmId id) {
        ids.remove(id);
    }

    private void onEvent(CmEvent event) {
        switch (event) {
            case CmEvent.ConnectRequest request -> onRequest(request);
            case CmEvent.ServiceRequest request -> onRequest(request);
            default -> {
                SoftCmId id = byConnection.get(event.id());
                if (id != null) {
                    id.role().onEvent(event);
                }
            }
        }
    }

    private void onRequest(CmEvent.ConnectRequest request) {
        SoftCmId listener = listeners.get(request.serviceId());
        SoftCmId child = child(listener, request.from(), request.sourcePort());
        if (child == null) {
            RejectReason reason = RejectReason.INVALID_SERVICE_ID;
            manager.reject(request.id(), reason, PrivateData.NONE, port.nowNs());
        } else {
            child.play(new Accepting(child, listener, request));
        }
    }

    private void onRequest(CmEvent.ServiceRequest request) {
        SoftCmId listener = listeners.get(request.serviceId());
        SoftCmId child = child(listener, request.from(), request.sourcePort());
        if (child == null) {
            manager.refuse(request.id(), SidrRep.UNKNOWN_SERVICE, PrivateData.NONE, port.nowNs());
        } else {
            child.play(new Answering(child, listener, request));
        }
    }

    private SoftCmId child(SoftCmId listener, TransportAddress from, int sourcePort) {
        if (listener == null || closed) {
            return null;
        }
        InetSocketAddress peer = new InetSocketAddress(from.gid().toInetAddress(), sourcePort);
        SoftCmId child = listener.child(peer, from.udpPort());
        if (child != null) {
            ids.add(child);
        }
        return child;
    }

    /**
     * Ends all connections without waiting for the peers, and tells all identifiers. Peers are told
     * several times, as far as they don't answer meanwhile: there is nobody to ask them again.
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        // The loop sends between the calls: a queue of farewells to thousands would overflow.
        boolean more = true;
        while (more) {
            more = port.call(this::leaveNext);
        }
        for (int i = 1; i < FAREWELLS; i++) {
            for (int connection : port.call(manager::unanswered)) {
                onLoop(() -> {
                    manager.insist(connection);
                    return null;
                });
            }
        }
    }

    /** Tells an identifier, and its peer; returns false if there is none. */
    private boolean leaveNext() {
        if (ids.isEmpty()) {
            return false;
        }
        SoftCmId id = ids.iterator().next();
        id.tell(CmEventType.DEVICE_REMOVAL);
        id.leave();
        return true;
    }
}

package org.urdma4j.transport.cm;

import org.agrona.collections.Int2ObjectHashMap;
import org.urdma4j.protection.admission.Quota;
import org.urdma4j.protection.admission.Shares;
import org.urdma4j.transport.wire.TransportAddress;
import org.urdma4j.verbs.Gid;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.TreeSet;

/**
 * Everything that is kept, found by this end's number, by the peer's number, by the peer's queue
 * pair, and by deadline.
 */
final class ConnectionTable {
    /** Refusals and answers that are kept for peers who ask again; beyond, the oldest goes. */
    static final int MAX_REMEMBERED = 1024;

    private record Request(TransportAddress peer, int remoteId, boolean datagram) {}

    private record RemoteQp(TransportAddress peer, int qpn) {}

    private final Int2ObjectHashMap<Connection> byId = new Int2ObjectHashMap<>();
    private final Map<Request, Connection> byRequest = new HashMap<>();
    private final Map<RemoteQp, Connection> byRemoteQp = new HashMap<>();
    private final LinkedHashSet<Connection> remembered = new LinkedHashSet<>();
    private final LinkedHashSet<Connection> waitingOut = new LinkedHashSet<>();

    /** Those that peers have asked for, in whatever state. */
    private final Shares<Connection> asked;

    private final int mostWaitingOut;
    private final TreeSet<Connection> byDeadline =
            new TreeSet<>(
                    Comparator.comparingLong(Connection::deadlineNs)
                            .thenComparingInt(Connection::id));

    /**
     * Creates an empty one.
     *
     * @param most entries that who uses it keeps: half of them are for an address at most, of those
     *     that peers have asked for, three quarters for a network, and a quarter for what has ended
     */
    ConnectionTable(int most) {
        int address = Math.max(1, most / 2);
        asked = new Shares<>(new Quota(Math.max(1, most), Math.max(1, most - most / 4), address));
        mostWaitingOut = Math.max(1, most / 4);
    }

    int size() {
        return byId.size();
    }

    Iterable<Connection> all() {
        return byId.values();
    }

    boolean contains(int id) {
        return byId.containsKey(id);
    }

    /** Returns null if there is none. */
    Connection get(int id) {
        return byId.get(id);
    }

    /** Returns the connection of these two numbers, if {@code peer} is its peer, or null. */
    Connection get(TransportAddress peer, int id, int remoteId) {
        Connection connection = byId.get(id);
        boolean same =
                connection != null
                        && connection.peer.equals(peer)
                        && (connection.remoteId == remoteId || connection.remoteId == 0);
        return same ? connection : null;
    }

    /** Returns what became of a request of this peer, or null. */
    Connection request(TransportAddress peer, int remoteId, boolean datagram) {
        return byRequest.get(new Request(peer, remoteId, datagram));
    }

    Connection remoteQp(TransportAddress peer, int qpn) {
        return byRemoteQp.get(new RemoteQp(peer, qpn));
    }

    void add(Connection connection) {
        byId.put(connection.id, connection);
    }

    void addRequest(Connection connection, boolean datagram) {
        add(connection);
        asked.add(connection.peer.gid(), connection, 0);
        byRequest.put(new Request(connection.peer, connection.remoteId, datagram), connection);
    }

    /** Whether one more may be kept that a peer asks for. */
    boolean hasRoom(Gid from) {
        return asked.hasRoom(from);
    }

    void addRemoteQp(Connection connection, int qpn) {
        connection.remoteQpn = qpn;
        byRemoteQp.put(new RemoteQp(connection.peer, qpn), connection);
    }

    void removeRemoteQp(Connection connection) {
        byRemoteQp.remove(new RemoteQp(connection.peer, connection.remoteQpn), connection);
    }

    /** The peer of a connection is somewhere else now. */
    void move(Connection c, TransportAddress to) {
        boolean asked = byRequest.remove(new Request(c.peer, c.remoteId, false), c);
        boolean connected = byRemoteQp.remove(new RemoteQp(c.peer, c.remoteQpn), c);
        c.peer = to;
        if (asked) {
            byRequest.put(new Request(to, c.remoteId, false), c);
        }
        if (connected) {
            byRemoteQp.put(new RemoteQp(to, c.remoteQpn), c);
        }
    }

    /** Returns the entry that has to go because there are too many of its kind, or null. */
    Connection remember(Connection connection) {
        remembered.add(connection);
        return remembered.size() > MAX_REMEMBERED ? remembered.getFirst() : null;
    }

    /** As {@link #remember}, of what waits until no packet is under way. */
    Connection waitOut(Connection connection) {
        waitingOut.add(connection);
        return waitingOut.size() > mostWaitingOut ? waitingOut.getFirst() : null;
    }

    void remove(Connection connection) {
        asked.remove(connection);
        waitingOut.remove(connection);
        setDeadline(connection, Connection.NEVER);
        byId.remove(connection.id);
        byRequest.remove(new Request(connection.peer, connection.remoteId, false), connection);
        byRequest.remove(new Request(connection.peer, connection.remoteId, true), connection);
        removeRemoteQp(connection);
        remembered.remove(connection);
    }

    void setDeadline(Connection connection, long deadlineNs) {
        byDeadline.remove(connection);
        connection.deadlineNs = deadlineNs;
        if (deadlineNs != Connection.NEVER) {
            byDeadline.add(connection);
        }
    }

    long earliestNs() {
        return byDeadline.isEmpty() ? Connection.NEVER : byDeadline.getFirst().deadlineNs;
    }

    Connection earliest() {
        return byDeadline.getFirst();
    }
}

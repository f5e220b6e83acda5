package org.urdma4j.transport.cm;

import org.urdma4j.transport.wire.TransportAddress;

import java.nio.ByteBuffer;

/** What is kept of a connection, of a refusal, or of a resolution of a datagram service. */
final class Connection {
    static final long NEVER = Long.MAX_VALUE;

    final int id;

    /** Written by {@link ConnectionTable} alone. */
    TransportAddress peer;

    final long transactionId;
    CmState state;

    /** The peer's number for it, 0 while unknown. */
    int remoteId;

    int localQpn;
    int remoteQpn;

    /** First sequence number of a request, which with others tells whether it is the same. */
    int requestPsn;

    /** How long its packets may be under way once it has ended. */
    long timewaitNs;

    /** How long this peer waits for an answer before it asks again. */
    long peerPatienceNs;

    /** How often the peer may be asked again, and after what time. */
    int retriesLeft;

    long intervalNs;

    /** Whether this end has asked, or the peer has shown that it gets what is sent to it. */
    boolean proven;

    /** How many messages may go to a peer that hasn't shown it: some for each that came. */
    int credit;

    /** When it is given up, whatever the peer wants. */
    long endNs = NEVER;

    /** What was sent last, where it may have to be sent again. */
    ByteBuffer lastSent;

    /** Whether the peer's host has said that nobody is there. */
    boolean refused;

    /** Whether the end has been told, while the peer is still asked to agree to it. */
    boolean endTold;

    /** Whose backlog it counts in, null for none. */
    Listener listener;

    /** Written by {@link ConnectionTable} alone. */
    long deadlineNs = NEVER;

    Connection(int id, TransportAddress peer, long transactionId, CmState state) {
        this.id = id;
        this.peer = peer;
        this.transactionId = transactionId;
        this.state = state;
    }

    long deadlineNs() {
        return deadlineNs;
    }

    int id() {
        return id;
    }
}

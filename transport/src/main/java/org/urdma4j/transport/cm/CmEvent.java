package org.urdma4j.transport.cm;

import org.urdma4j.codec.cm.PrivateData;
import org.urdma4j.codec.cm.RejectReason;
import org.urdma4j.transport.wire.TransportAddress;

/** What the application is to know. The names are those of {@code rdma_cm_event_type}. */
public sealed interface CmEvent {
    /** Returns the number that calls about the same connection take. */
    int id();

    /**
     * A peer asks for a connection: accept or reject it.
     *
     * @param from the peer's address
     * @param sourcePort the peer's port
     * @param serviceId what it asked for
     */
    record ConnectRequest(
            int id,
            TransportAddress from,
            int sourcePort,
            long serviceId,
            CmPath path,
            CmEndpoint peer)
            implements CmEvent {}

    /** The peer has accepted: make the queue pair ready, then call {@code establish}. */
    record ConnectResponse(int id, CmEndpoint peer) implements CmEvent {}

    /** The peer of an accepted connection is ready. */
    record Established(int id) implements CmEvent {}

    /**
     * The peer refuses, or gave up waiting.
     *
     * @param reason code of {@link RejectReason}, or another that the peer has made up
     * @param data of the peer's application
     */
    record Rejected(int id, int reason, PrivateData data) implements CmEvent {}

    /**
     * The peer didn't answer.
     *
     * @param refused whether its host has said that nobody has the UDP port open
     */
    record Unreachable(int id, boolean refused) implements CmEvent {}

    /**
     * The connection has ended, whoever ended it.
     *
     * @param vanished whether the peer didn't answer any more, work or DREQ
     */
    record Disconnected(int id, boolean vanished) implements CmEvent {}

    /** No packet of the connection is under way any more; its queue pair may be used again. */
    record TimewaitExit(int id) implements CmEvent {}

    /**
     * A peer asks for a datagram service: answer it.
     *
     * @param from the peer's address
     * @param sourcePort the peer's port
     * @param data of the peer's application
     */
    record ServiceRequest(
            int id, TransportAddress from, int sourcePort, long serviceId, PrivateData data)
            implements CmEvent {}

    /**
     * The peer has told where its datagram service is.
     *
     * @param qpn queue pair to send to
     * @param qKey with this key
     * @param data of the peer's application
     */
    record ServiceResolved(int id, int qpn, int qKey, PrivateData data) implements CmEvent {}

    /**
     * The peer doesn't tell.
     *
     * @param status a constant of {@link org.urdma4j.codec.cm.SidrRep}
     * @param data of the peer's application
     */
    record ServiceRefused(int id, int status, PrivateData data) implements CmEvent {}
}

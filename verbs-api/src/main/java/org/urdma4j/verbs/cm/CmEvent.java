package org.urdma4j.verbs.cm;

import org.urdma4j.verbs.Errno;

import java.util.Objects;

/**
 * Something that happened to an identifier: {@code struct rdma_cm_event} (rdma_get_cm_event(3)). A
 * plain value: there is nothing to acknowledge, and closing an identifier never waits for its
 * events.
 *
 * @param eventType what happened
 * @param id whom it happened to; of a {@link CmEventType#CONNECT_REQUEST} a new identifier, which
 *     the program accepts or rejects, and closes in any case
 * @param listenId of a {@link CmEventType#CONNECT_REQUEST} who listens, otherwise null
 * @param status 0; of a {@link CmEventType#REJECTED} the reason that the peer gave ({@link
 *     #REJECTED_BY_PEER} if its program refused, 8 if nobody listens; IBTA volume 1, 12.6.7.2), of
 *     a datagram service the status of SIDR_REP; of a {@link CmEventType#DISCONNECTED} -ETIMEDOUT
 *     if the peer has vanished, 0 if either end asked for it; otherwise the negative error number
 * @param conn what the peer says of itself, its private data among it: of requests, responses,
 *     {@link CmEventType#ESTABLISHED} at the asking end, and refusals; of a {@link
 *     CmEventType#ROUTE_ERROR} for want of keys why there are none, as UTF-8; otherwise empty
 * @param ud where to send datagrams: of an {@link CmEventType#ESTABLISHED} in {@link
 *     CmPortSpace#UDP}, and of a {@link CmEventType#MULTICAST_JOIN}, otherwise null
 */
public record CmEvent(
        CmEventType eventType, CmId id, CmId listenId, int status, ConnParam conn, UdParam ud) {
    /** As a status: the program at the other end has refused. */
    public static final int REJECTED_BY_PEER = 28;

    /** As a status: the other end has no memory, no queue pair or no room in its backlog left. */
    public static final int NO_RESOURCES = 3;

    /** As a status: nobody listens at the port. */
    public static final int INVALID_SERVICE_ID = 8;

    /**
     * Private data of a {@link CmEventType#REJECTED} with {@link #REJECTED_BY_PEER}: the peer's
     * device takes no connection whose packets aren't sealed.
     */
    public static final String PROTECTION_REQUIRED = "protection required";

    /** Checks that what is always there isn't null. */
    public CmEvent {
        Objects.requireNonNull(eventType, "eventType");
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(conn, "conn");
    }

    /**
     * Returns whether the connection has ended because the peer didn't answer any more: neither
     * work ({@code RETRY_EXC_ERR}) nor a question for a sign ({@link ConnParam#keepAlive}).
     */
    public boolean peerVanished() {
        return eventType == CmEventType.DISCONNECTED && status == -Errno.ETIMEDOUT.value();
    }

    /** Returns whether the peer refused because it takes no connection that isn't sealed. */
    public boolean protectionRequired() {
        return eventType == CmEventType.REJECTED
                && status == REJECTED_BY_PEER
                && CmEventText.privateData(this).equals(PROTECTION_REQUIRED);
    }

    /**
     * Returns in words what happened, with the peer and the reason that it gave: {@code
     * rdma_event_str} and more.
     */
    public String describe() {
        return CmEventText.of(this);
    }

    /** Returns an event of one identifier that brings nothing with it. */
    public static CmEvent of(CmEventType eventType, CmId id) {
        return new CmEvent(eventType, id, null, 0, ConnParam.EMPTY, null);
    }

    /** Returns an event of one identifier with a status. */
    public static CmEvent of(CmEventType eventType, CmId id, int status) {
        return new CmEvent(eventType, id, null, status, ConnParam.EMPTY, null);
    }

    /** Returns an event of one identifier with what the peer said. */
    public static CmEvent of(CmEventType eventType, CmId id, ConnParam conn) {
        return new CmEvent(eventType, id, null, 0, conn, null);
    }
}

package org.urdma4j.verbs.cm;

/** What has happened: {@code enum rdma_cm_event_type} (rdma_get_cm_event(3)). */
public enum CmEventType {
    /** The destination's address can be reached: go on with {@link CmId#resolveRoute}. */
    ADDR_RESOLVED(0),

    /** The destination's address can't be reached. */
    ADDR_ERROR(1),

    /** The way is known: {@link CmId#createQp}, then {@link CmId#connect}. */
    ROUTE_RESOLVED(2),

    /** There is no way. */
    ROUTE_ERROR(3),

    /** A peer asks for a connection; {@link CmEvent#id} is a new identifier for it. */
    CONNECT_REQUEST(4),

    /** The peer has accepted, of an identifier without queue pair: {@link CmId#establish}. */
    CONNECT_RESPONSE(5),

    /** The connection could not be made for a reason of this end. */
    CONNECT_ERROR(6),

    /** The peer doesn't answer. */
    UNREACHABLE(7),

    /** The peer has refused. */
    REJECTED(8),

    /**
     * The connection is made: both ends may send. For datagrams, the peer's queue pair is known.
     */
    ESTABLISHED(9),

    /**
     * The connection has ended, whoever ended it; {@link CmEvent#peerVanished} if the peer doesn't
     * answer any more.
     */
    DISCONNECTED(10),

    /** The device is gone. */
    DEVICE_REMOVAL(11),

    /** A multicast group was joined. */
    MULTICAST_JOIN(12),

    /** A multicast group could not be joined; not given here, as the call says so. */
    MULTICAST_ERROR(13),

    /** The network device behind the address has changed; not given here. */
    ADDR_CHANGE(14),

    /** No packet of the ended connection is under way any more. */
    TIMEWAIT_EXIT(15);

    private final int value;

    CmEventType(int value) {
        this.value = value;
    }

    /** Returns the number that {@code rdma_cm_event_type} has for it. */
    public int value() {
        return value;
    }
}

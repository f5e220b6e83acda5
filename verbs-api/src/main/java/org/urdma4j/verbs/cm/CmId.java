package org.urdma4j.verbs.cm;

import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.ProtectionDomain;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpInitAttr;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.VerbsException;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;

/**
 * One end of a connection, or one who listens: {@code struct rdma_cm_id} (rdma_create_id(3)). Safe
 * for any thread.
 *
 * <pre>
 * asking end                          end that is asked
 * resolveAddr   ADDR_RESOLVED         bindAddr, listen
 * resolveRoute  ROUTE_RESOLVED        CONNECT_REQUEST with a new identifier
 * createQp, connect                   createQp, accept
 *               ESTABLISHED           ESTABLISHED
 * disconnect    DISCONNECTED          DISCONNECTED
 *               TIMEWAIT_EXIT         TIMEWAIT_EXIT
 * </pre>
 *
 * A queue pair that {@link #createQp} made is moved by the identifier: to INIT when it is made, to
 * RTR and RTS as the connection comes about, to ERR when it ends or fails. A program that has its
 * own queue pair names it with {@link ConnParam#qpNum(int)} and moves it itself, with what the
 * events say.
 *
 * <p>A call that doesn't fit what the identifier is doing throws a {@link VerbsException} with
 * EINVAL. After {@link #close()} every call but the accessors and {@code close()} throws {@link
 * IllegalStateException}.
 */
public interface CmId extends AutoCloseable {
    /** Returns the device. */
    Context verbs();

    /** Returns where it tells its events. */
    CmEventChannel channel();

    /** Returns what its ports stand for. */
    CmPortSpace portSpace();

    /** Returns the queue pair that {@link #createQp} made, null if there is none. */
    QueuePair qp();

    /** Returns anything of the program's own that {@link #userContext(Object)} attached. */
    Object userContext();

    /** Attaches anything of the program's own; a new identifier has that of who listens. */
    void userContext(Object value);

    /** Returns the own address and port, {@code rdma_get_local_addr}; port 0 while not bound. */
    InetSocketAddress localAddr();

    /** Returns the peer's address and port, {@code rdma_get_peer_addr}; null while unknown. */
    InetSocketAddress peerAddr();

    /**
     * Takes a port of the device's address: {@code rdma_bind_addr}.
     *
     * @param local the device's address or the wildcard; port 0 for any that is free
     * @throws VerbsException with EADDRNOTAVAIL if the device has another address, EADDRINUSE if
     *     the port is taken, EINVAL if the identifier is bound already
     */
    void bindAddr(InetSocketAddress local);

    /**
     * Looks whether a peer can be reached, and takes a free port unless one is bound: {@code
     * rdma_resolve_addr}. {@link CmEventType#ADDR_RESOLVED} follows.
     *
     * @param source as for {@link #bindAddr}, or null
     * @param destination its name is looked up now if it wasn't, which may take its time; the
     *     wildcard is the device itself, as in librdmacm
     * @param timeout at most so long; software devices know at once
     * @throws VerbsException as {@link #bindAddr}; with ENETUNREACH or EHOSTUNREACH if there is no
     *     way there, the latter also if no address is known for the destination's name
     */
    void resolveAddr(InetSocketAddress source, InetSocketAddress destination, Duration timeout);

    /**
     * Finds the way to the resolved address: {@code rdma_resolve_route}. {@link
     * CmEventType#ROUTE_RESOLVED} follows.
     *
     * @param timeout at most so long; software devices know at once
     * @throws VerbsException with EINVAL if no address is resolved
     */
    void resolveRoute(Duration timeout);

    /**
     * Makes a queue pair for the connection, in INIT, or ready to send for datagrams: {@code
     * rdma_create_qp}. Receives may be posted at once.
     *
     * @throws VerbsException with EINVAL if there is one already, or its type isn't one of the port
     *     space; otherwise as {@link ProtectionDomain#createQp}
     */
    QueuePair createQp(ProtectionDomain pd, QpInitAttr initAttr);

    /**
     * Returns what moves the program's own queue pair to a state: {@code rdma_init_qp_attr}. Needed
     * only without {@link #createQp}.
     *
     * @param state INIT; RTR, once the peer is known; RTS, once {@link #connect} or {@link #accept}
     *     was called, and answered
     * @throws VerbsException with EINVAL for another state, or while that is too early
     */
    QpAttr initQpAttr(QpState state);

    /** Destroys the queue pair if there is one: {@code rdma_destroy_qp}. */
    void destroyQp();

    /**
     * Waits for peers: {@code rdma_listen}. {@link CmEventType#CONNECT_REQUEST} follows for each.
     *
     * @param backlog requests that are undecided at a time, or accepted and not yet established;
     *     peers beyond them are left to ask again. 0 for 1,024, which is also the most
     * @throws VerbsException with EINVAL if no port is bound, EADDRINUSE if it is listened to
     */
    void listen(int backlog);

    /**
     * Asks the peer for the connection: {@code rdma_connect}. {@link CmEventType#ESTABLISHED}
     * (without own queue pair {@link CmEventType#CONNECT_RESPONSE}), {@link CmEventType#REJECTED},
     * {@link CmEventType#UNREACHABLE} or {@link CmEventType#CONNECT_ERROR} follows.
     *
     * @throws VerbsException with EINVAL if no route is resolved, there is no queue pair, or there
     *     is too much private data; ENOMEM if the device has no connection left
     */
    void connect(ConnParam param);

    /**
     * Agrees to a request, with a queue pair that has been made: {@code rdma_accept}. {@link
     * CmEventType#ESTABLISHED} follows, unless the peer is gone.
     *
     * @throws VerbsException with EINVAL if there is no request to agree to, also because the peer
     *     has withdrawn it; if there is no queue pair, or too much private data
     */
    void accept(ConnParam param);

    /**
     * Refuses a request, or an answer that {@link CmEventType#CONNECT_RESPONSE} told: {@code
     * rdma_reject}. One that the peer has withdrawn is refused without effect.
     *
     * @param privateData at most 148 bytes, 136 for datagrams
     * @throws VerbsException with EINVAL if it is not a request, or there is too much private data
     */
    void reject(byte[] privateData);

    /**
     * Refuses as {@link #reject(byte[])} does, and says why.
     *
     * @param reason {@link CmEvent#NO_RESOURCES}, {@link CmEvent#REJECTED_BY_PEER} or another of
     *     IBTA volume 1, 12.6.7.2: 1 to 33; of datagrams it isn't told
     */
    default void reject(int reason, byte[] privateData) {
        reject(privateData);
    }

    /**
     * Ends the connection, or gives one up that is being made, and moves the queue pair to ERR:
     * {@code rdma_disconnect}. {@link CmEventType#DISCONNECTED} follows, unless it has been told
     * already.
     *
     * @throws VerbsException with EINVAL if there is no connection
     */
    void disconnect();

    /**
     * Tells the peer that the program's own queue pair is ready, after {@link
     * CmEventType#CONNECT_RESPONSE}: {@code rdma_establish}.
     *
     * @throws VerbsException with EINVAL if there is no such connection any more
     */
    void establish();

    /**
     * Tells of an event of the program's own queue pair: {@code rdma_notify}. {@link
     * EventType#COMM_EST} stands for the peer's word that it is ready, which may have been lost;
     * queue pairs made by {@link #createQp} do this by themselves.
     *
     * @throws VerbsException with EINVAL for any other event
     */
    void notifyEvent(EventType event);

    /**
     * Sets the ACK timeout of the queue pairs of both ends: {@code rdma_set_option} with {@code
     * RDMA_OPTION_ID_ACK_TIMEOUT}.
     *
     * @param code 4.096 us times two to the code, 0 to 31; 17, 0.54 s, unless set
     * @throws VerbsException with EINVAL once {@link #connect} was called
     */
    void ackTimeout(int code);

    /**
     * Sets the path MTU of the queue pairs of both ends: {@code rdma_set_option} with {@code
     * RDMA_OPTION_IB_PATH}.
     *
     * @param mtu at most what the port's link can carry, which it is unless set; over UDP less if
     *     the system's route, or a router that told it so, has a smaller MTU
     * @throws VerbsException with EINVAL once {@link #connect} was called, or if it is too much
     */
    void pathMtu(Mtu mtu);

    /**
     * Sets the service level of the queue pairs of both ends: {@code rdma_set_option} with {@code
     * RDMA_OPTION_IB_PATH}. On Ethernet it is the priority of a VLAN tag.
     *
     * @param sl 0 to 15; 0 unless set
     * @throws VerbsException with EINVAL once {@link #connect} was called
     */
    void serviceLevel(int sl);

    /**
     * Says which UDP port the peer's device has, where that isn't the one that peers of this device
     * have unless another is said. The port of {@link #resolveAddr} is that of a service on the
     * device; librdmacm knows no other. Of an identifier that comes with a request it is where the
     * request came from.
     *
     * @param udpPort 1 to 65,535; 0 for the usual one
     * @throws VerbsException with EINVAL once {@link #connect} was called, or if the backend has
     *     one UDP port for all
     */
    void peerUdpPort(int udpPort);

    /** Returns the UDP port of the peer's device, 0 for the usual one. */
    int peerUdpPort();

    /**
     * Joins a multicast group: {@code rdma_join_multicast}. If {@link #createQp} has made a queue
     * pair, it is attached; a program's own is attached by {@link QueuePair#attachMulticast}, with
     * the GID of the event. {@link CmEventType#MULTICAST_JOIN} follows, whose {@link CmEvent#ud}
     * says where to send: the group's GID, queue pair 0xffffff and the Q_Key of the port space. As
     * in Linux an IPv4 group is the GID ::ffff:a.b.c.d, and ff0e::ffff:a.b.c.d over RoCEv1. Again
     * it does no more than tell so. Closing the queue pair leaves all groups.
     *
     * @throws VerbsException with EINVAL if the identifier isn't of {@link CmPortSpace#UDP}, or not
     *     bound, or it is no multicast address; otherwise as {@link QueuePair#attachMulticast}
     */
    default void joinMulticast(InetAddress group) {
        throw new VerbsException(Errno.EOPNOTSUPP, "there is no multicast");
    }

    /**
     * Leaves a multicast group: {@code rdma_leave_multicast}. No event follows.
     *
     * @throws VerbsException with EINVAL if it hasn't joined
     */
    default void leaveMulticast(InetAddress group) {
        throw new VerbsException(Errno.EOPNOTSUPP, "there is no multicast");
    }

    /** Tells its events, those that wait among them, to another channel: rdma_migrate_id. */
    void migrate(CmEventChannel to);

    /**
     * Ends what goes on, closes the queue pair, and gives the port back: {@code rdma_destroy_id}.
     * Its events are forgotten. Again it does nothing.
     */
    @Override
    void close();
}

package org.urdma4j.verbs;

import java.util.Optional;

/**
 * A queue pair: {@code struct ibv_qp} (ibv_create_qp(3)). Any thread may call; posting is lock-free
 * and allocates nothing. Requests of one thread are carried out in the order they were posted.
 *
 * <p>After {@link #close()} every call but {@code close()} and the accessors of what never changes
 * throws {@link IllegalStateException}.
 */
public interface QueuePair extends AutoCloseable {
    /** The queue pair that datagrams to a multicast group name (IBTA volume 1, 10.5). */
    int MULTICAST_QPN = 0xff_ffff;

    /** Returns the protection domain that it belongs to. */
    ProtectionDomain protectionDomain();

    /** Returns its number, 24 bits; the peer needs it. */
    int qpNum();

    /** Returns the transport service. */
    QpType qpType();

    /** Returns what it was created with; the capacity is what the provider gave. */
    QpInitAttr initAttr();

    /** Returns how its packets are sealed, nothing if they aren't. */
    default Optional<QpProtection> protection() {
        return Optional.empty();
    }

    /** Returns the state it is in, which an error or the peer may change at any time. */
    QpState state();

    /**
     * Returns what it has counted and knows of its path, by one moment; the caller waits for the
     * device's event loop. For many queue pairs at once see {@link Context#statistics()}.
     *
     * @throws VerbsException with EOPNOTSUPP if the provider doesn't count
     */
    default QpStatistics statistics() {
        throw new VerbsException(Errno.EOPNOTSUPP, "this provider doesn't count");
    }

    /**
     * Changes attributes, the state foremost: {@code ibv_modify_qp}. Which attributes a move needs
     * and allows is in the manual page and in IBTA 11.2.4.2. Returns when the change is in effect.
     *
     * @param attr the new values; copied
     * @param attrMask which of its fields are meant: bits of {@link QpAttrMask}
     * @throws VerbsException with EINVAL if the move does not exist, lacks an attribute, has one
     *     too many or one out of the device's range; nothing is changed then
     */
    void modify(QpAttr attr, int attrMask);

    /** Changes the attributes that were set in {@code attr}. */
    default void modify(QpAttr attr) {
        modify(attr, attr.mask());
    }

    /**
     * Returns attributes: {@code ibv_query_qp}. As there, a provider may fill in more than was
     * asked for; {@link QpAttr#mask()} tells what.
     *
     * @param attrMask which are wanted: bits of {@link QpAttrMask}
     */
    QpAttr query(int attrMask);

    /**
     * Tells whether the bytes of a request are written in order, so that a program may poll memory
     * instead of completions: {@code ibv_query_qp_data_in_order}.
     *
     * @param op RDMA_READ for data that comes here by our requests, RDMA_WRITE and SEND for the
     *     peer's
     * @return bit 0: in order over the whole message; bit 1: in order within 128 aligned bytes; 0
     *     if nothing is promised
     */
    default int queryDataInOrder(WrOpcode op) {
        return 0;
    }

    /**
     * Returns what the provider can do beyond the specification on this connection: {@code
     * ibv_query_ece}. Before {@link #setEce} all that it can; afterwards what it took.
     */
    default Ece queryEce() {
        return Ece.NONE;
    }

    /**
     * Sets what the peer's provider told ({@link #queryEce} there), before the move to RTR: {@code
     * ibv_set_ece}.
     *
     * @return what was taken of it, to be told to the peer; no options if the vendors differ
     * @throws VerbsException with EINVAL if the queue pair is beyond INIT, or {@code compMask}
     *     isn't 0
     */
    default Ece setEce(Ece ece) {
        return Ece.NONE;
    }

    /**
     * Posts a send request: {@code ibv_post_send}. Legal in RTS and SQD (where it waits) and in SQE
     * and ERR (where it is flushed). The request is copied and may be reused at once; the memory
     * that it names belongs to the device until the request completes, but for inline data.
     *
     * @return OK, or why it was not taken; never throws for a request that does not fit
     */
    PostStatus postSend(SendWr wr);

    /**
     * Posts send requests from index {@code from} up to, without, {@code to}, and stops at the
     * first that is not taken; the peer sees no difference to posting one by one.
     *
     * @return how many were taken, n; {@code wrs[from + n]} is the one that was not, and posting it
     *     alone tells why
     * @throws IndexOutOfBoundsException if the range is not inside the array
     */
    int postSend(SendWr[] wrs, int from, int to);

    /**
     * Posts a request to bind a memory window of type 1, in order with the send requests: {@code
     * ibv_bind_mw}. If it is taken, {@link MemoryWindow#rkey()} is the new key, which is valid when
     * the request has completed. One that can't be done completes with {@link
     * WcStatus#MW_BIND_ERR}.
     *
     * @return OK, or why it was not taken: INVALID_REQUEST for a window of type 2
     */
    default PostStatus bindMw(MemoryWindow mw, MwBind bind) {
        return PostStatus.INVALID_REQUEST;
    }

    /**
     * Posts a receive request: {@code ibv_post_recv}. Legal in every state but RESET; in ERR it is
     * flushed. The request is copied and may be reused at once; the memory that it names belongs to
     * the device until the request completes. On UD the message begins 40 bytes into the buffers,
     * behind the room for the network header; on RAW_PACKET a frame begins with its Ethernet
     * header. A queue pair with a {@link SharedReceiveQueue} takes none: {@link
     * PostStatus#INVALID_REQUEST}.
     *
     * @return OK, or why it was not taken; never throws for a request that does not fit
     */
    PostStatus postRecv(RecvWr wr);

    /**
     * Posts receive requests as {@link #postSend(SendWr[], int, int)} posts send requests.
     *
     * @return how many were taken
     * @throws IndexOutOfBoundsException if the range is not inside the array
     */
    int postRecv(RecvWr[] wrs, int from, int to);

    /**
     * Has frames steered to this queue pair, of type {@link QpType#RAW_PACKET}: {@code
     * ibv_create_flow}. Legal in every state; what comes while the queue pair takes no messages is
     * dropped. A frame goes to the one flow that is first: NORMAL flows by priority, then
     * MC_DEFAULT, then ALL_DEFAULT; a SNIFFER has a copy of each. In effect when the call returns.
     *
     * @return the rule, which {@link Flow#close} ends
     * @throws VerbsException with EINVAL if the queue pair is of another type, or the attributes
     *     contradict each other; EOPNOTSUPP for what the device can't do; ENOMEM if there are too
     *     many flows; EPERM if the process may not
     */
    default Flow createFlow(FlowAttr attr) {
        throw new VerbsException(Errno.EOPNOTSUPP, "there is no flow steering");
    }

    /**
     * Has a UD queue pair get the packets to a multicast group: {@code ibv_attach_mcast}, without
     * the LID that Ethernet hasn't. The device joins the group where nobody has attached to it
     * before, by IGMP or MLD. In effect when the call returns; legal in every state. As in Linux,
     * attaching again does nothing, and one {@link #detachMulticast} ends it. Each packet goes to
     * all that are attached, with the Q_Key that it must have, one of the same device that has sent
     * it among them. A sender needs to be in no group: it sends to an address handle of the group's
     * GID and to queue pair {@link #MULTICAST_QPN}.
     *
     * @param group {@link Gid#isMulticast}
     * @throws VerbsException with EINVAL if the queue pair isn't of type UD, or the GID is no
     *     multicast address; EOPNOTSUPP if the device has no multicast; ENOMEM if the device, or
     *     the group, has no room; ENETUNREACH if the device has no address of the family
     */
    default void attachMulticast(Gid group) {
        throw new VerbsException(Errno.EOPNOTSUPP, "there is no multicast");
    }

    /**
     * Ends what {@link #attachMulticast} began: {@code ibv_detach_mcast}. Closing the queue pair
     * does so, too.
     *
     * @throws VerbsException with EINVAL if it isn't attached
     */
    default void detachMulticast(Gid group) {
        throw new VerbsException(Errno.EOPNOTSUPP, "there is no multicast");
    }

    /**
     * Destroys the queue pair: {@code ibv_destroy_qp}. Outstanding requests do not complete any
     * more; completions already in the queues stay there. Again it does nothing.
     */
    @Override
    void close();
}

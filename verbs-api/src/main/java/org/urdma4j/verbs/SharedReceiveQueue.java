package org.urdma4j.verbs;

/**
 * A queue of receives that several queue pairs take from: {@code struct ibv_srq}
 * (ibv_create_srq(3), IBTA 10.2.9). The message that arrives next, at whichever of them, takes the
 * oldest receive; it completes in the receive completion queue of the queue pair that took it. Any
 * thread may call; posting is lock-free and allocates nothing.
 *
 * <p>A message that finds the queue empty is refused as not ready and comes again. A queue pair
 * that goes to ERR flushes the receives that it has taken, leaves the rest to others, and raises
 * {@link EventType#QP_LAST_WQE_REACHED}: from then on it takes none. One that is reset or closed
 * without that drops what it has taken, without completions.
 */
public interface SharedReceiveQueue extends AutoCloseable {
    /** Returns the protection domain that the memory of its requests belongs to. */
    ProtectionDomain protectionDomain();

    /** Returns what the program attached, or null. */
    Object srqContext();

    /**
     * Posts a receive request: {@code ibv_post_srq_recv}. The request is copied and may be reused
     * at once; the memory that it names belongs to the device until the request completes.
     *
     * @return OK, or why it was not taken; never throws for a request that does not fit
     */
    PostStatus postRecv(RecvWr wr);

    /**
     * Posts receive requests from index {@code from} up to, without, {@code to}, and stops at the
     * first that is not taken.
     *
     * @return how many were taken
     * @throws IndexOutOfBoundsException if the range is not inside the array
     */
    int postRecv(RecvWr[] wrs, int from, int to);

    /**
     * Changes how many requests it holds: {@code ibv_modify_srq} with {@code IBV_SRQ_MAX_WR}. What
     * is in it stays.
     *
     * @param maxWr from 1 to {@link DeviceAttr#maxSrqWr()}
     * @throws VerbsException with EINVAL if it is out of range, or more requests than that wait
     */
    void resize(int maxWr);

    /**
     * Asks for one {@link EventType#SRQ_LIMIT_REACHED} when fewer than {@code srqLimit} requests
     * are left, which may be at once: {@code ibv_modify_srq} with {@code IBV_SRQ_LIMIT}. The event
     * disarms it. 0 disarms it too.
     *
     * @throws VerbsException with EINVAL if the limit is not 0 to {@code maxWr}
     */
    void arm(int srqLimit);

    /** Returns its attributes: {@code ibv_query_srq}. */
    SrqAttr query();

    /**
     * Closes the queue pairs that use it, for which libibverbs would give EBUSY, then destroys the
     * queue with what is in it: {@code ibv_destroy_srq}. Again it does nothing.
     */
    @Override
    void close();
}

package org.urdma4j.verbs;

import java.lang.foreign.MemorySegment;

/**
 * A protection domain: {@code struct ibv_pd}. Queue pairs reach the memory regions of their own
 * domain only (IBTA 10.2.3). Safe for any thread.
 */
public interface ProtectionDomain extends AutoCloseable {
    /** Returns the context that it was made from. */
    Context context();

    /**
     * Registers memory: {@code ibv_reg_mr}. The segment must stay alive until the region is closed.
     * When its arena is closed earlier, work that touches the region fails and no more.
     *
     * @param segment off-heap memory or a mapped file, of any size, which any thread may access:
     *     from {@link java.lang.foreign.Arena#ofShared()}, {@code ofAuto()} or {@code global()}.
     *     Memory on the heap has no address; a provider in software may take it all the same and
     *     choose a {@link MemoryRegion#addr()} for it
     * @param accessFlags bits of {@link AccessFlags}
     * @throws VerbsException with EINVAL if the segment is confined to a thread, empty, or on the
     *     heap and the provider cannot take it; if REMOTE_WRITE or REMOTE_ATOMIC come without
     *     LOCAL_WRITE, REMOTE_ATOMIC with memory that is not aligned to eight bytes, or a flag that
     *     the device lacks; EACCES if it is read-only and shall be written; ENOMEM if the device
     *     has no more regions
     */
    MemoryRegion regMr(MemorySegment segment, int accessFlags);

    /**
     * Registers memory that entries and peers name by addresses of the program's choice: {@code
     * ibv_reg_mr_iova}.
     *
     * @param iova the virtual address of the first byte
     * @throws VerbsException as {@link #regMr(MemorySegment, int)}; EINVAL also if the addresses
     *     would wrap, ZERO_BASED is given, or REMOTE_ATOMIC and {@code iova} isn't aligned to eight
     *     bytes; EOPNOTSUPP if the device can't
     */
    default MemoryRegion regMr(MemorySegment segment, long iova, int accessFlags) {
        throw new VerbsException(
                Errno.EOPNOTSUPP, context().device().name() + " chooses addresses itself");
    }

    /**
     * Allocates a memory window, which is bound to nothing: {@code ibv_alloc_mw}.
     *
     * @throws VerbsException with EOPNOTSUPP if the device has no windows of this type; ENOMEM if
     *     it has no more
     */
    default MemoryWindow allocMw(MwType type) {
        throw new VerbsException(
                Errno.EOPNOTSUPP, context().device().name() + " has no windows of " + type);
    }

    /**
     * Creates a shared receive queue: {@code ibv_create_srq}.
     *
     * @throws VerbsException with EINVAL if {@code maxWr} is not 1 to {@link
     *     DeviceAttr#maxSrqWr()}, or {@code maxSge} more than {@link DeviceAttr#maxSrqSge()};
     *     EOPNOTSUPP if the device has no such queues; ENOMEM if it has no more
     */
    default SharedReceiveQueue createSrq(SrqInitAttr initAttr) {
        throw new VerbsException(
                Errno.EOPNOTSUPP, context().device().name() + " has no shared receive queues");
    }

    /**
     * Creates a queue pair in RESET: {@code ibv_create_qp}.
     *
     * @throws VerbsException with EINVAL if the capacity exceeds {@link DeviceAttr}, or a
     *     completion queue or the shared receive queue is of another context; EOPNOTSUPP if the
     *     device lacks the type; ENOMEM if it has no more queue pairs
     */
    QueuePair createQp(QpInitAttr initAttr);

    /**
     * Creates an address handle for UD: {@code ibv_create_ah}.
     *
     * @throws VerbsException with EINVAL if there is no such port, source GID or way to the
     *     destination; EOPNOTSUPP for a multicast GID if the device has none; ENOMEM if the device
     *     has no more
     */
    AddressHandle createAh(AhAttr attr);

    /**
     * Creates an address handle that leads back to the sender of a datagram: {@code
     * ibv_create_ah_from_wc}, which is {@link Context#initAhFromWc} and {@link #createAh}.
     *
     * @throws VerbsException as those two
     */
    default AddressHandle createAhFromWc(WorkCompletion wc, MemorySegment grh, int portNum) {
        return createAh(context().initAhFromWc(portNum, wc, grh));
    }

    /**
     * Closes the queue pairs, then the shared receive queues, memory windows and regions of this
     * domain, then the domain: {@code ibv_dealloc_pd}. Again it does nothing.
     */
    @Override
    void close();
}

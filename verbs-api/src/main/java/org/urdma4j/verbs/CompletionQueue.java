package org.urdma4j.verbs;

/**
 * Where finished work requests appear, in order for each work queue: {@code struct ibv_cq}
 * (ibv_create_cq(3), ibv_poll_cq(3)). It can be read in two ways, both without allocation: {@link
 * #poll} copies into holders; the cursor ({@link #startPoll}, {@link #nextPoll}, {@link #endPoll})
 * reads single fields in place, as {@code ibv_start_poll} does.
 *
 * <p>Any thread may call. Reading is lock-free, and each completion goes to one reader. There is
 * one cursor for the queue: only one thread at a time may use it, from {@code startPoll} to {@code
 * endPoll}.
 *
 * <p>A queue that overruns because nobody polls it is lost: {@link EventType#CQ_ERR}, and its queue
 * pairs go to ERR.
 *
 * <p>To wait without losing a completion: call {@link #reqNotify}, poll until empty, then wait for
 * the event, then begin anew.
 */
public interface CompletionQueue extends AutoCloseable {
    /** Returns the context that it was made from. */
    Context context();

    /** Returns what the program attached, or null. */
    Object cqContext();

    /** Returns where it announces completions, or null. */
    CompletionChannel channel();

    /** Returns how many completions it holds: at least what was asked for. */
    int cqe();

    /**
     * Changes how many completions it holds: {@code ibv_resize_cq}. Those in it stay; other threads
     * may go on polling.
     *
     * @param cqe from 1 to {@link DeviceAttr#maxCqe()}; the provider may give more
     * @throws VerbsException with EINVAL if it is out of range or more completions than that wait;
     *     EOPNOTSUPP if the device can't
     */
    default void resize(int cqe) {
        throw new VerbsException(Errno.EOPNOTSUPP, "completion queues keep their size");
    }

    /**
     * Takes completions out: {@code ibv_poll_cq}.
     *
     * @param out holders to fill, from index 0 on
     * @return how many were filled; 0 when there are none
     */
    int poll(WorkCompletion[] out);

    /**
     * Arms the queue: the next completion that comes after this call makes one event on the
     * channel: {@code ibv_req_notify_cq}.
     *
     * @param solicitedOnly whether only a solicited receive or a failure shall count
     * @throws VerbsException with EINVAL if the queue has no channel
     */
    void reqNotify(boolean solicitedOnly);

    /**
     * Takes the first completion out and puts the cursor on it: {@code ibv_start_poll}.
     *
     * @return false when there is none; {@link #endPoll} must then not be called
     */
    boolean startPoll();

    /**
     * Takes the next completion out and puts the cursor on it: {@code ibv_next_poll}.
     *
     * @return false when there are no more; {@link #endPoll} is still due
     */
    boolean nextPoll();

    /** Ends; the cursor stands on nothing then: {@code ibv_end_poll}. */
    void endPoll();

    /** Returns the number that the work request under the cursor carried. */
    long wrId();

    /** Returns how the request under the cursor ended. */
    WcStatus status();

    /** Returns {@link WorkCompletion#opcode()} of the completion under the cursor. */
    WcOpcode readOpcode();

    /** Returns {@link WorkCompletion#vendorErr()} of the completion under the cursor. */
    int readVendorErr();

    /** Returns {@link WorkCompletion#byteLen()} of the completion under the cursor. */
    long readByteLen();

    /** Returns {@link WorkCompletion#immData()} of the completion under the cursor. */
    int readImmData();

    /** Returns {@link WorkCompletion#invalidatedRkey()} of the completion under the cursor. */
    int readInvalidatedRkey();

    /** Returns {@link WorkCompletion#qpNum()} of the completion under the cursor. */
    int readQpNum();

    /** Returns {@link WorkCompletion#srcQp()} of the completion under the cursor. */
    int readSrcQp();

    /** Returns {@link WorkCompletion#wcFlags()} of the completion under the cursor. */
    int readWcFlags();

    /** Returns {@link WorkCompletion#slid()} of the completion under the cursor; 0 on RoCE. */
    int readSlid();

    /** Returns {@link WorkCompletion#sl()} of the completion under the cursor. */
    int readSl();

    /** Returns {@link WorkCompletion#pkeyIndex()} of the completion under the cursor. */
    int readPkeyIndex();

    /**
     * Closes the queue pairs that use it, for which libibverbs would give EBUSY, then destroys the
     * queue with what is in it: {@code ibv_destroy_cq}. Again it does nothing.
     */
    @Override
    void close();
}

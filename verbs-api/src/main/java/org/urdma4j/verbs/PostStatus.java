package org.urdma4j.verbs;

/**
 * Whether a work request was taken. Posting never throws for these: a full queue is part of normal
 * operation, and posting allocates nothing.
 */
public enum PostStatus {
    /** Taken; the request may be reused at once. */
    OK(0),

    /** The queue holds as many requests as it can; poll completions and post again. */
    QUEUE_FULL(Errno.ENOMEM.value()),

    /** The queue pair is in a state that takes no such requests. */
    INVALID_STATE(Errno.EINVAL.value()),

    /**
     * The request can never be carried out: a receive for a queue pair that has a {@link
     * SharedReceiveQueue}, more scatter/gather entries or inline data than the queue pair was
     * created for, or inline data with an opcode that sends none. Other mistakes, as an opcode that
     * the transport lacks or a message beyond 2^31 bytes, a provider may find only later; the
     * request then completes with {@link WcStatus#LOC_QP_OP_ERR} or {@link WcStatus#LOC_LEN_ERR}.
     */
    INVALID_REQUEST(Errno.EINVAL.value());

    private final int errno;

    PostStatus(int errno) {
        this.errno = errno;
    }

    /** Returns what {@code ibv_post_send} would return: 0, ENOMEM (12) or EINVAL (22). */
    public int errno() {
        return errno;
    }
}

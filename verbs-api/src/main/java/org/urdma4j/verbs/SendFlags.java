package org.urdma4j.verbs;

/**
 * How a send request is carried out: the bits of {@code enum ibv_send_flags} (ibv_post_send(3)).
 */
public final class SendFlags {
    /** Begin only when all READs and atomics posted before are done. RC only. */
    public static final int FENCE = 1;

    /**
     * Report success in a completion. Without it only failure is reported, unless the queue pair
     * was created with {@link QpInitAttr#sqSigAll()}.
     */
    public static final int SIGNALED = 1 << 1;

    /**
     * Wake a peer that asked for solicited events only. For SEND and for RDMA WRITE with immediate
     * data.
     */
    public static final int SOLICITED = 1 << 2;

    /**
     * Copy the data when the request is posted; {@link SendWr#inlineData} sets it. For SEND and
     * RDMA WRITE.
     */
    public static final int INLINE = 1 << 3;

    /** Let the device compute IP and UDP or TCP checksums. RAW_PACKET only. */
    public static final int IP_CSUM = 1 << 4;

    private SendFlags() {}

    /** Returns the names of the set bits, joined by {@code |}. */
    public static String toString(int sendFlags) {
        return BitNames.describe(sendFlags, "FENCE", "SIGNALED", "SOLICITED", "INLINE", "IP_CSUM");
    }
}

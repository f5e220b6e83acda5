package org.urdma4j.verbs;

import java.util.Objects;

/**
 * What became of a work request: {@code struct ibv_wc} (ibv_poll_cq(3)). A reusable holder that
 * {@link CompletionQueue#poll} fills; make an array of them once.
 *
 * <p>When {@link #status()} is not SUCCESS, only wrId, status, qpNum and vendorErr are valid.
 *
 * <p>The setters are there for providers. Not thread-safe; one thread at a time.
 */
public final class WorkCompletion {
    private WcStatus status = WcStatus.SUCCESS;
    private WcOpcode opcode = WcOpcode.SEND;
    private long wrId;
    private long byteLen;
    private int vendorErr;
    private int immData;
    private int invalidatedRkey;
    private int qpNum;
    private int srcQp;
    private int wcFlags;
    private int pkeyIndex;
    private int slid;
    private int sl;

    /** Returns a new array of {@code count} new holders, for {@link CompletionQueue#poll}. */
    public static WorkCompletion[] array(int count) {
        WorkCompletion[] holders = new WorkCompletion[count];
        for (int i = 0; i < count; i++) {
            holders[i] = new WorkCompletion();
        }
        return holders;
    }

    /** Returns the number that the work request carried. */
    public long wrId() {
        return wrId;
    }

    /** Sets the number that the work request carried. */
    public WorkCompletion wrId(long wrId) {
        this.wrId = wrId;
        return this;
    }

    /** Returns how the request ended. */
    public WcStatus status() {
        return status;
    }

    /** Sets how the request ended. */
    public WorkCompletion status(WcStatus status) {
        this.status = Objects.requireNonNull(status, "status");
        return this;
    }

    /** Returns whether the status is SUCCESS. */
    public boolean isSuccess() {
        return status == WcStatus.SUCCESS;
    }

    /** Returns what was done. */
    public WcOpcode opcode() {
        return opcode;
    }

    /** Sets what was done. */
    public WorkCompletion opcode(WcOpcode opcode) {
        this.opcode = Objects.requireNonNull(opcode, "opcode");
        return this;
    }

    /** Returns a number that tells more about an error; its meaning is the provider's. */
    public int vendorErr() {
        return vendorErr;
    }

    /** Sets a number that tells more about an error. */
    public WorkCompletion vendorErr(int vendorErr) {
        this.vendorErr = vendorErr;
        return this;
    }

    /**
     * Returns how many bytes arrived, 0 to 2^31; valid for receives, READs and atomics. For a
     * receive that an RDMA WRITE consumed it is the length of the write.
     */
    public long byteLen() {
        return byteLen;
    }

    /** Sets how many bytes arrived. */
    public WorkCompletion byteLen(long byteLen) {
        this.byteLen = byteLen;
        return this;
    }

    /** Returns the immediate data as the sender's number; valid with WcFlags.WITH_IMM. */
    public int immData() {
        return immData;
    }

    /** Sets the immediate data. */
    public WorkCompletion immData(int immData) {
        this.immData = immData;
        return this;
    }

    /** Returns which of our keys the peer invalidated; valid with WcFlags.WITH_INV. */
    public int invalidatedRkey() {
        return invalidatedRkey;
    }

    /** Sets which of our keys the peer invalidated. */
    public WorkCompletion invalidatedRkey(int invalidatedRkey) {
        this.invalidatedRkey = invalidatedRkey;
        return this;
    }

    /** Returns the number of the local queue pair. */
    public int qpNum() {
        return qpNum;
    }

    /** Sets the number of the local queue pair. */
    public WorkCompletion qpNum(int qpNum) {
        this.qpNum = qpNum;
        return this;
    }

    /** Returns the number of the peer's queue pair; valid for receives of UD. */
    public int srcQp() {
        return srcQp;
    }

    /** Sets the number of the peer's queue pair. */
    public WorkCompletion srcQp(int srcQp) {
        this.srcQp = srcQp;
        return this;
    }

    /** Returns the bits of {@link WcFlags}. */
    public int wcFlags() {
        return wcFlags;
    }

    /** Sets the bits of {@link WcFlags}. */
    public WorkCompletion wcFlags(int wcFlags) {
        this.wcFlags = wcFlags;
        return this;
    }

    /** Returns the index of the P_Key; valid for queue pair 1 only. */
    public int pkeyIndex() {
        return pkeyIndex;
    }

    /** Sets the index of the P_Key. */
    public WorkCompletion pkeyIndex(int pkeyIndex) {
        this.pkeyIndex = pkeyIndex;
        return this;
    }

    /** Returns the source LID; always 0 on RoCE. */
    public int slid() {
        return slid;
    }

    /** Sets the source LID. */
    public WorkCompletion slid(int slid) {
        this.slid = slid;
        return this;
    }

    /** Returns the service level; valid for receives of UD. */
    public int sl() {
        return sl;
    }

    /** Sets the service level. */
    public WorkCompletion sl(int sl) {
        this.sl = sl;
        return this;
    }

    /** Makes it like a new one. */
    public WorkCompletion reset() {
        return wrId(0).status(WcStatus.SUCCESS)
                .opcode(WcOpcode.SEND)
                .vendorErr(0)
                .byteLen(0)
                .immData(0)
                .invalidatedRkey(0)
                .qpNum(0)
                .srcQp(0)
                .wcFlags(0)
                .pkeyIndex(0)
                .slid(0)
                .sl(0);
    }

    @Override
    public String toString() {
        return ("WorkCompletion[wrId=%d, status=%s, opcode=%s, vendorErr=0x%x, byteLen=%d,"
                        + " immData=0x%x, invalidatedRkey=0x%x, qpNum=0x%x, srcQp=0x%x,"
                        + " wcFlags=%s, pkeyIndex=%d, slid=%d, sl=%d]")
                .formatted(
                        wrId,
                        status,
                        opcode,
                        vendorErr,
                        byteLen,
                        immData,
                        invalidatedRkey,
                        qpNum,
                        srcQp,
                        WcFlags.toString(wcFlags),
                        pkeyIndex,
                        slid,
                        sl);
    }
}

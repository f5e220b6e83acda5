package org.urdma4j.verbs;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * A send request: {@code struct ibv_send_wr} (ibv_post_send(3)). Mutable and made to be reused:
 * posting copies it, so that one object can post any number of requests without allocation. A new
 * one is an unsignaled SEND of no bytes.
 *
 * <p>The setters only store; whether the request suits the queue pair is decided when it is posted
 * ({@link PostStatus#INVALID_REQUEST}).
 *
 * <p>Not thread-safe; one thread at a time.
 */
public final class SendWr {
    private final SgeList sges = new SgeList();
    private MemorySegment inlineData;
    private AddressHandle ah;
    private MemoryWindow mw;
    private MwBindInfo bindInfo;
    private WrOpcode opcode = WrOpcode.SEND;
    private long wrId;
    private long remoteAddr;
    private long compareAdd;
    private long swap;
    private int sendFlags;
    private int immData;
    private int invalidateRkey;
    private int rkey;
    private int remoteQpn;
    private int remoteQkey;

    /** Sets what {@link WorkCompletion#wrId()} of its completion will be; any number. */
    public SendWr wrId(long wrId) {
        this.wrId = wrId;
        return this;
    }

    /** Returns the number that its completion will carry. */
    public long wrId() {
        return wrId;
    }

    /** Sets what to do. */
    public SendWr opcode(WrOpcode opcode) {
        this.opcode = Objects.requireNonNull(opcode, "opcode");
        return this;
    }

    /** Returns what to do. */
    public WrOpcode opcode() {
        return opcode;
    }

    /** Sets how to do it: bits of {@link SendFlags}. */
    public SendWr sendFlags(int sendFlags) {
        this.sendFlags = sendFlags;
        return this;
    }

    /** Returns the bits of {@link SendFlags}, INLINE among them while there is inline data. */
    public int sendFlags() {
        return inlineData == null ? sendFlags : sendFlags | SendFlags.INLINE;
    }

    /**
     * Sets the four bytes of immediate data, for the opcodes that have it. The number travels in
     * network order and arrives as the same number, unlike {@code imm_data} of libibverbs, which
     * the program itself converts.
     */
    public SendWr immData(int immData) {
        this.immData = immData;
        return this;
    }

    /** Returns the immediate data. */
    public int immData() {
        return immData;
    }

    /** Sets which key to invalidate: the peer's for SEND_WITH_INV, our own for LOCAL_INV. */
    public SendWr invalidateRkey(int invalidateRkey) {
        this.invalidateRkey = invalidateRkey;
        return this;
    }

    /** Returns the key to invalidate. */
    public int invalidateRkey() {
        return invalidateRkey;
    }

    /** Sets the remote memory of an RDMA WRITE or READ: the peer's addr plus offset, and rkey. */
    public SendWr rdma(long remoteAddr, int rkey) {
        this.remoteAddr = remoteAddr;
        this.rkey = rkey;
        return this;
    }

    /**
     * Sets the operands of an atomic. The eight remote bytes hold a number in the peer's byte order
     * (IBTA 9.4.5); the value they had goes to the scatter/gather list, which has eight bytes.
     *
     * @param remoteAddr the remote address, a multiple of 8
     * @param rkey the peer's key
     * @param compareAdd what to compare with, or what to add
     * @param swap what to write if the comparison holds; unused by fetch-and-add
     */
    public SendWr atomic(long remoteAddr, int rkey, long compareAdd, long swap) {
        this.compareAdd = compareAdd;
        this.swap = swap;
        return rdma(remoteAddr, rkey);
    }

    /**
     * Sets what BIND_MW binds: {@code ibv_wr_bind_mw}.
     *
     * @param mw a window of type 2 that isn't bound
     * @param rkey the key that it is to have; see {@link MemoryWindow#incRkey}
     * @param bindInfo what to bind it to
     */
    public SendWr bindMw(MemoryWindow mw, int rkey, MwBindInfo bindInfo) {
        this.mw = Objects.requireNonNull(mw, "mw");
        this.bindInfo = Objects.requireNonNull(bindInfo, "bindInfo");
        this.rkey = rkey;
        return this;
    }

    /** Returns the window to bind, or null. */
    public MemoryWindow mw() {
        return mw;
    }

    /** Returns what to bind the window to, or null. */
    public MwBindInfo bindInfo() {
        return bindInfo;
    }

    /** Returns the remote address. */
    public long remoteAddr() {
        return remoteAddr;
    }

    /** Returns the peer's key, or the one that a window is to have. */
    public int rkey() {
        return rkey;
    }

    /** Returns what to compare with, or what to add. */
    public long compareAdd() {
        return compareAdd;
    }

    /** Returns what to write if the comparison holds. */
    public long swap() {
        return swap;
    }

    /**
     * Sets the destination of a UD queue pair.
     *
     * @throws IllegalArgumentException if {@code remoteQpn} exceeds 24 bits
     */
    public SendWr ud(AddressHandle ah, int remoteQpn, int remoteQkey) {
        this.ah = Objects.requireNonNull(ah, "ah");
        this.remoteQpn = Checks.range("remoteQpn", remoteQpn, 0, 0xff_ffff);
        this.remoteQkey = remoteQkey;
        return this;
    }

    /** Returns the address of a UD destination, or null. */
    public AddressHandle ah() {
        return ah;
    }

    /** Returns the queue pair number of a UD destination. */
    public int remoteQpn() {
        return remoteQpn;
    }

    /** Returns the Q_Key of a UD destination. */
    public int remoteQkey() {
        return remoteQkey;
    }

    /**
     * Sets the message itself. Its bytes are copied when the request is posted, after which the
     * segment may be changed; it may be of any sort, also on the heap, and needs no registration.
     * The list of scatter/gather entries must then be empty.
     *
     * <p>libibverbs copies inline data from the addresses in the scatter/gather list without a look
     * at their keys, which would be unsafe here, and memory on the heap has no address. So there is
     * no inline list: {@link SendFlags#INLINE} is set by this method, and by itself is an {@link
     * PostStatus#INVALID_REQUEST}.
     *
     * @param inlineData the message, at most {@link QpCap#maxInlineData()} bytes; null for none
     */
    public SendWr inlineData(MemorySegment inlineData) {
        this.inlineData = inlineData;
        return this;
    }

    /** Returns the inline data, or null. */
    public MemorySegment inlineData() {
        return inlineData;
    }

    /** Removes all scatter/gather entries. */
    public SendWr clearSges() {
        sges.clear();
        return this;
    }

    /**
     * Adds a piece of memory behind those before it.
     *
     * @throws IllegalArgumentException if the length is not 0 to 2^31
     */
    public SendWr addSge(long addr, long length, int lkey) {
        sges.add(addr, length, lkey);
        return this;
    }

    /** Adds a piece of memory behind those before it. */
    public SendWr addSge(Sge sge) {
        return addSge(sge.addr(), sge.length(), sge.lkey());
    }

    /**
     * Adds {@code length} bytes of a region from {@code offset} on.
     *
     * @throws IndexOutOfBoundsException if the range is not inside the region
     * @throws IllegalArgumentException if it is longer than 2^31 bytes
     */
    public SendWr addSge(MemoryRegion region, long offset, long length) {
        Objects.checkFromIndexSize(offset, length, region.length());
        return addSge(region.addr() + offset, length, region.lkey());
    }

    /** Returns how many scatter/gather entries there are. */
    public int numSge() {
        return sges.size();
    }

    /** Returns the address of an entry, counted from 0. */
    public long sgeAddr(int index) {
        return sges.addr(index);
    }

    /** Returns the length of an entry in bytes. */
    public long sgeLength(int index) {
        return sges.length(index);
    }

    /** Returns the key of an entry. */
    public int sgeLkey(int index) {
        return sges.lkey(index);
    }

    /** Returns the length of the message in bytes: of the inline data, else of all entries. */
    public long totalLength() {
        return inlineData == null ? sges.totalLength() : inlineData.byteSize();
    }

    /** Makes it like a new one. */
    public SendWr reset() {
        inlineData = null;
        ah = null;
        mw = null;
        bindInfo = null;
        opcode = WrOpcode.SEND;
        wrId = 0;
        remoteAddr = 0;
        compareAdd = 0;
        swap = 0;
        sendFlags = 0;
        immData = 0;
        invalidateRkey = 0;
        rkey = 0;
        remoteQpn = 0;
        remoteQkey = 0;
        return clearSges();
    }

    @Override
    public String toString() {
        return ("SendWr[wrId=%d, opcode=%s, sendFlags=%s, immData=0x%x, invalidateRkey=0x%x,"
                        + " remoteAddr=0x%x, rkey=0x%x, compareAdd=0x%x, swap=0x%x,"
                        + " remoteQpn=0x%x, remoteQkey=0x%x, inlineData=%s, sges=%s]")
                .formatted(
                        wrId,
                        opcode,
                        SendFlags.toString(sendFlags()),
                        immData,
                        invalidateRkey,
                        remoteAddr,
                        rkey,
                        compareAdd,
                        swap,
                        remoteQpn,
                        remoteQkey,
                        inlineData,
                        sges);
    }
}

package org.urdma4j.transport.wire;

import org.urdma4j.protection.aead.OutlyingText;
import org.urdma4j.transport.memory.PacketMemory;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.memory.Region;
import org.urdma4j.transport.memory.SteadyMemory;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * Packets to one peer, of one queue pair or {@linkplain TransmitBatches several}, back to back in
 * one buffer, all of one length but the last, which may be shorter: what a single send with UDP
 * segmentation offload takes. Each packet runs from its BTH to its ICRC; the engine leaves the
 * ICRC's four bytes for the backend to fill.
 *
 * <p>With payload carried by reference the buffer holds headers and ICRC room only, and {@link
 * #length} includes payload that is not there.
 *
 * <p>Payload may be {@linkplain #attach attached}: the buffer then has room for it, but not the
 * bytes.
 *
 * <p>Packets of a protected queue pair are sealed as they are added, and those of URDMA in the
 * clear are tagged: who writes them writes them plain, and gives plain lengths.
 *
 * <p>Reused; not thread-safe.
 */
public final class TransmitBatch {
    /** Bytes of the ICRC at the end of each packet. */
    public static final int ICRC_LENGTH = 4;

    /** Fewer bytes are copied in less time than a cipher takes for another piece. */
    private static final int LEAST_SEALED_FROM_AFAR = 4096;

    private final MemorySegment memory;
    private final ByteBuffer buffer;
    private final PayloadMover mover;
    private final int maxBytes;
    private final int[] offsets;
    private final int[] lengths;
    private final Object reader;
    private final AttachedPayload attached;
    private final OutlyingText unsealed = new OutlyingText();
    private int leastAttached = Integer.MAX_VALUE;
    private Route route;
    private PacketSealer sealer;
    private int start;
    private int count;
    private int end;
    private int bytes;
    private int limit;
    private boolean closed;
    private boolean alone;

    /**
     * Creates an empty batch.
     *
     * @param maxBytes most bytes of all packets together, on the wire
     * @param maxPackets most packets
     */
    public TransmitBatch(int maxBytes, int maxPackets, PayloadMover mover) {
        this(PacketMemory.allocate(maxBytes), maxBytes, maxPackets, mover, new Object());
    }

    /**
     * As the other one, in memory that it may share.
     *
     * @param reader of memory that is {@linkplain #attach attached}
     */
    TransmitBatch(
            ByteBuffer buffer, int maxBytes, int maxPackets, PayloadMover mover, Object reader) {
        this.memory = MemorySegment.ofBuffer(buffer);
        this.buffer = buffer;
        this.mover = mover;
        this.maxBytes = maxBytes;
        this.offsets = new int[maxPackets];
        this.lengths = new int[maxPackets];
        this.reader = reader;
        this.attached = new AttachedPayload(maxPackets);
        limit = maxPackets;
    }

    public void clear() {
        route = null;
        sealer = null;
        count = 0;
        end = start;
        bytes = 0;
        limit = offsets.length;
        closed = false;
        alone = false;
        attached.forget();
    }

    /**
     * Has payload of at least {@code bytes} a packet left where it lies, if {@link #attach} says it
     * may be. Who sends the batch must know of it.
     */
    public void attachFrom(int bytes) {
        leastAttached = bytes;
    }

    /** Empties the batch; its packets lie where its memory begins. */
    void moveToStart() {
        start = 0;
        clear();
    }

    /**
     * Empties the batch; its packets lie behind those of another one in the same memory, which it
     * can be {@link #append}ed to.
     *
     * @return false if there is no room
     */
    boolean moveBehind(TransmitBatch other) {
        if (other.end + maxBytes > memory.byteSize()) {
            return false;
        }
        start = other.end;
        clear();
        return true;
    }

    /** Returns whether packets of another queue pair may follow, if they go the same way. */
    boolean isOpen() {
        return !alone
                && count < offsets.length
                && lengths[count - 1] == lengths[0]
                && bytes + lengths[0] <= maxBytes;
    }

    /**
     * Adds all packets of a batch that was begun with {@link #moveBehind} this one.
     *
     * @return false if they can't leave with those of this one, which is {@link #isOpen}: they go
     *     another way, are longer, too many, or to be alone
     */
    boolean append(TransmitBatch other) {
        if (other.alone
                || !isUniformWith(other)
                || count + other.count > offsets.length
                || bytes + other.bytes > maxBytes
                || !route.isSameWay(other.route)) {
            return false;
        }
        if (!attached.append(count, other.attached, other.count)) {
            other.settle();
            if (!attached.append(count, other.attached, other.count)) {
                return false; // some of its memory is gone: it can't leave at all
            }
        }
        System.arraycopy(other.offsets, 0, offsets, count, other.count);
        System.arraycopy(other.lengths, 0, lengths, count, other.count);
        count += other.count;
        bytes += other.bytes;
        end = other.end;
        return true;
    }

    /** Returns whether all packets of both have one length, but for the last. */
    private boolean isUniformWith(TransmitBatch other) {
        int length = other.lengths[0];
        return length == lengths[0] || (length < lengths[0] && other.count == 1);
    }

    /** Accepts so many packets at most, until it is emptied. */
    public void limit(int packets) {
        limit = Math.min(packets, offsets.length);
    }

    /** Has the packets that are added from now on sealed or tagged, or left plain if null. */
    public void sealWith(PacketSealer packetSealer) {
        sealer = packetSealer;
    }

    /**
     * Returns whether a packet of {@code length} bytes, ICRC included, may still be added: there is
     * room, it is no longer than the first and none before it was shorter.
     */
    public boolean accepts(int length) {
        int sent = sentLength(length);
        return !closed
                && count < limit
                && bytes + sent <= maxBytes
                && (count == 0 || sent <= lengths[0]);
    }

    private int sentLength(int length) {
        return sealer == null ? length : sealer.sealedLength(length - ICRC_LENGTH) + ICRC_LENGTH;
    }

    /** Starts a packet that {@link #accepts} agreed to; its BTH goes to the returned offset. */
    public int begin(Route to) {
        route = to;
        offsets[count] = end;
        attached.begin(count);
        return sealer == null ? end : end + sealer.roomBefore();
    }

    /** Adds {@code n} bytes of payload to the open packet, at {@code at} in the buffer. */
    public int payload(int at, MemorySegment from, long fromOffset, int n) {
        if (mover == PayloadMover.BY_REFERENCE) {
            return at;
        }
        mover.move(from, fromOffset, memory, at, n);
        return at + n;
    }

    /**
     * Adds {@code n} bytes of payload that nobody may change before the peer has acknowledged them:
     * they may be read when the packet is sealed, when the batch is sent, or again later.
     *
     * @throws IllegalStateException if the memory is gone
     */
    public int attach(int at, Region from, long fromOffset, int n) {
        SteadyMemory memory = n >= leastAttached() ? from.steadily(reader) : null;
        return memory == null
                ? payload(at, from.segment(), fromOffset, n)
                : attach(at, memory, fromOffset, n);
    }

    /** As the other one, from memory of the event loop's own. */
    public int attach(int at, SteadyMemory from, long fromOffset, int n) {
        return n >= leastAttached() && attached.add(count, at, from, fromOffset, n)
                ? at + n
                : payload(at, from.segment(), fromOffset, n);
    }

    private int leastAttached() {
        if (sealer == null || !sealer.readsPayload()) {
            return leastAttached;
        }
        return mover == PayloadMover.COPYING ? LEAST_SEALED_FROM_AFAR : Integer.MAX_VALUE;
    }

    /** Adds {@code n} zero bytes of padding at {@code at}. */
    public int pad(int at, int n) {
        if (mover == PayloadMover.BY_REFERENCE) {
            return at;
        }
        for (int i = 0; i < n; i++) {
            buffer.put(at + i, (byte) 0);
        }
        return at + n;
    }

    /**
     * Copies what is attached to the open packet, which is to be read here.
     *
     * @return false if the memory is gone
     */
    public boolean completePacket() {
        return attached.settle(count, memory);
    }

    /**
     * Ends the open packet: {@code length} bytes on the wire, ICRC included.
     *
     * @return false if payload was attached that sealing should read, and its memory is gone: the
     *     packet isn't added then
     */
    public boolean end(int at, int length) {
        int sent = sentLength(length);
        int stored = at;
        if (sealer != null) {
            int begin = offsets[count];
            if (!seal(begin + sealer.roomBefore(), length - ICRC_LENGTH)) {
                return false;
            }
            stored = mover != PayloadMover.BY_REFERENCE ? begin + sent - ICRC_LENGTH : at;
        }
        lengths[count] = sent;
        closed = count > 0 && sent < lengths[0];
        count++;
        bytes += sent;
        end = stored + ICRC_LENGTH;
        return true;
    }

    private boolean seal(int at, int length) {
        if (!sealer.readsPayload() || !attached.describe(count, unsealed)) {
            sealer.seal(memory, buffer, at, length);
            return true;
        }
        boolean sealed = sealer.seal(memory, buffer, at, length, unsealed);
        unsealed.forget();
        attached.release(count);
        return sealed;
    }

    /**
     * Ends the open packet, which is sealed already and begins {@link PacketSealer#roomBefore}
     * before where {@link #begin} said.
     *
     * @param headers bytes of it that are more than zeros where payload is carried by reference
     * @param length on the wire, ICRC included
     */
    public void endSealed(int headers, int length) {
        int stored = carriesPayload() ? length - ICRC_LENGTH : headers;
        lengths[count] = length;
        end = offsets[count] + stored + ICRC_LENGTH;
        count++;
        bytes += length;
    }

    /**
     * Copies what is attached, since the batch doesn't leave now and the memory may be somebody
     * else's later. What can't be read any more stays attached: such a batch can't leave.
     */
    public void settle() {
        if (!attached.isEmpty()) {
            attached.settleAll(count, memory);
        }
    }

    /** The batch has left: memory is held no more. */
    public void detach() {
        attached.forget();
    }

    /** Returns what isn't in {@link #memory} of packets that are. */
    public AttachedPayload attached() {
        return attached;
    }

    /** Refuses further packets of this queue pair. */
    public void close() {
        closed = true;
    }

    /**
     * Refuses further packets, and to leave with those of other queue pairs: what is in it may be
     * more than the path or the link takes.
     */
    public void closeAlone() {
        closed = true;
        alone = true;
    }

    public boolean isEmpty() {
        return count == 0;
    }

    /** Returns whether payload is in the buffer, not carried by reference. */
    public boolean carriesPayload() {
        return mover != PayloadMover.BY_REFERENCE;
    }

    public int count() {
        return count;
    }

    /** Returns the bytes of all packets on the wire. */
    public int bytes() {
        return bytes;
    }

    /** Returns where the first packet begins in {@link #buffer}. */
    public int offset() {
        return offsets[0];
    }

    /** Returns where packet {@code i} begins in {@link #buffer}. */
    public int offset(int i) {
        return offsets[i];
    }

    /** Returns the bytes of packet {@code i} on the wire, from BTH to ICRC. */
    public int length(int i) {
        return lengths[i];
    }

    /** Returns the bytes of packet {@code i} that stand in {@link #buffer}. */
    public int storedLength(int i) {
        return (i + 1 < count ? offsets[i + 1] : end) - offsets[i];
    }

    public Route route() {
        return route;
    }

    /** Returns the bytes; position and limit are the caller's to set. */
    public ByteBuffer buffer() {
        return buffer;
    }

    /** Returns the same bytes as {@link #buffer}. */
    public MemorySegment memory() {
        return memory;
    }
}

package org.urdma4j.transport.queue;

import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WorkCompletion;

import java.lang.invoke.VarHandle;

/**
 * A bounded ring of completions. The event loop adds; any thread takes: it copies an entry out and
 * then claims it, and starts over if another was faster. Each side looks where the other stands
 * only when it has come to where that was when it last looked, since the answer is in a cache line
 * that the other is writing.
 */
// The ordinals are packed here and unpacked here.
@SuppressWarnings("EnumOrdinal")
public final class CompletionRing extends AddingSide {
    private static final VarHandle TAIL = Rings.position(AddingSide.class, "tail");
    private static final VarHandle HEAD = Rings.position(TakingSide.class, "head");
    private static final VarHandle TAIL_SEEN = Rings.position(TakingSide.class, "tailSeen");

    private static final WcStatus[] STATUSES = WcStatus.values();
    private static final WcOpcode[] OPCODES = WcOpcode.values();

    /** An entry, in longs: its parts are side by side, so that few cache lines change hands. */
    private static final int ENTRY = 5;

    private static final int WR_ID = 0;
    private static final int BYTE_LENGTH = 1;

    /** Immediate data in the upper half; flags, opcode and status as ordinals: 16, 8, 8 bits. */
    private static final int KIND = 2;

    /** The queue pair's number in the upper half, that of who sent a datagram in the lower. */
    private static final int QPS = 3;

    /** Before which position slots are free once this is taken. */
    private static final int SLOT_END = 4;

    private final int capacity;
    private final int mask;
    private final long[] entries;

    /** Whose slots are free once this is taken; null for nobody's. */
    private final Slots[] owners;

    /** Creates an empty ring of {@code capacity} completions. */
    public CompletionRing(int capacity) {
        this.capacity = capacity;
        int size = Rings.powerOfTwo(capacity);
        mask = size - 1;
        entries = new long[Math.multiplyExact(size, ENTRY)];
        owners = new Slots[size];
    }

    /**
     * Adds a completion. Event loop. Who then reads whether somebody waits for it needs a full
     * fence in between, of which one will do for all that is added before.
     *
     * @param slots are told when it is taken; null for none
     * @param immediate immediate data or the invalidated key, as {@code flags} tell
     * @param sourceQp who sent a datagram, otherwise 0
     * @return false when the ring is full and the completion is lost
     */
    public boolean add(
            Slots slots,
            long wrId,
            WcStatus status,
            WcOpcode opcode,
            long byteLength,
            int immediate,
            int flags,
            int qpNumber,
            int sourceQp) {
        if (isFull()) {
            return false;
        }
        long position = (long) TAIL.getOpaque(this);
        int slot = (int) position & mask;
        int kind = status.ordinal() | (opcode.ordinal() << 8) | (flags << 16);
        int entry = slot * ENTRY;
        entries[entry + WR_ID] = wrId;
        entries[entry + BYTE_LENGTH] = byteLength;
        entries[entry + KIND] = pair(immediate, kind);
        entries[entry + QPS] = pair(qpNumber, sourceQp);
        if (owners[slot] != slots) { // with each reference a collector notes that it was written
            owners[slot] = slots;
        }
        entries[entry + SLOT_END] = slots == null ? 0 : slots.delivered();
        TAIL.setRelease(this, position + 1);
        return true;
    }

    int capacity() {
        return capacity;
    }

    /** Returns whether another completion would be lost. Event loop. */
    boolean isFull() {
        long position = (long) TAIL.getOpaque(this);
        if (position - headSeen >= capacity) {
            headSeen = (long) HEAD.getAcquire(this);
        }
        return position - headSeen >= capacity;
    }

    private static long pair(int high, int low) {
        return (long) high << 32 | Integer.toUnsignedLong(low);
    }

    private static int high(long pair) {
        return (int) (pair >>> 32);
    }

    /**
     * Takes completions of the same work queue, the oldest first. Any thread.
     *
     * @return how many; 0 only when there are none, or no room
     */
    public int take(WorkCompletion[] out, int from, int to) {
        while (true) {
            long position = (long) HEAD.getAcquire(this);
            int most = (int) Math.min(to - from, added(position) - position);
            if (most <= 0) {
                return 0;
            }
            Slots owner = owners[(int) position & mask];
            long slotEnd = 0;
            int n = 0;
            for (; n < most; n++) {
                int slot = (int) (position + n) & mask;
                if (owners[slot] != owner) {
                    break;
                }
                slotEnd = entries[slot * ENTRY + SLOT_END];
                copy(slot, out[from + n]);
            }
            if (n > 0 && HEAD.compareAndSet(this, position, position + n)) {
                tell(owner, slotEnd);
                return n;
            }
        }
    }

    private void copy(int slot, WorkCompletion out) {
        int entry = slot * ENTRY;
        long kind = entries[entry + KIND];
        long qps = entries[entry + QPS];
        out.wrId(entries[entry + WR_ID])
                .status(STATUSES[(int) kind & 0xFF])
                .opcode(OPCODES[(int) (kind >>> 8) & 0xFF])
                .vendorErr(0)
                .byteLen(entries[entry + BYTE_LENGTH])
                .immData(high(kind))
                .invalidatedRkey(high(kind))
                .qpNum(high(qps))
                .srcQp((int) qps)
                .wcFlags((int) kind >>> 16);
    }

    private static void tell(Slots owner, long slotEnd) {
        if (owner != null) {
            owner.onPolled(slotEnd);
        }
    }

    /** Returns up to which position completions have been added, at least. */
    private long added(long position) {
        long seen = (long) TAIL_SEEN.getAcquire(this);
        if (position < seen) {
            return seen;
        }
        long tail = (long) TAIL.getVolatile(this);
        TAIL_SEEN.setRelease(this, tail);
        return tail;
    }

    /** Returns how many completions wait. */
    public int size() {
        return (int) ((long) TAIL.getVolatile(this) - (long) HEAD.getAcquire(this));
    }
}

package org.urdma4j.transport.queue;

import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WorkCompletion;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A bounded ring of completions. The event loop adds; any thread takes. Entries lie in primitive
 * arrays; a taker copies an entry out and then claims it, and starts over if another was faster.
 */
// The ordinals are packed here and unpacked here.
@SuppressWarnings("EnumOrdinal")
public final class CompletionRing {
    private static final VarHandle TAIL;
    private static final VarHandle HEAD;

    static {
        try {
            var lookup = MethodHandles.lookup();
            TAIL = lookup.findVarHandle(CompletionRing.class, "tail", long.class);
            HEAD = lookup.findVarHandle(CompletionRing.class, "head", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static final WcStatus[] STATUSES = WcStatus.values();
    private static final WcOpcode[] OPCODES = WcOpcode.values();

    private final int capacity;
    private final int mask;
    private final long[] wrIds;
    private final long[] byteLengths;

    /** Status and opcode as ordinals, then flags: 8, 8 and 16 bits. */
    private final int[] kinds;

    private final int[] immediates;
    private final int[] qpNumbers;
    private final int[] sourceQps;

    /** Whose slots are free before which position once this is taken; null for nobody's. */
    private final Slots[] owners;

    private final long[] slotEnds;

    @SuppressWarnings("unused") // through VarHandles
    private volatile long tail;

    @SuppressWarnings("unused") // through VarHandles
    private volatile long head;

    /** Creates an empty ring of {@code capacity} completions. */
    public CompletionRing(int capacity) {
        this.capacity = capacity;
        int size = Rings.powerOfTwo(capacity);
        mask = size - 1;
        wrIds = new long[size];
        byteLengths = new long[size];
        kinds = new int[size];
        immediates = new int[size];
        qpNumbers = new int[size];
        sourceQps = new int[size];
        owners = new Slots[size];
        slotEnds = new long[size];
    }

    /**
     * Adds a completion. Event loop.
     *
     * @param immediate immediate data or the invalidated key, as {@code flags} tell
     * @param sourceQp who sent a datagram, otherwise 0
     * @return false when the ring is full and the completion is lost
     */
    public boolean add(
            long wrId,
            WcStatus status,
            WcOpcode opcode,
            long byteLength,
            int immediate,
            int flags,
            int qpNumber,
            int sourceQp) {
        return add(null, wrId, status, opcode, byteLength, immediate, flags, qpNumber, sourceQp);
    }

    /**
     * Adds a completion. Event loop.
     *
     * @param slots are told when it is taken; null for none
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
        long position = (long) TAIL.getOpaque(this);
        if (position - (long) HEAD.getAcquire(this) >= capacity) {
            return false;
        }
        int slot = (int) position & mask;
        wrIds[slot] = wrId;
        byteLengths[slot] = byteLength;
        kinds[slot] = status.ordinal() | (opcode.ordinal() << 8) | (flags << 16);
        immediates[slot] = immediate;
        qpNumbers[slot] = qpNumber;
        sourceQps[slot] = sourceQp;
        owners[slot] = slots;
        slotEnds[slot] = slots == null ? 0 : slots.delivered();
        // Volatile, not release: the armed flag is read after it (see CompletionNotifier).
        TAIL.setVolatile(this, position + 1);
        return true;
    }

    /** Takes the oldest completion; returns false when there is none. Any thread. */
    public boolean take(WorkCompletion out) {
        while (true) {
            long position = (long) HEAD.getAcquire(this);
            if (position == (long) TAIL.getVolatile(this)) {
                return false;
            }
            int slot = (int) position & mask;
            long wrId = wrIds[slot];
            long byteLength = byteLengths[slot];
            int kind = kinds[slot];
            int immediate = immediates[slot];
            int qpNumber = qpNumbers[slot];
            int sourceQp = sourceQps[slot];
            Slots slots = owners[slot];
            long slotEnd = slotEnds[slot];
            if (HEAD.compareAndSet(this, position, position + 1)) {
                out.wrId(wrId)
                        .status(STATUSES[kind & 0xFF])
                        .opcode(OPCODES[(kind >>> 8) & 0xFF])
                        .vendorErr(0)
                        .byteLen(byteLength)
                        .immData(immediate)
                        .invalidatedRkey(immediate)
                        .qpNum(qpNumber)
                        .srcQp(sourceQp)
                        .wcFlags(kind >>> 16);
                if (slots != null) {
                    slots.onPolled(slotEnd);
                }
                return true;
            }
        }
    }

    /** Returns how many completions wait. */
    public int size() {
        return (int) ((long) TAIL.getVolatile(this) - (long) HEAD.getAcquire(this));
    }

    public int capacity() {
        return capacity;
    }
}

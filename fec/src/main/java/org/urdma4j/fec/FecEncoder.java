package org.urdma4j.fec;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Objects;

/**
 * Makes the repair packets of one group after the other. A member is entered as it is sent, by
 * {@link #header}, {@link #bytes} and {@link #endMember}; nothing is kept of it but its XOR. Bytes
 * are read where the caller has them: in the packet being built, or straight from application
 * memory, whose content must then be what the packet carries. Retransmissions are never entered.
 *
 * <p>The parities of a group stay readable until the next {@link #open}. Not thread-safe; confined
 * to the event loop of its queue pair. After the first groups nothing is allocated.
 */
public final class FecEncoder {
    private final int unitSize;
    private final int heldBytes;
    private final int maxParities;

    private final Unit member;
    private Unit[] lines = new Unit[0];
    private long firstPsn;
    private int scheme;
    private int r;
    private int capacity;
    private int members;
    private boolean inMember;

    /**
     * @param unitSize bytes of the largest unit, its 4 bytes of header included
     * @param payloadPresent false where payload goes by reference: then only the headers' bytes are
     *     coded, and {@link #parity} holds only them
     * @param maxParities the most parities of a group, at most {@link FecScheme#MAX_PARITIES}
     * @throws IllegalArgumentException if one is out of range
     */
    public FecEncoder(int unitSize, boolean payloadPresent, int maxParities) {
        if (unitSize < FecScheme.UNIT_HEADER_BYTES
                || unitSize > FecScheme.UNIT_HEADER_BYTES + 0xFFFF) {
            throw new IllegalArgumentException("no unit has %d bytes".formatted(unitSize));
        }
        if (maxParities < 1 || maxParities > FecScheme.MAX_PARITIES) {
            throw new IllegalArgumentException(
                    "a group has 1 to %d parities, not %d"
                            .formatted(FecScheme.MAX_PARITIES, maxParities));
        }
        this.unitSize = unitSize;
        this.heldBytes = Unit.heldBytes(unitSize, payloadPresent);
        this.maxParities = maxParities;
        member = new Unit(heldBytes);
    }

    /**
     * Begins a group of up to {@code k * r} members; parities of the group before are gone.
     *
     * @param firstPsn PSN of its first member, unwrapped
     * @param scheme {@link FecScheme#INTERLEAVED} or {@link FecScheme#TWO_DIMENSIONAL}
     * @param r parities, or columns: what the FEC word carries, 1 to 255
     * @param k members of each parity, or rows
     * @throws IllegalArgumentException if the group would be larger than the wire or this encoder
     *     allows
     */
    public void open(long firstPsn, int scheme, int r, int k) {
        if (!FecScheme.valid(scheme, r) || k < 1 || !FecScheme.fits(scheme, r, (long) k * r)) {
            throw new IllegalArgumentException(
                    "no group has scheme %d, r %d and k %d".formatted(scheme, r, k));
        }
        int parities = FecScheme.parities(scheme, r, k * r);
        if (parities > maxParities) {
            throw new IllegalArgumentException(
                    "%d parities are more than this encoder's %d".formatted(parities, maxParities));
        }
        this.firstPsn = firstPsn;
        this.scheme = scheme;
        this.r = r;
        capacity = k * r;
        members = 0;
        inMember = false;
        reserve(parities);
    }

    /** Returns the PSN of the group's first member. */
    public long firstPsn() {
        return firstPsn;
    }

    /** Returns the index that the next member's FEC word carries. */
    public int index() {
        return members;
    }

    /** Returns the r that the group's packets carry. */
    public int r() {
        return r;
    }

    /** Returns the group's scheme, {@link FecScheme#NONE} before the first group. */
    public int scheme() {
        return scheme;
    }

    /**
     * Starts the next member's unit.
     *
     * @param opcode its opcode, 8 bits
     * @param flags the bits of its BTH that can't be derived, 8 bits
     * @param codedLength bytes coded after the header
     * @throws IllegalStateException if the group is full or none was begun
     * @throws IllegalArgumentException if the unit would be larger than the largest
     */
    public void header(int opcode, int flags, int codedLength) {
        if (full()) {
            throw new IllegalStateException("the group is full, or none was begun");
        }
        if (codedLength < 0 || codedLength > unitSize - FecScheme.UNIT_HEADER_BYTES) {
            throw new IllegalArgumentException(
                    "%d coded bytes don't fit units of %d".formatted(codedLength, unitSize));
        }
        member.begin(opcode, flags, codedLength);
        inMember = true;
    }

    /**
     * Enters bytes of the member begun with {@link #header}.
     *
     * @param unitOffset where they stand in the unit; the first coded byte is at 4
     * @param from what to read them from, at {@code at}
     * @param n how many; may be 0
     * @throws IndexOutOfBoundsException if they are not within the length that its header gave
     */
    public void bytes(int unitOffset, MemorySegment from, long at, int n) {
        Objects.checkFromIndexSize(unitOffset, n, member.length());
        member.put(unitOffset, from, at, n);
    }

    /**
     * Ends the member; the next one has the next index.
     *
     * @throws IllegalStateException if none was begun
     */
    public void endMember() {
        if (!inMember) {
            throw new IllegalStateException("no member was begun");
        }
        inMember = false;
        // A line's first member clears what the group before left in it.
        int column = Lines.column(r, members);
        enter(column, members < r);
        int row = Lines.row(scheme, r, members);
        if (row >= 0) {
            enter(row, column == 0);
        }
        members++;
    }

    /** Returns whether the group takes no more members, as before the first {@link #open}. */
    public boolean full() {
        return members == capacity;
    }

    /** Returns the group's members so far: the m of its repair packets. */
    public int members() {
        return members;
    }

    /**
     * Ends the group, full or not, and returns how many repair packets are now due: one for each
     * parity with a member. It takes no more members.
     */
    public int close() {
        capacity = members;
        return members == 0 ? 0 : FecScheme.parities(scheme, r, members);
    }

    /**
     * Returns the memory that holds parity {@code i} of a closed group, as numbered on the wire,
     * from its byte 0; {@link #heldLength} bytes of it count.
     */
    public MemorySegment parity(int i) {
        return line(i).segment();
    }

    /**
     * Returns how many bytes parity {@code i} has on the wire: those of the longest of its members'
     * units.
     */
    public int length(int i) {
        return line(i).length();
    }

    /** Returns how many of them exist: all, or the headers where payload goes by reference. */
    public int heldLength(int i) {
        return Math.min(heldBytes, line(i).length());
    }

    private void enter(int line, boolean first) {
        if (first) {
            lines[line].clear();
        }
        lines[line].enter(member);
    }

    private Unit line(int i) {
        Objects.checkIndex(i, FecScheme.parities(scheme, r, members));
        return lines[Lines.ofParity(scheme, r, members, i)];
    }

    private void reserve(int parities) {
        int have = lines.length;
        if (have < parities) {
            lines = Arrays.copyOf(lines, Math.min(maxParities, 2 * parities));
            for (int i = have; i < lines.length; i++) {
                lines[i] = new Unit(heldBytes);
            }
        }
    }
}

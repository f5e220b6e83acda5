package org.urdma4j.fec;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * Repairs lost packets. First transmissions enter their group as they arrive ({@link #member},
 * {@link #header}, {@link #bytes}, {@link #endMember}), repair packets by {@link #repair}, all in
 * any order; after either, what could be repaired is fetched with {@link #nextRepaired}. A parity
 * that lacks one member gives that member back; in two dimensions that member then enters its other
 * parity, and so on.
 *
 * <p>Retransmissions must not be entered. A packet that came only as a retransmission counts as
 * missing here, and may still be given back; whoever places packets drops it as a duplicate.
 *
 * <p>Nothing that a packet says makes this throw: what is impossible is refused and counted. Memory
 * is bounded; the oldest group goes first. PSNs are unwrapped. Not thread-safe; confined to the
 * event loop of its queue pair.
 */
public final class FecDecoder {
    private final int unitSize;
    private final UnitPool pool;
    private final GroupRing groups;
    private final Repaired repaired = new Repaired();
    private final FecCounters counters = new FecCounters();

    /** Everything below has arrived. */
    private long floor = Long.MIN_VALUE;

    // The member being entered.
    private Group group;
    private int index;
    private int row;
    private Unit columnUnit;
    private Unit rowUnit;
    private final Unit packet;

    /** The member that {@link #nextRepaired} returned last; null before and after the last. */
    private Unit fetched;

    private long fetchedPsn;

    /**
     * @param unitSize bytes of the largest unit, its 4 bytes of header included
     * @param payloadPresent false where payload goes by reference: then only the headers' bytes are
     *     decoded
     * @param maxGroups the most groups at once
     * @param maxBytes the most bytes for accumulated units and what is kept of groups; at least two
     *     units
     * @throws IllegalArgumentException if one is out of range
     */
    public FecDecoder(int unitSize, boolean payloadPresent, int maxGroups, int maxBytes) {
        if (unitSize < FecScheme.UNIT_HEADER_BYTES
                || unitSize > FecScheme.UNIT_HEADER_BYTES + 0xFFFF) {
            throw new IllegalArgumentException("no unit has %d bytes".formatted(unitSize));
        }
        int heldBytes = Unit.heldBytes(unitSize, payloadPresent);
        if (maxGroups < 1 || maxBytes < 2 * heldBytes) {
            throw new IllegalArgumentException(
                    "%d groups and %d bytes are too little to decode units of %d"
                            .formatted(maxGroups, maxBytes, heldBytes));
        }
        this.unitSize = unitSize;
        pool = new UnitPool(heldBytes, maxBytes);
        packet = new Unit(heldBytes);
        groups = new GroupRing(maxGroups);
    }

    /**
     * Begins to enter a first transmission. If this returns false the packet enters nothing, and
     * {@link #header}, {@link #bytes} and {@link #endMember} must not be called for it.
     *
     * @param groupFirst PSN of its group's first member: its own less {@code index}
     * @param index its number in the group, as its FEC word says
     * @param r what its FEC word says
     * @param scheme what its FEC word says
     * @return whether it is wanted: possible, not entered before, not below what was forgotten
     */
    public boolean member(long groupFirst, int index, int r, int scheme) {
        if (index < 0 || !FecScheme.valid(scheme, r) || !FecScheme.fits(scheme, r, index + 1L)) {
            counters.refused++;
            return false;
        }
        if (groupFirst + index < floor) {
            counters.unneeded++;
            return false;
        }
        int column = Lines.column(r, index);
        row = Lines.row(scheme, r, index);
        Group found = group(groupFirst, r, scheme);
        if (found == null) {
            return false;
        }
        if (found.members() != 0 && index >= found.members()) {
            counters.refused++;
            return false;
        }
        if (found.hasEntered(index)) {
            counters.duplicates++;
            return false;
        }
        columnUnit = unit(found, index, column);
        rowUnit = row >= 0 ? unit(found, index, row) : null;
        if (columnUnit == null || (row >= 0 && rowUnit == null)) {
            counters.starved++;
            return false;
        }
        group = found;
        this.index = index;
        return true;
    }

    /**
     * Starts the unit of the member begun with {@link #member}.
     *
     * @param opcode its opcode, 8 bits
     * @param flags the bits of its BTH that can't be derived, 8 bits
     * @param codedLength bytes coded after the header
     * @return false if the unit is larger than the largest: it enters nothing, and neither {@link
     *     #bytes} nor {@link #endMember} may be called for it
     * @throws IllegalStateException if no member was begun
     */
    public boolean header(int opcode, int flags, int codedLength) {
        if (group == null) {
            throw new IllegalStateException("no member was begun");
        }
        if (codedLength < 0 || codedLength > unitSize - FecScheme.UNIT_HEADER_BYTES) {
            counters.refused++;
            group = null;
            return false;
        }
        packet.begin(opcode, flags, codedLength);
        return true;
    }

    /**
     * Enters bytes of the member.
     *
     * @param unitOffset where they stand in the unit; the first coded byte is at 4
     * @param from what to read them from, at {@code at}
     * @param n how many; may be 0
     * @throws IndexOutOfBoundsException if they are not within the length that its header gave
     */
    public void bytes(int unitOffset, MemorySegment from, long at, int n) {
        Objects.checkFromIndexSize(unitOffset, n, packet.length());
        packet.put(unitOffset, from, at, n);
    }

    /**
     * Ends the member; it may let others be repaired.
     *
     * @throws IllegalStateException if none was begun
     */
    public void endMember() {
        if (group == null) {
            throw new IllegalStateException("no member was begun");
        }
        Group of = group;
        group = null;
        counters.members++;
        int column = Lines.column(of.r(), index);
        of.markEntered(index);
        columnUnit.enter(packet);
        of.enter(index, column);
        if (row >= 0) {
            rowUnit.enter(packet);
            of.enter(index, row);
            settle(of, row);
        }
        settle(of, column);
    }

    /**
     * Enters a repair packet; it may let members be repaired.
     *
     * @param groupFirst PSN of its group's first member
     * @param parity which of the group's parities it is
     * @param r what it says of the group
     * @param m the group's members
     * @param scheme the group's scheme, or {@link FecScheme#NONE} for that of its members: then it
     *     is refused before the first of them
     * @param unit its XOR, at {@code at}; where payload goes by reference only the headers exist
     * @param length bytes of its XOR on the wire
     */
    public void repair(
            long groupFirst,
            int parity,
            int r,
            int m,
            int scheme,
            MemorySegment unit,
            long at,
            int length) {
        int of = scheme == FecScheme.NONE ? schemeOf(groupFirst) : scheme;
        if (FecScheme.valid(of, r)
                && FecScheme.fits(of, r, m)
                && parity >= 0
                && parity < FecScheme.parities(of, r, m)
                && length >= FecScheme.UNIT_HEADER_BYTES
                && length <= unitSize) {
            enter(groupFirst, parity, r, m, of, unit, at, length);
        } else {
            counters.refused++;
        }
    }

    private int schemeOf(long groupFirst) {
        Group known = groups.find(groupFirst);
        return known == null ? FecScheme.NONE : known.scheme();
    }

    private void enter(
            long groupFirst,
            int parity,
            int r,
            int m,
            int scheme,
            MemorySegment unit,
            long at,
            int length) {
        if (groupFirst + m <= floor) {
            counters.unneeded++;
            return;
        }
        int line = Lines.ofParity(scheme, r, m, parity);
        Group of = group(groupFirst, r, scheme);
        if (of == null) {
            return;
        }
        if (!of.size(m)) {
            counters.refused++;
            return;
        }
        if (!reserve(of, m - 1, line)) {
            counters.starved++;
            return;
        }
        if (of.hasRepair(line)) {
            counters.duplicates++;
            return;
        }
        counters.repairs++;
        if (of.missing(line) > 0) {
            Unit into = unit(of, m - 1, line);
            if (into == null) {
                counters.starved++;
                return;
            }
            packet.load(unit, at, length);
            into.enter(packet);
        }
        of.enterRepair(line);
        settle(of, line);
    }

    /** Goes to the next repaired member; false when there is none. The one before is gone. */
    public boolean nextRepaired() {
        if (fetched != null) {
            pool.give(fetched);
            fetched = null;
        }
        if (repaired.isEmpty()) {
            return false;
        }
        fetched = repaired.unit();
        fetchedPsn = repaired.psn();
        repaired.remove();
        return true;
    }

    /** Returns the repaired member's PSN. */
    public long repairedPsn() {
        return fetchedPsn;
    }

    /** Returns the repaired member's opcode. */
    public int opcode() {
        return fetched.opcode();
    }

    /** Returns the repaired member's BTH bits that can't be derived. */
    public int flags() {
        return fetched.flags();
    }

    /** Returns how many coded bytes the repaired member has; at most the largest unit's. */
    public int codedLength() {
        return fetched.codedLength();
    }

    /** Returns the memory that holds the repaired member's unit, at {@link #unitOffset}. */
    public MemorySegment unit() {
        return fetched.segment();
    }

    /** Returns where its unit begins in {@link #unit}; the first coded byte is 4 further. */
    public long unitOffset() {
        return 0;
    }

    /**
     * Drops the groups that are wholly below a PSN; what still comes of them is ignored.
     *
     * @param cumulative the PSN below which everything has arrived; a lower one than before changes
     *     nothing
     */
    public void forget(long cumulative) {
        floor = Math.max(floor, cumulative);
        while (groups.size() > 0 && endsBelow(floor)) {
            groups.removeOldest(pool);
        }
    }

    /** Returns what was met so far. */
    public FecCounters counters() {
        return counters;
    }

    /** Returns how many groups are being decoded. */
    public int groups() {
        return groups.size();
    }

    /** A group whose size isn't known ends at the latest where the next one begins. */
    private boolean endsBelow(long psn) {
        Group oldest = groups.get(0);
        if (oldest.members() != 0) {
            return oldest.firstPsn() + oldest.members() <= psn;
        }
        return groups.size() > 1 && groups.get(1).firstPsn() <= psn;
    }

    /** Finds or begins a group; null, and counted, if it contradicts what is known of it. */
    private Group group(long firstPsn, int r, int scheme) {
        Group found = groups.find(firstPsn);
        if (found == null) {
            if (groups.full()) {
                if (firstPsn < groups.get(0).firstPsn()) {
                    counters.starved++;
                    return null;
                }
                evict();
            }
            return groups.add(firstPsn, scheme, r);
        }
        if (!found.is(scheme, r)) {
            counters.refused++;
            return null;
        }
        return found;
    }

    /** Returns the unit of a line, at the cost of older groups; null when there is no memory. */
    private Unit unit(Group of, int index, int line) {
        if (!reserve(of, index, line)) {
            return null;
        }
        Unit unit = of.unit(line, pool);
        while (unit == null && evictBefore(of)) {
            unit = of.unit(line, pool);
        }
        return unit;
    }

    private boolean reserve(Group of, int index, int line) {
        boolean reserved = of.reserve(index, line, pool);
        while (!reserved && evictBefore(of)) {
            reserved = of.reserve(index, line, pool);
        }
        return reserved;
    }

    private boolean evictBefore(Group of) {
        if (groups.get(0).firstPsn() >= of.firstPsn()) {
            return false;
        }
        evict();
        return true;
    }

    private void evict() {
        groups.removeOldest(pool);
        counters.evicted++;
    }

    /** Decodes a line if it lacks one member, then the line that this one completes, and so on. */
    private void settle(Group of, int line) {
        int next = line;
        while (next >= 0 && of.hasRepair(next) && !of.done(next) && of.missing(next) <= 1) {
            boolean complete = of.missing(next) == 0;
            int missing = complete ? -1 : of.missingIndex(next);
            Unit unit = of.finish(next);
            if (missing >= 0 && unit.trim()) {
                next = giveBack(of, next, missing, unit);
                continue;
            }
            if (!complete) {
                counters.corrupt++;
            }
            if (unit != null) {
                pool.give(unit);
            }
            next = -1;
        }
    }

    /** Queues a repaired member, enters it in its other line, and returns that, or -1. */
    private int giveBack(Group of, int line, int missing, Unit unit) {
        repaired.add(of.firstPsn() + missing, unit);
        counters.repaired++;
        of.markEntered(missing);
        if (of.scheme() != FecScheme.TWO_DIMENSIONAL) {
            return -1;
        }
        int row = Lines.row(of.scheme(), of.r(), missing);
        int other = line == row ? Lines.column(of.r(), missing) : row;
        Unit into = unit(of, of.members() - 1, other);
        if (into == null) {
            counters.starved++;
            return -1;
        }
        into.enter(unit);
        of.enter(missing, other);
        return other;
    }
}

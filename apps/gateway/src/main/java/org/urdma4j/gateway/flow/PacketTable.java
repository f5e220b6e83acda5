package org.urdma4j.gateway.flow;

import java.util.Arrays;

/**
 * Packets by flow and sequence number, in slots that stay where they are. Grows by doubling up to a
 * bound; allocates nothing from then on. Slots are listed in the order in which they were filed.
 *
 * @param <P> handles of packets
 */
public final class PacketTable<P> {
    /** No slot. */
    public static final int NONE = -1;

    private static final int SMALLEST = 1 << 8;

    private final int most;
    private Object[] packets = new Object[0];
    private int[] flows = new int[0];
    private long[] psns = new long[0];
    private int[] spans = new int[0];
    private int[] sizes = new int[0];
    private long[] times = new long[0];
    private int[] older = new int[0];
    private int[] newer = new int[0];
    private int[] before = new int[0];
    private int[] behind = new int[0];
    private int[] firstOf = new int[0];
    private int[] buckets = new int[0];
    private int[] nextInBucket = new int[0];
    private int free = NONE;
    private int oldest = NONE;
    private int newest = NONE;
    private int count;

    /**
     * @param most packets that it holds, at least 1
     */
    public PacketTable(int most) {
        this.most = most;
    }

    public int count() {
        return count;
    }

    /** Returns the most slots that there may be at present; arrays beside it have as many. */
    public int capacity() {
        return psns.length;
    }

    /** Returns the slot of a packet, or {@link #NONE}. */
    public int find(int flow, long psn) {
        if (count == 0) {
            return NONE;
        }
        int slot = buckets[bucket(flow, psn)];
        while (slot != NONE && (psns[slot] != psn || flows[slot] != flow)) {
            slot = nextInBucket[slot];
        }
        return slot;
    }

    /**
     * Files a packet that is not there yet.
     *
     * @param packet may be null, for a note of a packet that is not kept
     * @param bytes what it counts for
     * @return its slot, or {@link #NONE} if there is no room
     */
    public int add(int flow, long psn, int span, P packet, int bytes, long nowNs) {
        if (free == NONE && !grow()) {
            return NONE;
        }
        int slot = free;
        free = nextInBucket[slot];
        packets[slot] = packet;
        flows[slot] = flow;
        psns[slot] = psn;
        spans[slot] = span;
        sizes[slot] = bytes;
        times[slot] = nowNs;
        int bucket = bucket(flow, psn);
        nextInBucket[slot] = buckets[bucket];
        buckets[bucket] = slot;
        append(slot);
        appendTo(flow, slot);
        count++;
        return slot;
    }

    public P remove(int slot) {
        int bucket = bucket(flows[slot], psns[slot]);
        if (buckets[bucket] == slot) {
            buckets[bucket] = nextInBucket[slot];
        } else {
            int at = buckets[bucket];
            while (nextInBucket[at] != slot) {
                at = nextInBucket[at];
            }
            nextInBucket[at] = nextInBucket[slot];
        }
        unlink(slot);
        unlinkFrom(flows[slot], slot);
        nextInBucket[slot] = free;
        free = slot;
        count--;
        P packet = packet(slot);
        packets[slot] = null;
        return packet;
    }

    /** Returns what all packets of a flow count for; takes as long as there are packets of it. */
    public long bytesOf(int flow) {
        long sum = 0;
        for (int slot = firstOf(flow); slot != NONE; slot = nextOf(slot)) {
            sum += sizes[slot];
        }
        return sum;
    }

    @SuppressWarnings("unchecked") // only add and keep put something there
    public P packet(int slot) {
        return (P) packets[slot];
    }

    /** Puts a packet in the place of none, or of one that the caller has taken. */
    public void keep(int slot, P packet, int bytes) {
        packets[slot] = packet;
        sizes[slot] = bytes;
    }

    public int flow(int slot) {
        return flows[slot];
    }

    public long psn(int slot) {
        return psns[slot];
    }

    public int span(int slot) {
        return spans[slot];
    }

    /** Returns what it counts for. */
    public int bytes(int slot) {
        return sizes[slot];
    }

    /** Returns the time that it was filed with or last touched at. */
    public long timeNs(int slot) {
        return times[slot];
    }

    public void touch(int slot, long nowNs) {
        times[slot] = nowNs;
    }

    /** Returns the slot that was filed first, or {@link #NONE}. */
    public int oldest() {
        return oldest;
    }

    /**
     * Returns a slot of a flow, from which {@link #nextOf} leads to all others, or {@link #NONE}.
     */
    public int firstOf(int flow) {
        return flow < firstOf.length ? firstOf[flow] : NONE;
    }

    /** Returns the next slot of the same flow, or {@link #NONE}. */
    public int nextOf(int slot) {
        return behind[slot];
    }

    private void appendTo(int flow, int slot) {
        if (flow >= firstOf.length) {
            int old = firstOf.length;
            firstOf = Arrays.copyOf(firstOf, Math.max(2 * old, flow + 1));
            Arrays.fill(firstOf, old, firstOf.length, NONE);
        }
        int first = firstOf[flow];
        before[slot] = NONE;
        behind[slot] = first;
        if (first != NONE) {
            before[first] = slot;
        }
        firstOf[flow] = slot;
    }

    private void unlinkFrom(int flow, int slot) {
        if (before[slot] == NONE) {
            firstOf[flow] = behind[slot];
        } else {
            behind[before[slot]] = behind[slot];
        }
        if (behind[slot] != NONE) {
            before[behind[slot]] = before[slot];
        }
    }

    private void append(int slot) {
        older[slot] = newest;
        newer[slot] = NONE;
        if (newest == NONE) {
            oldest = slot;
        } else {
            newer[newest] = slot;
        }
        newest = slot;
    }

    private void unlink(int slot) {
        if (older[slot] == NONE) {
            oldest = newer[slot];
        } else {
            newer[older[slot]] = newer[slot];
        }
        if (newer[slot] == NONE) {
            newest = older[slot];
        } else {
            older[newer[slot]] = older[slot];
        }
    }

    private int bucket(int flow, long psn) {
        long mixed = (psn + flow * 0x9e37_79b9_7f4a_7c15L) * 0xff51_afd7_ed55_8ccdL;
        return (int) (mixed >>> 32) & (buckets.length - 1);
    }

    private boolean grow() {
        int old = psns.length;
        int room = Math.min(most, Math.max(SMALLEST, 2 * old));
        if (room <= old) {
            return false;
        }
        packets = Arrays.copyOf(packets, room);
        flows = Arrays.copyOf(flows, room);
        psns = Arrays.copyOf(psns, room);
        spans = Arrays.copyOf(spans, room);
        sizes = Arrays.copyOf(sizes, room);
        times = Arrays.copyOf(times, room);
        older = Arrays.copyOf(older, room);
        newer = Arrays.copyOf(newer, room);
        before = Arrays.copyOf(before, room);
        behind = Arrays.copyOf(behind, room);
        nextInBucket = Arrays.copyOf(nextInBucket, room);
        buckets = new int[Math.max(2, Integer.highestOneBit(room) * 2)];
        Arrays.fill(buckets, NONE);
        for (int slot = oldest; slot != NONE; slot = newer[slot]) {
            int bucket = bucket(flows[slot], psns[slot]);
            nextInBucket[slot] = buckets[bucket];
            buckets[bucket] = slot;
        }
        for (int slot = old; slot < room; slot++) {
            nextInBucket[slot] = free;
            free = slot;
        }
        return true;
    }
}

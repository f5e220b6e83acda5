package org.urdma4j.gateway.sentry;

import org.urdma4j.gateway.flow.PacketTable;
import org.urdma4j.gateway.packet.Environment;

import java.util.Arrays;

/**
 * What was sent over the long link and is not acknowledged: notes of when, and copies as far as the
 * pool has room.
 */
final class SentryPackets<P> {
    private final Environment<P> environment;
    private final PacketTable<P> table;
    private long[] firstNs = new long[0];
    private int[] marks = new int[0];
    private byte[] resends = new byte[0];
    private boolean[] missing = new boolean[0];
    private long copyBytes;

    SentryPackets(Environment<P> environment) {
        this.environment = environment;
        this.table = new PacketTable<>(environment.config().packets());
    }

    /** Returns the slot of a packet's note, or {@link PacketTable#NONE}. */
    int find(SentryFlow<P> flow, long psn) {
        return table.find(flow.index(), psn);
    }

    /** Notes a packet that is about to be sent for the first time; no note without room. */
    void note(SentryFlow<P> flow, long psn, int span, P packet, int bytes, long nowNs) {
        int slot = table.add(flow.index(), psn, span, null, 0, nowNs);
        if (slot == PacketTable.NONE) {
            environment.counters().notCopied++;
            return;
        }
        if (slot >= firstNs.length) {
            int room = table.capacity();
            firstNs = Arrays.copyOf(firstNs, room);
            marks = Arrays.copyOf(marks, room);
            resends = Arrays.copyOf(resends, room);
            missing = Arrays.copyOf(missing, room);
        }
        flow.noted++;
        firstNs[slot] = nowNs;
        marks[slot] = 0;
        resends[slot] = 0;
        missing[slot] = false;
        keep(slot, packet, bytes);
    }

    /** Copies a packet if there is room and no copy. */
    void keep(int slot, P packet, int bytes) {
        if (table.packet(slot) != null) {
            return;
        }
        if (copyBytes + bytes > environment.config().copyBytes()) {
            environment.counters().notCopied++;
            return;
        }
        table.keep(slot, environment.store().copy(packet), bytes);
        copyBytes += bytes;
        resends[slot] = 0;
        var counters = environment.counters();
        counters.copyBytesMax = Math.max(counters.copyBytesMax, copyBytes);
    }

    int span(int slot) {
        return table.span(slot);
    }

    /** Returns the copy, or null. */
    P copy(int slot) {
        return table.packet(slot);
    }

    /** Returns when it was sent first. */
    long firstNs(int slot) {
        return firstNs[slot];
    }

    /** Returns when it was sent last. */
    long sentNs(int slot) {
        return table.timeNs(slot);
    }

    /** Returns the number of the MARK behind its last resend, 0 if it was not sent again. */
    int mark(int slot) {
        return marks[slot];
    }

    /** Returns how often its copy was sent. */
    int resends(int slot) {
        return resends[slot];
    }

    /** Takes note that it was sent again, by the host or from its copy. */
    void sentAgain(int slot, int mark, boolean fromCopy, long nowNs) {
        table.touch(slot, nowNs);
        marks[slot] = mark;
        if (fromCopy) {
            resends[slot]++;
        }
    }

    /** Returns whether the host has to send it again. */
    boolean isMissing(int slot) {
        return missing[slot];
    }

    void missing(SentryFlow<P> flow, int slot, boolean value) {
        if (missing[slot] != value) {
            missing[slot] = value;
            flow.missing += value ? 1 : -1;
        }
    }

    /** Drops whatever of a flow lies wholly before {@code to}. */
    void dropBefore(SentryFlow<P> flow, long to) {
        if (to - flow.notedFrom > flow.noted) {
            sweep(flow, to);
        }
        while (flow.noted > 0 && flow.notedFrom < to) {
            int slot = find(flow, flow.notedFrom);
            if (slot == PacketTable.NONE) {
                flow.notedFrom++;
                continue;
            }
            long end = flow.notedFrom + table.span(slot);
            if (end > to) {
                return;
            }
            drop(flow, slot);
            flow.notedFrom = end;
        }
        flow.notedFrom = Math.max(flow.notedFrom, to);
    }

    /** The same where there are fewer packets than numbers. */
    private void sweep(SentryFlow<P> flow, long to) {
        long least = to;
        for (int slot = table.firstOf(flow.index()); slot != PacketTable.NONE; ) {
            int next = table.nextOf(slot);
            if (table.psn(slot) + table.span(slot) <= to) {
                drop(flow, slot);
            } else {
                least = Math.min(least, table.psn(slot));
            }
            slot = next;
        }
        flow.notedFrom = least;
    }

    /** Drops everything of a flow. */
    void drop(SentryFlow<P> flow) {
        sweep(flow, Long.MAX_VALUE);
        flow.notedFrom = flow.high;
    }

    private void drop(SentryFlow<P> flow, int slot) {
        missing(flow, slot, false);
        flow.noted--;
        drop(slot);
    }

    private void drop(int slot) {
        int bytes = table.bytes(slot);
        P copy = table.remove(slot);
        if (copy != null) {
            copyBytes -= bytes;
            environment.store().release(copy);
        }
    }
}

package org.urdma4j.gateway.sent;

import org.urdma4j.gateway.flow.PacketTable;
import org.urdma4j.gateway.packet.Budget;
import org.urdma4j.gateway.packet.Environment;

import java.util.Arrays;

/**
 * What was sent over the long link and is not acknowledged: notes of when, and copies as far as the
 * pool has room.
 */
public final class SentPackets<P> {
    private final Environment<P> environment;
    private final PacketTable<P> table;
    private long[] firstNs = new long[0];
    private int[] marks = new int[0];
    private byte[] resends = new byte[0];
    private boolean[] missing = new boolean[0];

    public SentPackets(Environment<P> environment) {
        this.environment = environment;
        this.table = new PacketTable<>(environment.config().packets());
    }

    /** Returns the slot of a packet's note, or {@link PacketTable#NONE}. */
    public int find(Sent<P> sent, long psn) {
        return table.find(sent.flow.index(), psn);
    }

    /**
     * Notes a packet that is about to be sent for the first time, and returns whether there was
     * room for the note.
     */
    public boolean note(Sent<P> sent, long psn, int span, P packet, int bytes, long nowNs) {
        int slot = table.add(sent.flow.index(), psn, span, null, 0, nowNs);
        if (slot == PacketTable.NONE) {
            environment.counters().notCopied++;
            return false;
        }
        if (slot >= firstNs.length) {
            int room = table.capacity();
            firstNs = Arrays.copyOf(firstNs, room);
            marks = Arrays.copyOf(marks, room);
            resends = Arrays.copyOf(resends, room);
            missing = Arrays.copyOf(missing, room);
        }
        sent.noted++;
        sent.notedFrom = Math.min(sent.notedFrom, psn);
        firstNs[slot] = nowNs;
        marks[slot] = 0;
        resends[slot] = 0;
        missing[slot] = false;
        keep(slot, packet, bytes);
        return true;
    }

    public void keep(int slot, P packet, int bytes) {
        if (table.packet(slot) != null) {
            return;
        }
        Budget budget = environment.copies();
        if (!budget.take(bytes)) {
            environment.counters().notCopied++;
            return;
        }
        table.keep(slot, environment.store().copy(packet), bytes);
        resends[slot] = 0;
        var counters = environment.counters();
        counters.copyBytesMax = Math.max(counters.copyBytesMax, budget.used());
    }

    /** Returns what the copies of a flow take of the pool. */
    public long bytesOf(Sent<P> sent) {
        return table.bytesOf(sent.flow.index());
    }

    int span(int slot) {
        return table.span(slot);
    }

    long end(int slot) {
        return table.psn(slot) + table.span(slot);
    }

    /** Takes the place of what was noted with the same number, which is another packet now. */
    public void replace(Sent<P> sent, int slot, P packet, int bytes, long nowNs) {
        P old = table.packet(slot);
        if (old != null) {
            environment.copies().give(table.bytes(slot));
            environment.store().release(old);
            table.keep(slot, null, 0);
        }
        missing(sent, slot, false);
        firstNs[slot] = nowNs;
        marks[slot] = 0;
        sent.blocks.drop(table.psn(slot));
        table.touch(slot, nowNs);
        keep(slot, packet, bytes);
    }

    public void drop(Sent<P> sent, int slot) {
        missing(sent, slot, false);
        sent.blocks.drop(table.psn(slot));
        sent.noted--;
        drop(slot);
    }

    /** Returns the copy, or null. */
    P copy(int slot) {
        return table.packet(slot);
    }

    public long firstNs(int slot) {
        return firstNs[slot];
    }

    long sentNs(int slot) {
        return table.timeNs(slot);
    }

    /** Returns the number of the MARK behind its last resend, 0 if it was not sent again. */
    int mark(int slot) {
        return marks[slot];
    }

    int resends(int slot) {
        return resends[slot];
    }

    /** Takes note that it was sent again, by the host or from its copy. */
    public void sentAgain(Sent<P> sent, int slot, boolean fromCopy, long nowNs) {
        sent.blocks.sentAgain(table.psn(slot));
        table.touch(slot, nowNs);
        marks[slot] = sent.mark + 1;
        if (fromCopy) {
            resends[slot]++;
        }
    }

    public boolean isMissing(int slot) {
        return missing[slot];
    }

    public void missing(Sent<P> sent, int slot, boolean value) {
        if (missing[slot] != value) {
            missing[slot] = value;
            sent.missing += value ? 1 : -1;
        }
    }

    /** Drops whatever of a flow lies wholly before {@code to}. */
    public void dropBefore(Sent<P> sent, long to) {
        if (to - sent.notedFrom > sent.noted) {
            sweep(sent, to);
        }
        while (sent.noted > 0 && sent.notedFrom < to) {
            int slot = find(sent, sent.notedFrom);
            if (slot == PacketTable.NONE) {
                sent.notedFrom++;
                continue;
            }
            long end = sent.notedFrom + table.span(slot);
            if (end > to) {
                return;
            }
            drop(sent, slot);
            sent.notedFrom = end;
        }
        sent.notedFrom = Math.max(sent.notedFrom, to);
    }

    /** The same where there are fewer packets than numbers. */
    private void sweep(Sent<P> sent, long to) {
        long least = to;
        for (int slot = table.firstOf(sent.flow.index()); slot != PacketTable.NONE; ) {
            int next = table.nextOf(slot);
            if (table.psn(slot) + table.span(slot) <= to) {
                drop(sent, slot);
            } else {
                least = Math.min(least, table.psn(slot));
            }
            slot = next;
        }
        sent.notedFrom = least;
    }

    /** Drops everything of a flow. */
    public void drop(Sent<P> sent) {
        sweep(sent, Long.MAX_VALUE);
        sent.notedFrom = sent.high;
    }

    private void drop(int slot) {
        int bytes = table.bytes(slot);
        P copy = table.remove(slot);
        if (copy != null) {
            environment.copies().give(bytes);
            environment.store().release(copy);
        }
    }
}

package org.urdma4j.gateway.depot;

import org.urdma4j.gateway.flow.FlowTable;
import org.urdma4j.gateway.flow.Holes;
import org.urdma4j.gateway.flow.PacketTable;
import org.urdma4j.gateway.packet.Budget;
import org.urdma4j.gateway.packet.Environment;

/**
 * The Depot's two pools: packets held behind holes, and copies of packets that the receiver has not
 * acknowledged. Each has a budget of bytes.
 */
final class DepotPackets<P> {
    private final Environment<P> environment;
    private final FlowTable<DepotFlow<P>> flows;
    private final PacketTable<P> held;
    private final PacketTable<P> backup;
    private long backupBytes;

    DepotPackets(Environment<P> environment, FlowTable<DepotFlow<P>> flows) {
        this.environment = environment;
        this.flows = flows;
        this.held = new PacketTable<>(environment.config().packets());
        this.backup = new PacketTable<>(environment.config().packets());
    }

    boolean isHeld(DepotFlow<P> flow, long psn) {
        return held.find(flow.index(), psn) != PacketTable.NONE;
    }

    /** Holds a packet, or returns false if there is no room. */
    boolean hold(DepotFlow<P> flow, long psn, int span, P packet, int bytes, long nowNs) {
        Budget budget = environment.reorder();
        if (!budget.take(bytes)) {
            return false;
        }
        if (held.add(flow.index(), psn, span, packet, bytes, nowNs) == PacketTable.NONE) {
            budget.give(bytes);
            return false;
        }
        onFiled(flow, psn);
        var counters = environment.counters();
        counters.held++;
        flow.counters.held++;
        counters.reorderBytesMax = Math.max(counters.reorderBytesMax, budget.used());
        return true;
    }

    /**
     * Returns the slot of the packet that is held with this number, or {@link PacketTable#NONE}.
     */
    int heldSlot(DepotFlow<P> flow, long psn) {
        return held.find(flow.index(), psn);
    }

    int heldSpan(int slot) {
        return held.span(slot);
    }

    int heldBytes(int slot) {
        return held.bytes(slot);
    }

    /** Hands on what is held behind holes, in order, of so many numbers. */
    void handOnHeld(DepotFlow<P> flow, int most) {
        Holes holes = flow.in.holes;
        int left = most;
        for (int i = 0; i < holes.count(); i++) {
            long to = i + 1 < holes.count() ? holes.first(i + 1) : flow.in.end;
            for (long psn = holes.end(i); psn < to && left > 0; psn++, left--) {
                int slot = heldSlot(flow, psn);
                if (slot != PacketTable.NONE) {
                    environment.output().inside(takeHeld(flow, slot));
                }
            }
        }
    }

    P takeHeld(DepotFlow<P> flow, int slot) {
        flow.filed--;
        environment.reorder().give(held.bytes(slot));
        return held.remove(slot);
    }

    /** Returns the slot of a backup, or {@link PacketTable#NONE}. */
    int backupSlot(DepotFlow<P> flow, long psn) {
        return backup.find(flow.index(), psn);
    }

    int backupSpan(int slot) {
        return backup.span(slot);
    }

    int backupBytes(int slot) {
        return backup.bytes(slot);
    }

    P copyOfBackup(int slot) {
        return environment.store().copy(backup.packet(slot));
    }

    /** Keeps a copy of a packet that is about to be handed on; the oldest make room for it. */
    void keepBackup(DepotFlow<P> flow, long psn, int span, P packet, int bytes, long nowNs) {
        long budget = environment.config().backupBytes();
        if (bytes > budget || backup.find(flow.index(), psn) != PacketTable.NONE) {
            return;
        }
        while (backupBytes + bytes > budget || backup.count() == environment.config().packets()) {
            dropBackup(flows.at(backup.flow(backup.oldest())), backup.oldest());
        }
        P copy = environment.store().copy(packet);
        backup.add(flow.index(), psn, span, copy, bytes, nowNs);
        onFiled(flow, psn);
        backupBytes += bytes;
        var counters = environment.counters();
        counters.backupBytesMax = Math.max(counters.backupBytesMax, backupBytes);
    }

    private static void onFiled(DepotFlow<?> flow, long psn) {
        flow.filed++;
        flow.filedFrom = Math.min(flow.filedFrom, psn);
    }

    private void dropBackup(DepotFlow<P> flow, int slot) {
        flow.filed--;
        backupBytes -= backup.bytes(slot);
        environment.store().release(backup.remove(slot));
    }

    private void dropHeld(DepotFlow<P> flow, int slot) {
        environment.store().release(takeHeld(flow, slot));
    }

    /** Drops whatever of a flow lies wholly before {@code to}. */
    void dropBefore(DepotFlow<P> flow, long to) {
        if (to - flow.filedFrom > flow.filed) {
            sweep(flow, to);
        }
        while (flow.filed > 0 && flow.filedFrom < to) {
            long psn = flow.filedFrom;
            int kept = backup.find(flow.index(), psn);
            int span = kept == PacketTable.NONE ? 1 : backup.span(kept);
            if (psn + span > to) {
                return;
            }
            if (kept != PacketTable.NONE) {
                dropBackup(flow, kept);
            }
            int early = held.find(flow.index(), psn);
            if (early != PacketTable.NONE) {
                dropHeld(flow, early);
            }
            flow.filedFrom++;
        }
        flow.filedFrom = Math.max(flow.filedFrom, to);
    }

    /** The same where there are fewer packets than numbers. */
    private void sweep(DepotFlow<P> flow, long to) {
        long least = to;
        for (int slot = backup.firstOf(flow.index()); slot != PacketTable.NONE; ) {
            int next = backup.nextOf(slot);
            if (backup.psn(slot) + backup.span(slot) <= to) {
                dropBackup(flow, slot);
            } else {
                least = Math.min(least, backup.psn(slot));
            }
            slot = next;
        }
        for (int slot = held.firstOf(flow.index()); slot != PacketTable.NONE; ) {
            int next = held.nextOf(slot);
            if (held.psn(slot) < to) {
                dropHeld(flow, slot);
            }
            slot = next;
        }
        flow.filedFrom = least;
    }

    /** Returns what packets of a flow take of both pools. */
    long bytesOf(DepotFlow<P> flow) {
        return held.bytesOf(flow.index()) + backup.bytesOf(flow.index());
    }

    void drop(DepotFlow<P> flow) {
        sweep(flow, Long.MAX_VALUE);
        flow.filedFrom = flow.oldest();
    }
}

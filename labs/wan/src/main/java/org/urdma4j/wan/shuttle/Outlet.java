package org.urdma4j.wan.shuttle;

import org.urdma4j.gateway.tap.FramePort;
import org.urdma4j.simulation.link.Link;
import org.urdma4j.simulation.link.LinkSink;
import org.urdma4j.simulation.link.Marks;
import org.urdma4j.wan.frame.Frame;
import org.urdma4j.wan.frame.FrameRing;
import org.urdma4j.wan.frame.RunBuilder;

import java.util.Arrays;
import java.util.function.LongSupplier;

/**
 * Writes what comes out of the link. Packets of one frame that follow each other are gathered into
 * a run and written as one frame, which spares the receiving kernel a receive path for each; the
 * first of them is then late by at most the slack, and no packet is ever early.
 */
final class Outlet implements LinkSink<Packet> {
    private final FramePort port;
    private final FrameRing ring;
    private final PacketPool pool;
    private final Link<Packet> link;
    private final LongSupplier clock;
    private final long slackNs;
    private final long delayNs;
    private final RunBuilder builder;
    private final Lateness lateness = new Lateness();
    private Frame frame;
    private int first;
    private int count;
    private boolean runMarked;
    private long[] dueNs = new long[64];
    private long frames;
    private long refused;
    private long marked;

    Outlet(
            FramePort port,
            FrameRing ring,
            PacketPool pool,
            Link<Packet> link,
            LongSupplier clock,
            long slackNs) {
        this.port = port;
        this.ring = ring;
        this.pool = pool;
        this.link = link;
        this.clock = clock;
        this.slackNs = slackNs;
        this.delayNs = link.config().delayNs();
        this.builder = new RunBuilder(ring.memory());
    }

    /** Writes what is due, and returns whether anything was. */
    boolean turn(long nowNs) {
        boolean busy = link.inFlight() > 0 && link.poll(nowNs, this) > 0;
        if (count > 0 && nowNs - gatheredNs() >= 0) {
            flush();
        }
        return busy;
    }

    /** Returns when to take the next turn, or {@link Direction#NEVER}. */
    long nextNs() {
        if (count > 0) {
            return gatheredNs();
        }
        return link.inFlight() == 0 ? Direction.NEVER : link.nextDeliveryNs();
    }

    /** Returns when to write the run: its frame has no more packets, or the first can't wait. */
    private long gatheredNs() {
        long patienceNs = dueNs[0] + slackNs;
        if (link.inFlight() == 0 || link.nextDeliveryNs() - patienceNs > 0) {
            return dueNs[count - 1];
        }
        long completeNs = frame.lastDepartNs() + delayNs;
        return completeNs - patienceNs < 0 ? completeNs : patienceNs;
    }

    @Override
    public void deliver(Packet packet, int packetBytes, int marks, long packetDueNs) {
        int index = packet.index;
        int damagedBit = packet.damagedBit;
        boolean mark =
                (marks & Marks.CONGESTION_EXPERIENCED) != 0
                        && packet.frame.isEcnCapable(ring.memory());
        if (count > 0
                && (packet.frame != frame
                        || mark != runMarked
                        || index != first + count
                        || damagedBit != Packet.INTACT
                        || packetDueNs - dueNs[0] > slackNs)) {
            flush();
        }
        if (count == 0) {
            frame = packet.frame;
            first = index;
            runMarked = mark;
        }
        if (count == dueNs.length) {
            dueNs = Arrays.copyOf(dueNs, 2 * count);
        }
        dueNs[count++] = packetDueNs;
        pool.recycle(packet);
        if (damagedBit != Packet.INTACT) {
            flushDamaged(damagedBit);
        } else if (index + 1 == frame.packets()) {
            flush();
        }
    }

    private void flush() {
        builder.build(frame, first, count);
        mark();
        write();
    }

    private void flushDamaged(int bit) {
        builder.buildPacket(frame, first);
        mark();
        builder.flip(bit);
        write();
    }

    private void mark() {
        if (runMarked) {
            builder.mark(frame);
            marked += count;
        }
    }

    private void write() {
        long nowNs = clock.getAsLong();
        for (int i = 0; i < count; i++) {
            lateness.record(nowNs - dueNs[i], 1);
        }
        frames++;
        if (!port.write(
                builder.head(),
                builder.headBytes(),
                ring.memory(),
                builder.bodyAt(),
                builder.bodyBytes())) {
            refused += count;
        }
        ring.release(frame, count);
        frame = null;
        count = 0;
    }

    Lateness lateness() {
        return lateness;
    }

    long frames() {
        return frames;
    }

    /** Returns how many packets left with a mark of this path. */
    long marked() {
        return marked;
    }

    /** Returns how many packets the port did not take. */
    long refused() {
        return refused;
    }
}

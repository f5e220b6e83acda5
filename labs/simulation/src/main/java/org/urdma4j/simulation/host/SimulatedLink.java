package org.urdma4j.simulation.host;

import org.urdma4j.codec.pcap.PcapWriter;
import org.urdma4j.simulation.link.Link;
import org.urdma4j.simulation.link.LinkCounters;
import org.urdma4j.simulation.link.LinkSink;
import org.urdma4j.simulation.link.LinkTap;
import org.urdma4j.simulation.link.ScheduledLink;
import org.urdma4j.simulation.loss.Script;
import org.urdma4j.simulation.queue.QueueType;
import org.urdma4j.simulation.time.VirtualTime;

import java.util.random.RandomGenerator;

/**
 * A link of a {@link SimulatedNetwork}, one direction: part of any number of routes, whose packets
 * share its queue and rate.
 */
public final class SimulatedLink implements Hop {
    private final String name;
    private final ScheduledLink<SimulatedPacket> scheduled;
    private final boolean frames;
    private final TapList taps = new TapList();

    /** Null where the link's own queue is all there is. */
    private final ManagedQueue queue;

    SimulatedLink(
            String name,
            Link<SimulatedPacket> link,
            VirtualTime time,
            QueueType type,
            RandomGenerator random) {
        this.name = name;
        this.scheduled = new ScheduledLink<>(link, time, SimulatedLink::arrive);
        this.frames = false;
        this.queue =
                type == QueueType.DROP_TAIL
                        ? null
                        : new ManagedQueue(scheduled, time, type, random);
        link.tap(taps);
    }

    private SimulatedLink(String name, ScheduledLink<SimulatedPacket> scheduled) {
        this.name = name;
        this.scheduled = scheduled;
        this.frames = true;
        this.queue = null;
        scheduled.link().tap(taps);
    }

    /** A link that counts whole frames, for whoever is at its other end. */
    static SimulatedLink ofFrames(
            String name,
            Link<SimulatedPacket> link,
            VirtualTime time,
            LinkSink<SimulatedPacket> sink) {
        return new SimulatedLink(name, new ScheduledLink<>(link, time, sink));
    }

    private static void arrive(SimulatedPacket packet, int packetBytes, int marks, long dueNs) {
        packet.marks |= marks;
        packet.route.forward(packet);
    }

    @Override
    public void offer(SimulatedPacket packet) {
        if (queue != null) {
            queue.offer(packet, packet.length + packet.absent);
        } else {
            scheduled.offer(packet, frames ? packet.frameBytes() : packet.length + packet.absent);
        }
    }

    /** Returns when the last bit of what was offered last has left, or will have. */
    public long departNs() {
        return scheduled.link().departNs();
    }

    public String name() {
        return name;
    }

    public LinkCounters counters() {
        return scheduled.link().counters();
    }

    /** Sets the script, in place of the one before. */
    public void script(Script<SimulatedPacket> rules) {
        scheduled.link().script(rules);
    }

    /** Adds a tap to those before. */
    public void tap(LinkTap<SimulatedPacket> tap) {
        taps.add(tap);
    }

    /**
     * Captures what enters the link, lost later or not. Captures of several links may share a
     * writer. Timestamps are the virtual time, as if 1970 had begun at 0.
     *
     * @param writer for link type Ethernet; stays open
     */
    public void captureAtSender(PcapWriter writer) {
        tap(CaptureTap.atSender(writer));
    }

    /** Captures what leaves the link; see {@link #captureAtSender}. */
    public void captureAtReceiver(PcapWriter writer) {
        tap(CaptureTap.atReceiver(writer));
    }

    /** Loses all that is offered from now on, until {@link #revive}; see {@link Link#dead}. */
    public void kill() {
        scheduled.link().dead(true);
    }

    /** Carries again after {@link #kill}. */
    public void revive() {
        scheduled.link().dead(false);
    }

    /** Sets the rate in bit/s of what is offered from now on; see {@link Link#rate}. */
    public void rate(long bitsPerSecond) {
        scheduled.link().rate(bitsPerSecond);
    }

    /** Loses every packet on its way. */
    public void clear(long nowNs) {
        if (queue != null) {
            queue.clear(nowNs);
        }
        scheduled.link().clear(nowNs);
    }

    @Override
    public String toString() {
        return name;
    }
}

package org.urdma4j.leafspine.net;

import org.urdma4j.leafspine.event.Event;
import org.urdma4j.leafspine.event.EventQueue;

/**
 * An end of a cable: what waits to leave, data behind all else, and the way to the other end. A
 * packet is asked for, with {@link Node#pull}, when none waits.
 */
public final class Port {
    private static final double PS_BITS = 8e12;

    private final String name;
    private final EventQueue events;
    private final Node owner;
    private final int number;
    private final long bitsPerSecond;
    private final double psPerByte;
    private final long delayPs;
    private final PacketFifo control = new PacketFifo();
    private final PacketFifo data = new PacketFifo();
    private final PacketFifo flying = new PacketFifo();
    private final Event free = Event.of(this::start);
    private final Event arrival = Event.of(this::arrive);
    private Port peer;
    private long busyUntilPs;
    private long sentBytes;
    private boolean paused;
    private boolean down;

    /**
     * @param name for messages
     * @param owner what is at this end
     * @param number of the port there
     * @param delayPs of the cable
     */
    public Port(
            String name,
            EventQueue events,
            Node owner,
            int number,
            long bitsPerSecond,
            long delayPs) {
        this.name = name;
        this.events = events;
        this.owner = owner;
        this.number = number;
        this.bitsPerSecond = bitsPerSecond;
        this.psPerByte = PS_BITS / bitsPerSecond;
        this.delayPs = delayPs;
    }

    /** Puts a cable between two ports. */
    public static void connect(Port a, Port b) {
        a.peer = b;
        b.peer = a;
    }

    public void enqueue(Packet packet) {
        if (down) {
            owner.lost(packet, true);
            return;
        }
        (packet.isData() ? data : control).add(packet);
        wake();
    }

    /** Something may be there to send. */
    public void wake() {
        if (events.nowPs() >= busyUntilPs) {
            start();
        } else if (!free.isScheduled()) {
            events.schedule(free, busyUntilPs);
        }
    }

    private void start() {
        if (down || events.nowPs() < busyUntilPs) {
            return;
        }
        Packet packet = control.poll();
        if (packet == null && !paused) {
            packet = data.poll();
            if (packet == null) {
                packet = owner.pull(number);
            }
        }
        if (packet == null) {
            return;
        }
        owner.leaving(packet, number);
        sentBytes += packet.bytes;
        busyUntilPs = events.nowPs() + Math.round(packet.bytes * psPerByte);
        packet.atPs = busyUntilPs + delayPs;
        flying.add(packet);
        if (!arrival.isScheduled()) {
            events.schedule(arrival, packet.atPs);
        }
        if (owner.pulls() || !control.isEmpty() || !data.isEmpty()) {
            events.schedule(free, busyUntilPs);
        }
    }

    private void arrive() {
        Packet packet = flying.poll();
        Packet next = flying.peek();
        if (next != null) {
            events.schedule(arrival, next.atPs);
        }
        peer.owner.receive(packet, peer.number);
    }

    /** Stops data, or lets it go on. */
    public void pause(boolean stop) {
        paused = stop;
        if (!stop) {
            wake();
        }
    }

    /** The cable dies, this way: what waits and what is under way is lost. */
    public void fail() {
        down = true;
        events.cancel(arrival);
        for (PacketFifo each : new PacketFifo[] {control, data}) {
            for (Packet it = each.poll(); it != null; it = each.poll()) {
                owner.lost(it, true);
            }
        }
        for (Packet it = flying.poll(); it != null; it = flying.poll()) {
            owner.lost(it, false);
        }
    }

    public boolean isDown() {
        return down;
    }

    public long queuedBytes() {
        return data.bytes();
    }

    public long sentBytes() {
        return sentBytes;
    }

    /** Returns the rate in bit/s. */
    public long bitsPerSecond() {
        return bitsPerSecond;
    }

    /** Returns what a byte takes, in picoseconds. */
    public double psPerByte() {
        return psPerByte;
    }

    public int number() {
        return number;
    }

    @Override
    public String toString() {
        return name;
    }
}

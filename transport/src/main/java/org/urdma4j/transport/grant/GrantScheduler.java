package org.urdma4j.transport.grant;

import java.util.function.IntConsumer;

/**
 * Schedules what comes in at one port: senders take turns, a quantum each, at a little less than
 * the port's rate, as long as what is out stays within its limits. What is out is counted in round
 * trips of its sender, so that near and far ones share a limit. All numbers are totals, so a
 * message lost, late or doubled does no harm. Of a port with several event loops each has one,
 * which has a {@linkplain PortShare part} of it. Constant work a packet. Confined to the event loop
 * of its shard; times are nanoseconds of a clock that doesn't run backwards.
 */
public final class GrantScheduler {
    /** What is granted at once, in bytes: a container. */
    public static final long QUANTUM = 64 << 10;

    private static final long NEVER = Long.MAX_VALUE;

    /** Of the port's rate: a little less than fits, so that a queue that is there drains. */
    private static final double SHARE = 0.99;

    /** A bandwidth-delay product of a sender, in units of load. */
    private static final long UNIT = 1 << 16;

    /** What may be out at once of all senders. */
    private static final long PORT_LOAD = UNIT * 3 / 2;

    /** What an event loop that comes late may grant at once of what it has missed. */
    private static final long LATE_NS = 2_000_000;

    private final IntConsumer wake;
    private GrantedSender first;
    private GrantedSender last;
    private PortShare port = new PortShare(1);
    private int loop;
    private long senders;
    private long nextNs;
    private boolean pacing;
    private long load;
    private long grantedBytes;
    private long reclaimedBytes;

    /**
     * @param wake is told the key of a sender that is to be told something
     */
    public GrantScheduler(IntConsumer wake) {
        this.wake = wake;
    }

    /**
     * Sets the port's rate.
     *
     * @param rate in bit/s on the wire, 0 if it isn't known: then every wish is granted at once
     */
    public void rate(long rate) {
        port.rate(rate);
    }

    /**
     * It is one of several of a port from now on, before anybody has joined it.
     *
     * @param shared what all of them have together
     * @param index its own number among them, from 0
     */
    public void share(PortShare shared, int index) {
        port = shared;
        loop = index;
    }

    /** Adds a sender, which has no part in anything until it is heard of. */
    public GrantedSender join(int key) {
        return new GrantedSender(key);
    }

    /** Forgets a sender, and with it what it was granted. */
    public void leave(GrantedSender sender, long nowNs) {
        reset(sender);
        turn(nowNs);
    }

    /** A sender begins anew. */
    public void reset(GrantedSender sender) {
        load -= sender.load;
        unlink(sender);
        sender.clear();
        count(sender);
    }

    /**
     * A sender would like to have sent so much; it is told what it may.
     *
     * @param lost bytes that it takes for lost, less those that came twice
     */
    public void onDemand(GrantedSender sender, long total, long lost, long nowNs) {
        sender.demand = total;
        lose(sender, lost);
        sender.owed = sender.granted > 0; // it may not have heard of it
        update(sender, nowNs);
    }

    /** A sender has sent so much and gives back what it was granted beyond. */
    public void onReturned(GrantedSender sender, long total, long lost, long nowNs) {
        sender.demand = total;
        lose(sender, lost);
        sender.granted = Math.min(sender.granted, Math.max(total, sender.used()));
        sender.floor = Math.min(sender.floor, sender.granted);
        update(sender, nowNs);
    }

    private static void lose(GrantedSender sender, long lost) {
        sender.lost = Math.clamp(lost, -sender.arrived, sender.granted - sender.arrived);
    }

    /**
     * Bytes have arrived, granted or not.
     *
     * @param total since the beginning
     * @param bytes of a packet among them
     * @param wireBytes that it took on the wire
     */
    public void onArrived(
            GrantedSender sender, long total, long bytes, long wireBytes, long nowNs) {
        sender.onWire(bytes, wireBytes);
        sender.arrived = total;
        sender.granted = Math.max(sender.granted, sender.came());
        update(sender, nowNs);
    }

    /** {@link GrantedSender#tickNs} has come: what was granted long ago is out no more. */
    public void onTick(GrantedSender sender, long nowNs) {
        reclaimedBytes += sender.tick(nowNs);
        update(sender, nowNs);
    }

    private void update(GrantedSender sender, long nowNs) {
        if (port.rate() == 0) {
            grantAll(sender);
            return;
        }
        account(sender);
        if (sender.wants(bdp(sender))) {
            append(sender);
        }
        count(sender);
        turn(nowNs);
    }

    private void grantAll(GrantedSender sender) {
        if (sender.demand > sender.granted) {
            grantedBytes += sender.demand - sender.granted;
            sender.granted = sender.demand;
            sender.owed = true;
            wake.accept(sender.key);
        }
    }

    private void account(GrantedSender sender) {
        long now = (long) ((double) sender.out() * UNIT / bdp(sender));
        load += now - sender.load;
        sender.load = now;
    }

    /** On a path shorter than two quanta, these keep it busy. */
    private long bdp(GrantedSender sender) {
        long bytes = (long) (port.rate() / 8e9 * sender.roundTripNs());
        return Math.max(2 * QUANTUM, bytes);
    }

    public void onTimer(long nowNs) {
        turn(nowNs);
    }

    private void turn(long nowNs) {
        nextNs = Math.max(nextNs, pacing ? nowNs - LATE_NS : nowNs);
        double part = first == null ? 1 : port.of(loop);
        long most = (long) (PORT_LOAD * part);
        while (first != null && load < most && nextNs <= nowNs) {
            GrantedSender sender = first;
            unlink(sender);
            if (sender.wants(bdp(sender))) {
                grant(sender, part, nowNs);
            }
        }
        pacing = first != null && load < most;
    }

    /** Says to other loops whether a sender is one that the port is shared with. */
    private void count(GrantedSender sender) {
        boolean counts = sender.queued || sender.load > 0;
        if (counts != sender.counted) {
            sender.counted = counts;
            senders += counts ? 1 : -1;
            port.senders(loop, senders);
        }
    }

    private void grant(GrantedSender sender, double part, long nowNs) {
        long bytes = Math.min(QUANTUM, sender.demand - sender.granted);
        sender.granted += bytes;
        sender.age(nowNs);
        sender.owed = true;
        account(sender);
        grantedBytes += bytes;
        nextNs += Math.round(sender.onTheWire(bytes) * 8e9 / SHARE / port.rate() / part);
        if (sender.wants(bdp(sender))) {
            append(sender);
        }
        count(sender);
        wake.accept(sender.key);
    }

    /** Returns when {@link #onTimer} is due, {@link Long#MAX_VALUE} for never. */
    public long nextNs() {
        return pacing ? nextNs : NEVER;
    }

    private void append(GrantedSender sender) {
        if (sender.queued) {
            return;
        }
        sender.queued = true;
        sender.before = last;
        if (last == null) {
            first = sender;
        } else {
            last.after = sender;
        }
        last = sender;
    }

    private void unlink(GrantedSender sender) {
        if (!sender.queued) {
            return;
        }
        sender.queued = false;
        if (sender.before == null) {
            first = sender.after;
        } else {
            sender.before.after = sender.after;
        }
        if (sender.after == null) {
            last = sender.before;
        } else {
            sender.after.before = sender.before;
        }
        sender.before = null;
        sender.after = null;
    }

    /** Returns what is out of all senders, in bandwidth-delay products. */
    public double out() {
        return (double) load / UNIT;
    }

    public long grantedBytes() {
        return grantedBytes;
    }

    /** Returns the bytes that were granted and not used in time. */
    public long reclaimedBytes() {
        return reclaimedBytes;
    }
}

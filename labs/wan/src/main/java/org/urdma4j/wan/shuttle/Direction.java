package org.urdma4j.wan.shuttle;

import org.urdma4j.gateway.tap.FramePort;
import org.urdma4j.simulation.link.Link;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.wan.frame.FrameRing;

import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/** One direction of the path: from a port through a link to the other port. */
public final class Direction {
    /** What {@link #nextNs} returns when nothing is on its way. */
    static final long NEVER = Long.MAX_VALUE;

    private final Link<Packet> link;
    private final Intake intake;
    private final Outlet outlet;

    /**
     * @param ringBytes memory for what is on its way
     * @param slackNs how late a packet may be made by writing it together with the ones behind it
     */
    public Direction(
            FramePort from,
            FramePort to,
            LinkConfig config,
            RandomGenerator random,
            LongSupplier clock,
            long ringBytes,
            long slackNs) {
        FrameRing ring = new FrameRing(ringBytes);
        PacketPool pool = new PacketPool(ring);
        link = new Link<>(config, pool, random, clock.getAsLong());
        link.tap(new DepartureTap());
        intake = new Intake(from, ring, pool, link, clock);
        outlet = new Outlet(to, ring, pool, link, clock, slackNs);
    }

    /** Shows each packet that enters to {@code watch}; before the first turn. */
    public void watch(WireWatch watch) {
        intake.watch(watch);
    }

    /** Has the wire lose everything, or carry again; on the thread that carries. */
    public void dead(boolean dead) {
        link.dead(dead);
    }

    boolean take(long untilNs) {
        return intake.turn(untilNs);
    }

    boolean give(long nowNs) {
        return outlet.turn(nowNs);
    }

    void woke(long nowNs) {
        intake.woke(nowNs);
    }

    long nextNs() {
        return outlet.nextNs();
    }

    DirectionReport report() {
        return DirectionReport.of(link.counters(), intake, outlet);
    }
}

package org.urdma4j.simulation.congestion;

import org.urdma4j.simulation.host.Hop;
import org.urdma4j.simulation.host.SimulatedNetwork;
import org.urdma4j.simulation.host.SimulatedPacket;
import org.urdma4j.simulation.time.VirtualTimer;

/**
 * A network transport circuit breaker (RFC 8084) over an aggregate of flows, such as those of a
 * tunnel: it counts what comes in and what gets out at the other end in each period, and cuts all
 * of them off when too much is missing in several periods in a row. How much, and in how many, that
 * RFC leaves to who builds one.
 */
final class CircuitBreaker implements Hop {
    /** Of what came in during a period, what may be missing. */
    private static final double EXCESSIVE = 0.2;

    /** Periods in a row in which that is exceeded. */
    private static final int PERSISTENT = 3;

    /** A period is of so many round trips: long for a congestion control that responds. */
    private static final int ROUND_TRIPS = 10;

    /** Less says nothing. */
    private static final int LEAST_PACKETS = 64;

    private final SimulatedNetwork network;
    private final long periodNs;
    private final long openNs;
    private final VirtualTimer period;
    private final VirtualTimer closing;
    private long in;
    private long out;
    private int excessive;
    private int trips;
    private boolean open;
    private long judgedNs;
    private long offeredBytes;

    /**
     * @param rttNs of the empty path
     * @param openNs for how long it stays open once it is
     */
    CircuitBreaker(SimulatedNetwork network, long rttNs, long openNs) {
        this.network = network;
        this.openNs = openNs;
        periodNs = ROUND_TRIPS * rttNs;
        period = network.time().timer(this::endPeriod);
        closing = network.time().timer(() -> open = false);
        period.schedule(network.time().nowNs() + periodNs);
    }

    @Override
    public void offer(SimulatedPacket packet) {
        in++;
        if (open) {
            if (network.time().nowNs() - judgedNs >= 0) {
                offeredBytes += packet.frameBytes();
            }
            network.release(packet);
        } else {
            packet.forward();
        }
    }

    /** A packet of one of the flows has got out at the other end. */
    void onOut() {
        out++;
    }

    private void endPeriod() {
        boolean much = in >= LEAST_PACKETS && in - out > EXCESSIVE * in;
        excessive = much && !open ? excessive + 1 : 0;
        if (excessive == PERSISTENT) {
            trips++;
            trip(0);
        }
        in = 0;
        out = 0;
        period.schedule(network.time().nowNs() + periodNs);
    }

    /**
     * Cuts all off, for whatever reason.
     *
     * @param graceNs after which what is still offered counts
     */
    void trip(long graceNs) {
        open = true;
        excessive = 0;
        judgedNs = network.time().nowNs() + graceNs;
        closing.schedule(network.time().nowNs() + openNs);
    }

    /** Returns how often the flows themselves were the cause. */
    int trips() {
        return trips;
    }

    /** Returns what was offered while it was open, of frames, and known to be. */
    long offeredBytes() {
        return offeredBytes;
    }
}

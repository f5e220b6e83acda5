package org.urdma4j.transport.urdma.report;

import org.urdma4j.congestion.CongestionControl;

/**
 * One pair of addresses that data goes between: its congestion control, its losses, and how long
 * ago it was that the peer was asked for a report on it. A queue pair with one path has one.
 */
public final class PathControl {
    private static final int REPORTS_PER_ROUND_TRIP = 4;
    private static final int LEAST_ASK_INTERVAL = 2;

    public final CongestionControl control;
    final PathLoss loss = new PathLoss();
    private final int packetBytes;
    private final long samplePackets;
    private int sinceAsked;

    /** How often the peer is asked with a window of so many bytes. */
    private long interval;

    private long intervalOfWindow = -1;

    PathControl(CongestionControl control, int packetBytes) {
        this.control = control;
        this.packetBytes = packetBytes;
        samplePackets = Math.max(1, control.sampleBytes() / packetBytes);
    }

    /** Returns how it loses packets. */
    public PathLoss loss() {
        return loss;
    }

    /** A report told of so many packets that came and that didn't. */
    public void onPackets(long came, long lost) {
        loss.onPackets(came, lost);
    }

    /** So many packets in a row were found lost. */
    public void onBurst(long packets) {
        loss.onBurst(packets);
    }

    /** Returns how many full packets the path holds. */
    long pathPackets() {
        double bits = (double) control.deliveryBitsPerSecond() * control.minRttNs() / 1e9;
        return (long) (bits / 8 / packetBytes);
    }

    /**
     * Returns whether the next packet is to ask for a report; counts it.
     *
     * @param mostPackets in flight
     * @param reportPackets after which the peer reports without being asked
     */
    boolean asks(int mostPackets, int reportPackets) {
        long window = control.windowBytes();
        if (window != intervalOfWindow) {
            long packets = Math.min(window / packetBytes, mostPackets);
            interval =
                    Math.min(
                            samplePackets,
                            Math.max(LEAST_ASK_INTERVAL, packets / REPORTS_PER_ROUND_TRIP));
            intervalOfWindow = window;
        }
        sinceAsked++;
        if (interval >= reportPackets || sinceAsked < interval) {
            return false;
        }
        sinceAsked = 0;
        return true;
    }
}

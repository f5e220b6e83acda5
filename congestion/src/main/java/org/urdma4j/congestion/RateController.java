package org.urdma4j.congestion;

/**
 * Decides how fast and how much: a pacing rate and a window, from what reports say. It holds no
 * send history and no pacer; {@link CongestionControl} does. Confined to one event loop, pure
 * arithmetic on times passed in.
 */
public interface RateController {
    /** The rate or window that means: no limit. */
    long UNLIMITED = Long.MAX_VALUE;

    /**
     * Called once, before anything is sent.
     *
     * @param packetBytes the largest packet on the wire, in bytes
     */
    void start(int packetBytes);

    /** Called after a burst left, for what is due by time alone. */
    void onSent(long nowNs);

    /** Called with each report that is not older than the one before. */
    void onSample(RateSample sample);

    /** Called when no report came for a retransmission timeout: all in flight is taken for lost. */
    void onTimeout(long nowNs);

    /** Returns the pacing rate in bit/s on the wire, at least 1, or {@link #UNLIMITED}. */
    long pacingBitsPerSecond();

    /** Returns how many bytes may be in flight, or {@link #UNLIMITED}. */
    long windowBytes();

    /** Returns the round trip of the empty path in nanoseconds as far as known, 0 before that. */
    long minRttNs();

    /** Returns the queueing delay of the newest arrival in nanoseconds, 0 while unknown. */
    long queueNs();

    /**
     * Returns for how long a sender that was away may send at once what it has missed, in
     * nanoseconds.
     */
    long lateLimitNs();

    /** Returns the rate at which the path delivers, in bit/s, as far as known, 0 before that. */
    long deliveryBitsPerSecond();

    /** Returns whether reports should come at least four times a round trip. */
    boolean rateChanging();

    /** Returns a short name of the state it is in, for traces and counters. */
    String state();
}

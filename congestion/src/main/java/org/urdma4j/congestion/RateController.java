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

    /**
     * Called before anything is sent, with what others have seen of the same path lately: who goes
     * by it need not find that out again. The path may have changed since.
     *
     * @param bitsPerSecond what may be expected to arrive, on the wire
     * @param roundTripNs of the empty path
     */
    default void expect(long bitsPerSecond, long roundTripNs) {
        // whoever has a rate from the beginning knows as much
    }

    /**
     * Called before it is asked for what may leave, by those who pace it by packet: for what is due
     * by time alone.
     */
    default void advance(long nowNs) {
        // whoever changes with reports alone has nothing to do
    }

    /** Called after {@code bytes}, framing included, have left. */
    void onSent(long nowNs, long bytes);

    /** Called when the peer says that what we send meets a queue. */
    default void onNotified(long nowNs) {
        // whoever goes by reports learns of marks from these
    }

    /** Called with each report that is not older than the one before. */
    void onSample(RateSample sample);

    /** Called when no report came for a retransmission timeout: all in flight is taken for lost. */
    void onTimeout(long nowNs);

    /** Returns the pacing rate in bit/s on the wire, at least 1, or {@link #UNLIMITED}. */
    long pacingBitsPerSecond();

    /**
     * Returns the rate in bit/s that it takes for right, without what it sends faster or slower for
     * a while to learn more.
     */
    default long steadyBitsPerSecond() {
        return pacingBitsPerSecond();
    }

    /** Returns how many bytes may be in flight, or {@link #UNLIMITED}. */
    long windowBytes();

    /**
     * Returns whether packets leave one by one, each at its time, and not in bursts. Then a host
     * that came late may make up for a fraction of a millisecond, and one that is never late, as in
     * virtual time, never sends two at once.
     */
    default boolean pacedByPacket() {
        return false;
    }

    /**
     * Returns after how many bytes a sample is wanted, {@link #UNLIMITED} for whenever it comes.
     */
    default long sampleBytes() {
        return UNLIMITED;
    }

    /**
     * Returns whether it has found what it may send and goes on by that, so that what arrives tells
     * others what the path carries.
     */
    default boolean isSettled() {
        return false;
    }

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

    /**
     * Has it give way, or not, to senders that heed losses and no delay. Not where several share
     * what they have by other rules, or where something around it does so already.
     *
     * @param yields true at first
     */
    default void courteous(boolean yields) {
        // who goes by losses does so anyway
    }

    /**
     * Has it content itself with a part of a flow's share where it meets others; one of several
     * that belong to one sender. Without effect on controllers that don't share by queues.
     *
     * @param part over 0, at most 1
     */
    default void share(double part) {
        // rates that others set are not ours to divide
    }
}

package org.urdma4j.congestion;

/** Pacing rate and window of each state of {@link Rrcc}, from what is believed of the path. */
final class SendLimits {
    static final double MIN_RTT_GAIN = 0.5;

    /** Leaves a queue of one bandwidth-delay product in two round trips. */
    static final double DRAIN_GAIN = 0.5;

    private static final double RESUME_GAIN = 0.5;

    /** A probe into a queue that others keep needs room beyond its own bandwidth-delay product. */
    private static final double PROBE_WINDOW = 1.3;

    /** What the start-up does while the newest report shows a queue. */
    private static final double HOLD_GAIN = 1.25;

    private static final double HOLD_WINDOW = 1.5;

    private static final int MIN_WINDOW_PACKETS = 4;

    /** Times by which a window is halved at most when all of it is lost. */
    private static final int MOST_SILENCES = 5;

    /** Over which half of it leaves then; a queue that is full takes no burst. */
    private static final long SPREAD_NS = 5_000_000;

    private final RrccConfig config;
    private final PathModel path;
    private final ProbeSize probe;
    private final LengthTest length;
    private long initialWindow;

    /** What others have seen that the path holds; 0 for unknown. */
    private long expectedBytes;

    private long leastWindow;

    /** Bits per second. */
    long pacing;

    /** How many bytes may be in flight. */
    long window;

    /** Timeouts since something was heard. */
    private int silences;

    SendLimits(RrccConfig config, PathModel path, ProbeSize probe, LengthTest length) {
        this.config = config;
        this.path = path;
        this.probe = probe;
        this.length = length;
    }

    void start(int largestPacketBytes) {
        leastWindow = (long) MIN_WINDOW_PACKETS * largestPacketBytes;
        initialWindow = (long) config.initialWindowPackets() * largestPacketBytes;
    }

    /** Others have seen what the path carries. */
    void expect(long bitsPerSecond, long roundTripNs) {
        expectedBytes = (long) Rates.bytes(bitsPerSecond, roundTripNs);
    }

    /**
     * Sets both anew.
     *
     * @param hold the newest report showed a queue in the start-up
     * @param drained what a probe left in the queue is gone
     * @param resumed nothing has been heard since a timeout
     * @param rounds whole rounds so far
     * @param reportGapNs the time between two reports
     */
    void refresh(
            RrccState state,
            boolean hold,
            boolean drained,
            boolean resumed,
            int rounds,
            long reportGapNs) {
        long rate = path.rate();
        if (rate == 0) {
            window = halved(initialWindow);
            pacing = (long) Rates.bitsPerSecond(window, spreadNs());
            return;
        }
        if (!resumed) {
            silences = 0;
        }
        pacing = Math.max(1, (long) (pacingGain(state, hold, drained) * (double) rate));
        long slackNs = Math.min(reportGapNs, path.delay.minRttNs());
        long slack = 3 * path.burst() + (long) Rates.bytes(rate, slackNs);
        long waiting = path.noiseBytes() + path.foreignBytes() + path.backBytes();
        long open = path.bdp(windowGain(state, hold)) + slack + waiting;
        window = Math.max(open, leastWindow);
        if (state == RrccState.START_UP) {
            window = Math.max(window, initialWindow);
            if (rounds <= 1 && path.delay.minRttNs() > 0) {
                // What is left of the initial window goes out over the first round trip.
                double overRtt = Rates.bitsPerSecond(initialWindow, path.delay.minRttNs());
                pacing = Math.max(pacing, (long) overRtt);
            }
        } else if (state == RrccState.REFERENCE && path.delay.minRttNs() == 0) {
            window = firstWindow();
        } else if (state == RrccState.RESUME && resumed) {
            window = halved(Math.min(window, initialWindow));
        } else if (length.running()) {
            window = Math.clamp(length.window(), leastWindow, window);
        }
    }

    /** Returns what is left of a window with each time that all of it was lost. */
    private long halved(long whole) {
        return Math.max(whole >> Math.min(silences, MOST_SILENCES), leastWindow);
    }

    /** Returns what may be in flight at a reference rate before there was a report. */
    private long firstWindow() {
        return expectedBytes == 0 ? RateController.UNLIMITED : expectedBytes + 3 * path.burst();
    }

    private double pacingGain(RrccState state, boolean hold, boolean drained) {
        return switch (state) {
            case START_UP -> hold ? HOLD_GAIN : RrccConfig.START_UP_GAIN;
            case REFERENCE -> 1;
            case STEADY -> path.steadyGain();
            case DRAIN -> DRAIN_GAIN;
            case PROBE_UP -> probe.gain() * path.steadyGain();
            case PROBE_DOWN ->
                    drained
                            ? 1
                            : Math.max(
                                    DRAIN_GAIN, 2 - Math.max(probe.gain(), RrccConfig.PROBE_GAIN));
            case MIN_RTT -> MIN_RTT_GAIN;
            case RESUME -> RESUME_GAIN;
        };
    }

    private double windowGain(RrccState state, boolean hold) {
        return switch (state) {
            case START_UP -> hold ? HOLD_WINDOW : RrccConfig.START_UP_GAIN;
            case REFERENCE -> 2;
            case DRAIN -> 1;
            case PROBE_UP -> PROBE_WINDOW * RrccConfig.WINDOW_GAIN * probe.gain();
            case PROBE_DOWN -> RrccConfig.WINDOW_GAIN * probe.gain();
            case STEADY, MIN_RTT, RESUME -> RrccConfig.WINDOW_GAIN;
        };
    }

    /** Over which time the first packets leave. */
    private long spreadNs() {
        return silences == 0
                ? RrccConfig.INITIAL_RTT_NS
                : SPREAD_NS << Math.min(silences, MOST_SILENCES);
    }

    /** Nothing was heard of what was sent. */
    void onTimeout() {
        silences++;
    }
}

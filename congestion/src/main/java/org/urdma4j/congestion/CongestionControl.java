package org.urdma4j.congestion;

/**
 * Everything the engine asks about when a queue pair may send: a {@link RateController} that
 * decides rate and window, the history of bursts that turns reports into rate samples, and the
 * pacer. Nothing is kept per packet. Confined to the event loop of its queue pair; times are
 * nanoseconds of any clock that does not run backwards, compared by subtraction.
 */
public final class CongestionControl {
    /** Of the cap, what a flow that it limits is paced at even while it makes room. */
    private static final double NEAR_CAP = 0.8;

    private static final int INITIAL_RECORDS = 4;

    /** 8 GB in bursts of 64 KB; beyond that neighbouring bursts share a record. */
    private static final int MAX_RECORDS = 1 << 17;

    private final RateController controller;
    private final int packetBytes;
    private final SendHistory history = new SendHistory(INITIAL_RECORDS, MAX_RECORDS);
    private final BurstPacer pacer;
    private final RateSample sample = new RateSample();
    private long capBitsPerSecond = RateController.UNLIMITED;
    private long roundEndBytes;
    private long newestReceivedBytes;
    private long newestReceiverNs;
    private boolean reported;

    /**
     * @param controller not shared with another connection
     * @param packetBytes the largest packet on the wire, in bytes
     * @throws IllegalArgumentException if {@code packetBytes} is not positive
     */
    public CongestionControl(RateController controller, int packetBytes) {
        if (packetBytes <= 0) {
            throw new IllegalArgumentException("packet of %d bytes".formatted(packetBytes));
        }
        this.controller = controller;
        this.packetBytes = packetBytes;
        pacer = BurstPacer.of(controller, packetBytes);
        pacer.lateLimit(0, Long.MAX_VALUE);
        controller.start(packetBytes);
        pacer.rate(0, limitedRate());
    }

    /**
     * Has it begin with what others have seen of the same path; before anything is sent.
     *
     * @param bitsPerSecond what may be expected to arrive, on the wire; more than 0
     * @param roundTripNs of the empty path, more than 0
     */
    public void expect(long bitsPerSecond, long roundTripNs) {
        controller.expect(bitsPerSecond, roundTripNs);
        pacer.capChanged(limitedRate());
    }

    /** Makes what is kept as small as it can be; for an owner whose connection is idle. */
    public void trim() {
        history.trim();
    }

    /**
     * Returns how many bytes may leave now, 0 for none. The last packet may exceed it; the excess
     * is paid for by a longer wait.
     */
    public long budget(long nowNs) {
        controller.advance(nowNs);
        pacer.rate(nowNs, limitedRate());
        long inFlight = history.inFlightBytes();
        long burst = pacer.burstBytes();
        long open = open(inFlight, burst);
        if (open == 0) {
            return 0;
        }
        if (pacer.missedTurn(nowNs)) {
            // What is under way won't show the path's rate.
            history.onApplicationLimited();
        }
        if (inFlight < burst) {
            pacer.onPathNearlyEmpty(nowNs, capBitsPerSecond);
        }
        return Math.min(open, pacer.budget(nowNs));
    }

    /** Records that {@code bytes}, framing included, left at {@code nowNs}. */
    public void onSent(long nowNs, long bytes) {
        history.onSent(nowNs, bytes);
        pacer.onSent(nowNs, bytes);
        controller.onSent(nowNs, bytes);
        pacer.rate(nowNs, limitedRate());
    }

    /**
     * Records what left at a time that others chose: what may leave is asked of them, and {@link
     * #allowedBitsPerSecond} says what would have been right.
     */
    public void onSentUnasked(long nowNs, long bytes) {
        history.onSent(nowNs, bytes);
        controller.onSent(nowNs, bytes);
    }

    /** Time has gone by, for those who send unasked. */
    public void advance(long nowNs) {
        controller.advance(nowNs);
    }

    /**
     * Returns the rate in bit/s at which a sender that asks would go on, 0 while nothing is known
     * of the path.
     */
    public long allowedBitsPerSecond() {
        return controller.deliveryBitsPerSecond() == 0 ? 0 : controller.steadyBitsPerSecond();
    }

    /** There was a budget at {@code nowNs} and nothing to send. */
    public void onApplicationLimited(long nowNs) {
        pacer.forgetTurn();
        if (open(history.inFlightBytes(), pacer.burstBytes()) != 0) {
            history.onApplicationLimited();
            pacer.onIdle();
        }
    }

    /** Takes a report in; one that is older than another taken in before changes nothing. */
    public void onReport(Feedback f) {
        if (reported
                && (f.receivedBytes < newestReceivedBytes || f.receiverNs - newestReceiverNs < 0)) {
            return;
        }
        reported = true;
        newestReceivedBytes = f.receivedBytes;
        newestReceiverNs = f.receiverNs;
        sample.nowNs = f.nowNs;
        sample.sentNs = f.sentNs;
        sample.rttNs = f.rttNs;
        sample.forwardDelayNs = f.forwardDelayNs;
        sample.receiverNs = f.receiverNs;
        sample.hostNoiseNs = f.hostNoiseNs;
        sample.hostBufferBytes = f.hostBufferBytes;
        sample.receivedBytes = f.receivedBytes;
        sample.receivedPackets = f.receivedPackets;
        sample.missingPackets = f.missingPackets;
        sample.markedPackets = f.markedPackets;
        boolean found = history.onReport(f, sample);
        sample.roundEnd = found && history.echoedBytes() - roundEndBytes > 0;
        if (sample.roundEnd) {
            roundEndBytes = history.sentBytes();
        }
        controller.onSample(sample);
        pacer.lateLimit(controller.lateLimitNs(), f.hostBufferBytes);
        pacer.rate(f.nowNs, limitedRate());
    }

    /** The peer says that what we send meets a queue: a congestion notification. */
    public void onNotified(long nowNs) {
        controller.onNotified(nowNs);
        pacer.rate(nowNs, limitedRate());
    }

    /** Returns after how many bytes a report is wanted, {@link Long#MAX_VALUE} if that's open. */
    public long sampleBytes() {
        return controller.sampleBytes();
    }

    /** No report came for a retransmission timeout: everything in flight is taken for lost. */
    public void onTimeout(long nowNs) {
        history.loseAll();
        roundEndBytes = history.sentBytes();
        controller.onTimeout(nowNs);
        pacer.rate(nowNs, limitedRate());
    }

    /**
     * Nothing in flight is waited for any more, though no report says so: it has arrived, or was
     * lost and that says nothing of the rate.
     */
    public void onAllArrived() {
        history.loseAll();
        roundEndBytes = history.sentBytes();
    }

    /**
     * Returns when pacing allows the next burst: {@code nowNs} if now, {@link Long#MAX_VALUE} if
     * the window is what blocks, which only a report or a timeout opens.
     */
    public long nextSendNs(long nowNs) {
        if (open(history.inFlightBytes(), pacer.burstBytes()) == 0) {
            pacer.forgetTurn();
            return Long.MAX_VALUE;
        }
        return pacer.nextSendNs(nowNs);
    }

    /** Returns the bytes sent after the newest packet known to have arrived. */
    public long inFlightBytes() {
        return history.inFlightBytes();
    }

    /** Returns the pacing rate in bit/s, cap applied, {@link Long#MAX_VALUE} for none. */
    public long pacingBitsPerSecond() {
        return pacer.bitsPerSecond();
    }

    /** Returns how many bytes may be in flight, {@link Long#MAX_VALUE} for no limit. */
    public long windowBytes() {
        return controller.windowBytes();
    }

    /** Returns the round trip of the empty path in nanoseconds, 0 while unknown. */
    public long minRttNs() {
        return controller.minRttNs();
    }

    /** Returns the newest round trip in nanoseconds, 0 while unknown. */
    public long rttNs() {
        return sample.rttNs;
    }

    /** Returns the queueing delay of the newest arrival in nanoseconds, 0 while unknown. */
    public long queueNs() {
        return controller.queueNs();
    }

    /** Returns the rate at which the path delivers in bit/s, 0 while unknown. */
    public long deliveryBitsPerSecond() {
        return controller.deliveryBitsPerSecond();
    }

    /** Returns the controller's state. */
    public String state() {
        return controller.state();
    }

    /** Returns whether the controller has found what it may send. */
    public boolean isSettled() {
        return controller.isSettled();
    }

    /** Returns whether the receiver should report at least four times a round trip. */
    public boolean rateChanging() {
        return controller.rateChanging();
    }

    /**
     * Sets the rate that pacing never exceeds.
     *
     * @param bitsPerSecond bits per second on the wire, 0 for none
     * @throws IllegalArgumentException if it is negative
     */
    public void cap(long bitsPerSecond) {
        if (bitsPerSecond < 0) {
            throw new IllegalArgumentException("cap of %d bit/s".formatted(bitsPerSecond));
        }
        capBitsPerSecond = bitsPerSecond == 0 ? RateController.UNLIMITED : bitsPerSecond;
        pacer.capChanged(limitedRate());
    }

    /** Has it give way, or not, to senders that heed losses and no delay; it does so at first. */
    public void courteous(boolean yields) {
        controller.courteous(yields);
    }

    /**
     * Has it content itself with a part of a flow's share where it meets others.
     *
     * @throws IllegalArgumentException unless it is over 0 and at most 1
     */
    public void share(double part) {
        if (!(part > 0 && part <= 1)) {
            throw new IllegalArgumentException("share of %s".formatted(part));
        }
        controller.share(part);
    }

    /** What the window leaves, 0 unless it is worth a batch: crumbs cost more than they carry. */
    private long open(long inFlight, long burst) {
        long window = controller.windowBytes();
        if (window == RateController.UNLIMITED) {
            return Long.MAX_VALUE;
        }
        long open = window - inFlight;
        long worth = Math.max(packetBytes, Math.min(burst, window / 4));
        return open < worth ? 0 : open;
    }

    /** Returns whether it would hardly send faster than now if it found that the path has more. */
    public boolean isCapped() {
        return (double) controller.pacingBitsPerSecond() > NEAR_CAP * (double) capBitsPerSecond;
    }

    private long limitedRate() {
        return Math.min(capBitsPerSecond, Math.max(1, controller.pacingBitsPerSecond()));
    }
}

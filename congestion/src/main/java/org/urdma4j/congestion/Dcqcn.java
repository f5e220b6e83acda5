package org.urdma4j.congestion;

/**
 * The reaction point of DCQCN (Zhu et al., SIGCOMM 2015): begins at the rate of the line, falls
 * with each congestion notification by half of α, the estimate of how often they come, and rises
 * again by two counters, of time and of bytes sent: at first half-way back to the rate before the
 * notification, then beyond it in steps. Losses and round trips are no signals to it.
 *
 * <p>Timers that ran out while nobody asked are made up for in {@link #advance}, in their order.
 */
public final class Dcqcn extends RateOnlyController {
    /** More increases than this in a row end at the line, whatever the constants are. */
    private static final long MOST_OVERDUE = 50_000;

    private final DcqcnConfig config;
    private double rate;
    private double target;
    private double alpha;
    private boolean notified;
    private boolean increased;
    private long alphaDueNs;
    private long increaseDueNs;
    private long bytes;
    private int timeStage;
    private int byteStage;

    /**
     * @param config the constants
     */
    public Dcqcn(DcqcnConfig config) {
        this.config = config;
        rate = config.lineBitsPerSecond();
        target = rate;
        alpha = config.initialAlpha();
    }

    @Override
    public void start(int largestPacketBytes) {
        // Nothing depends on the size of packets.
    }

    @Override
    public void onNotified(long nowNs) {
        advance(nowNs);
        if (config.clampTarget() || increased || !notified) {
            target = rate;
        }
        rate = Math.max((double) config.minBitsPerSecond(), rate * (1 - alpha / 2));
        alpha = (1 - config.gain()) * alpha + config.gain();
        notified = true;
        increased = false;
        bytes = 0;
        timeStage = 0;
        byteStage = 0;
        alphaDueNs = nowNs + config.alphaTimerNs();
        increaseDueNs = nowNs + config.increaseTimerNs();
    }

    @Override
    public void advance(long nowNs) {
        if (!notified) {
            return;
        }
        skipOverdue(nowNs);
        while (nowNs - alphaDueNs >= 0 || nowNs - increaseDueNs >= 0) {
            if (alphaDueNs - increaseDueNs <= 0) {
                alpha *= 1 - config.gain();
                alphaDueNs += config.alphaTimerNs();
            } else {
                timeStage++;
                increase();
                increaseDueNs += config.increaseTimerNs();
            }
        }
    }

    /** After a long silence, what lies far back changes nothing any more. */
    private void skipOverdue(long nowNs) {
        long alphaSkipNs = nowNs - alphaDueNs - MOST_OVERDUE * config.alphaTimerNs();
        if (alphaSkipNs > 0) {
            alphaDueNs += alphaSkipNs;
        }
        long increaseSkipNs = nowNs - increaseDueNs - MOST_OVERDUE * config.increaseTimerNs();
        if (increaseSkipNs > 0) {
            increaseDueNs += increaseSkipNs;
        }
    }

    @Override
    public void onSent(long nowNs, long sentBytes) {
        if (!notified || config.increaseBytes() == 0) {
            return;
        }
        bytes += sentBytes;
        while (bytes >= config.increaseBytes()) {
            bytes -= config.increaseBytes();
            byteStage++;
            increase();
        }
    }

    private void increase() {
        int beyond = Math.min(timeStage, byteStage) - config.recoveryStages();
        if (beyond > 0 && config.hyperBitsPerSecond() > 0) {
            target += beyond * (double) config.hyperBitsPerSecond();
        } else if (Math.max(timeStage, byteStage) >= config.recoveryStages()) {
            target += (double) config.additiveBitsPerSecond();
        }
        target = Math.min(target, (double) config.lineBitsPerSecond());
        rate = (rate + target) / 2;
        increased = true;
    }

    @Override
    public long pacingBitsPerSecond() {
        return Math.max(1, (long) rate);
    }

    @Override
    public boolean pacedByPacket() {
        return true;
    }

    @Override
    public String state() {
        if (!notified) {
            return "line-rate";
        }
        if (Math.max(timeStage, byteStage) < config.recoveryStages()) {
            return "recovery";
        }
        return Math.min(timeStage, byteStage) > config.recoveryStages() ? "hyper" : "additive";
    }

    /** Returns α, the estimate of congestion, 0 to 1. */
    double alpha() {
        return alpha;
    }
}

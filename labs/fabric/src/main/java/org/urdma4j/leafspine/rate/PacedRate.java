package org.urdma4j.leafspine.rate;

import org.urdma4j.congestion.RateController;
import org.urdma4j.congestion.RateSample;
import org.urdma4j.leafspine.net.Packet;

/** DCQCN or TIMELY: a rate without a window, by packet. */
public final class PacedRate implements FlowRate {
    private static final double PS_BITS = 8e12;
    private static final int PS_PER_NS = 1000;

    private final RateController controller;
    private final RateSample sample = new RateSample();
    private final long sampleBytes;
    private long nextPs;
    private long sampledBytes;

    /**
     * @param controller not shared
     * @param packetBytes the largest packet on the wire
     */
    public PacedRate(RateController controller, int packetBytes) {
        this.controller = controller;
        controller.start(packetBytes);
        long wanted = controller.sampleBytes();
        this.sampleBytes = wanted == RateController.UNLIMITED ? 0 : wanted;
    }

    @Override
    public long readyPs(long nowPs, long underWayBytes) {
        return Math.max(nextPs, nowPs);
    }

    @Override
    public void onSent(long nowPs, int bytes) {
        controller.advance(nowPs / PS_PER_NS);
        double rate = controller.pacingBitsPerSecond();
        nextPs = Math.max(nextPs, nowPs) + (long) (bytes * PS_BITS / rate);
        controller.onSent(nowPs / PS_PER_NS, bytes);
    }

    @Override
    public void onAck(long nowPs, Packet ack, long ackedBytes, long sentBytes) {
        if (ackedBytes - sampledBytes < sampleBytes) {
            return;
        }
        sampledBytes = ackedBytes;
        sample.nowNs = nowPs / PS_PER_NS;
        sample.sentNs = ack.sentPs / PS_PER_NS;
        sample.rttNs = Math.max(1, (nowPs - ack.sentPs) / PS_PER_NS);
        controller.onSample(sample);
    }

    @Override
    public void onNotified(long nowPs) {
        controller.onNotified(nowPs / PS_PER_NS);
    }

    @Override
    public void onTimeout(long nowPs) {
        controller.onTimeout(nowPs / PS_PER_NS);
    }
}

package org.urdma4j.congestion.rival;

import org.urdma4j.congestion.RateController;
import org.urdma4j.congestion.RateSample;

/** Passes everything on to another controller, for those who decide around it. */
abstract class DelegatingController implements RateController {
    final RateController inner;

    /** Of the largest packet; 0 before the start. */
    int packetBytes;

    DelegatingController(RateController inner) {
        this.inner = inner;
        inner.courteous(false); // that is for what is around it
    }

    @Override
    public void start(int largestPacketBytes) {
        packetBytes = largestPacketBytes;
        inner.start(largestPacketBytes);
    }

    @Override
    public void advance(long nowNs) {
        inner.advance(nowNs);
    }

    @Override
    public void onSent(long nowNs, long bytes) {
        inner.onSent(nowNs, bytes);
    }

    @Override
    public void onNotified(long nowNs) {
        inner.onNotified(nowNs);
    }

    @Override
    public void onSample(RateSample sample) {
        inner.onSample(sample);
    }

    @Override
    public void onTimeout(long nowNs) {
        inner.onTimeout(nowNs);
    }

    @Override
    public long pacingBitsPerSecond() {
        return inner.pacingBitsPerSecond();
    }

    @Override
    public long steadyBitsPerSecond() {
        return inner.steadyBitsPerSecond();
    }

    @Override
    public long windowBytes() {
        return inner.windowBytes();
    }

    @Override
    public boolean pacedByPacket() {
        return inner.pacedByPacket();
    }

    @Override
    public long sampleBytes() {
        return inner.sampleBytes();
    }

    @Override
    public long minRttNs() {
        return inner.minRttNs();
    }

    @Override
    public long queueNs() {
        return inner.queueNs();
    }

    @Override
    public long lateLimitNs() {
        return inner.lateLimitNs();
    }

    @Override
    public long deliveryBitsPerSecond() {
        return inner.deliveryBitsPerSecond();
    }

    @Override
    public boolean rateChanging() {
        return inner.rateChanging();
    }

    @Override
    public String state() {
        return inner.state();
    }

    @Override
    public void share(double part) {
        inner.share(part);
    }
}

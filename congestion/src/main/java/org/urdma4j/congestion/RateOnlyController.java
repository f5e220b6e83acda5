package org.urdma4j.congestion;

/** What controllers of a rate without a window share: what reports show of the path. */
abstract class RateOnlyController implements RateController {
    private long minRttNs;
    private long queueNs;
    private long noiseNs;
    private long delivery;

    /** Takes in what the sample shows of the path, for whoever asks. */
    final void observe(RateSample sample) {
        noiseNs = sample.excusedNs();
        if (sample.rttNs > 0) {
            if (minRttNs == 0 || sample.rttNs < minRttNs) {
                minRttNs = sample.rttNs;
            }
            queueNs = sample.rttNs - minRttNs;
        }
        if (sample.deliveryBitsPerSecond > 0) {
            delivery = sample.deliveryBitsPerSecond;
        }
    }

    @Override
    public void onSample(RateSample sample) {
        observe(sample);
    }

    @Override
    public void onTimeout(long nowNs) {
        // Losses are no signal to these.
    }

    @Override
    public long windowBytes() {
        return UNLIMITED;
    }

    @Override
    public long minRttNs() {
        return minRttNs;
    }

    @Override
    public long queueNs() {
        return queueNs;
    }

    @Override
    public long lateLimitNs() {
        return noiseNs;
    }

    @Override
    public long deliveryBitsPerSecond() {
        return delivery;
    }

    @Override
    public boolean rateChanging() {
        return false;
    }
}

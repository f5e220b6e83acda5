package org.urdma4j.leafspine.host;

import java.util.ArrayDeque;

/** A path as its sender knows it: what is out on it, and how long a container takes. */
final class SenderPath {
    private long entropy;
    final ArrayDeque<Container> out = new ArrayDeque<>();
    private long queuePs;
    private long heardPs;
    private long restsUntilPs;
    private long outBytes;

    SenderPath(long entropy) {
        this.entropy = entropy;
    }

    long entropy() {
        return entropy;
    }

    /** Takes another way, of which nothing is known. Nothing must be out. */
    void renew(long other) {
        entropy = other;
        queuePs = 0;
        restsUntilPs = 0;
    }

    long queuePs() {
        return queuePs;
    }

    void onSent(int bytes) {
        outBytes += bytes;
    }

    void onOver(Container container) {
        outBytes -= container.bytes;
    }

    /** An answer says how long a queue there is; it has been draining since. */
    void onDelay(long nowPs, long overPs) {
        queuePs = overPs;
        heardPs = nowPs;
    }

    /** Something was lost there. */
    void rest(long untilPs) {
        restsUntilPs = untilPs;
    }

    boolean rests(long nowPs) {
        return restsUntilPs > nowPs;
    }

    /** Returns when what is sent now would be through, from now, beyond the empty path. */
    double delayPs(long nowPs, double psPerByte) {
        return Math.max(0, queuePs - (nowPs - heardPs)) + outBytes * psPerByte;
    }
}

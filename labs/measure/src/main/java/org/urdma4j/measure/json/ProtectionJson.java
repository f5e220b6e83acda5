package org.urdma4j.measure.json;

import org.urdma4j.measure.traffic.ProtectionFacts;

/** How packets were sealed: key {@code protection}. */
record ProtectionJson(
        String suite,
        String implementation,
        double handshakeMs,
        long epochs,
        int generations,
        long droppedAuth,
        long droppedReplay,
        long droppedEpoch,
        long droppedNotProtected,
        long overheadBytes,
        long chaffBytes) {
    private static final double NS_PER_MS = 1e6;

    /** Returns null for packets in the clear. */
    static ProtectionJson of(ProtectionFacts facts) {
        return facts == null
                ? null
                : new ProtectionJson(
                        facts.suite(),
                        facts.implementation(),
                        facts.handshakeNs() / NS_PER_MS,
                        facts.epochs(),
                        facts.generations(),
                        facts.droppedAuth(),
                        facts.droppedReplay(),
                        facts.droppedEpoch(),
                        facts.droppedNotProtected(),
                        facts.overheadBytes(),
                        facts.chaffBytes());
    }
}

package org.urdma4j.measure.verbs;

import org.urdma4j.measure.traffic.ProtectionFacts;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.counter.Counters;
import org.urdma4j.transport.seal.KeyFacts;

/** What a device has done to seal and open packets. */
final class Sealing {
    private Sealing() {}

    static ProtectionFacts facts(KeyFacts keys, Counters counters) {
        return new ProtectionFacts(
                keys.suite(),
                keys.implementation(),
                keys.handshakeNs(),
                keys.epochs(),
                keys.generations(),
                counters.get(Counter.DROPPED_AUTH),
                counters.get(Counter.DROPPED_REPLAY),
                counters.get(Counter.DROPPED_EPOCH),
                counters.get(Counter.DROPPED_NOT_PROTECTED),
                counters.get(Counter.SEALING_BYTES),
                counters.get(Counter.CHAFF_BYTES));
    }
}

package org.urdma4j.transport.port.pipeline;

import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.counter.Counters;

import java.nio.ByteBuffer;

/** The check of {@link IcrcMode#TRANSPORT_ONLY}. */
public final class TransportIcrcCheck implements IcrcCheck {
    private final Icrc icrc = new Icrc();
    private final Counters counters;

    public TransportIcrcCheck(Counters counters) {
        this.counters = counters;
    }

    @Override
    public boolean translatable() {
        return true;
    }

    @Override
    public boolean passes(ByteBuffer packet, int at, int length, Object source) {
        boolean right = icrc.transportOnly(packet, at, length) == Icrc.get(packet, at + length);
        if (!right) {
            counters.increment(Counter.DROPPED_ICRC);
        }
        return right;
    }
}

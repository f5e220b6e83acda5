package org.urdma4j.transport.port.frame;

import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.codec.icrc.RunIcrc;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.counter.Counters;
import org.urdma4j.transport.port.pipeline.IcrcCheck;
import org.urdma4j.transport.port.pipeline.OutboundRun;
import org.urdma4j.transport.wire.TransmitBatch;

import java.nio.ByteBuffer;

/**
 * The ICRC where the network header is seen, and so in full (IBTA volume 1 §7.8, annexes A16, A17).
 * Packets that the kernel has joined had equal identifications or such that count on; which isn't
 * told, so both are tried. Confined to the event loop.
 */
public final class FrameIcrc implements IcrcCheck {
    private final Counters counters;
    private final RunIcrc icrc = new RunIcrc();
    private int first;
    private int next;

    public FrameIcrc(Counters counters) {
        this.counters = counters;
    }

    @Override
    public void begin(Object source) {
        FrameSource from = (FrameSource) source;
        icrc.begin(from.header(), 0, from.encapsulation());
        first = from.identification();
        next = first;
    }

    @Override
    public boolean passes(ByteBuffer packet, int at, int length, Object source) {
        int wire = Icrc.get(packet, at + length);
        boolean right = icrc.compute(packet, at, length, next) == wire;
        if (!right && next != first) {
            right = icrc.compute(packet, at, length, first) == wire;
        }
        next++;
        if (!right) {
            counters.increment(Counter.DROPPED_ICRC);
        }
        return right;
    }

    /** Fills in the ICRCs of a run that is about to be sent. */
    public void stamp(OutboundRun run) {
        TransmitBatch batch = run.batch();
        FrameRoute route = (FrameRoute) batch.route();
        ByteBuffer buffer = batch.buffer();
        icrc.begin(route.headerView(), 0, route.encapsulation());
        for (int i = 0; i < batch.count(); i++) {
            int at = batch.offset(i);
            int length = batch.length(i) - Icrc.LENGTH;
            Icrc.put(
                    buffer,
                    at + length,
                    icrc.compute(buffer, at, length, run.identification() + i));
        }
    }
}

package org.urdma4j.wan.gateway;

import org.urdma4j.gateway.bridge.frame.FrameGateway;
import org.urdma4j.wan.shuttle.Sleeper;

import java.util.List;
import java.util.function.LongSupplier;

/** Sleeps no longer than until a gateway has something to do. */
public final class GatewayWait implements Sleeper {
    private final Sleeper sleeper;
    private final List<FrameGateway> gateways;
    private final LongSupplier clock;

    /** Sleeps by another, for the gateways' deadlines by this clock. */
    public GatewayWait(Sleeper sleeper, List<FrameGateway> gateways, LongSupplier clock) {
        this.sleeper = sleeper;
        this.gateways = List.copyOf(gateways);
        this.clock = clock;
    }

    @Override
    public void sleep(long ns) {
        long dueNs = Long.MAX_VALUE;
        for (int i = 0; i < gateways.size(); i++) {
            dueNs = Math.min(dueNs, gateways.get(i).nextDeadlineNs());
        }
        long leftNs = dueNs == Long.MAX_VALUE ? ns : dueNs - clock.getAsLong();
        sleeper.sleep(Math.clamp(leftNs, 0, ns));
    }
}

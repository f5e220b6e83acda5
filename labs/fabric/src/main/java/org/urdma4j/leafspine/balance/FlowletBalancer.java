package org.urdma4j.leafspine.balance;

import org.urdma4j.leafspine.net.Noise;
import org.urdma4j.leafspine.net.Packet;
import org.urdma4j.leafspine.net.Port;

import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** A flow keeps its cable until it has paused for a while; then it gets any. */
public final class FlowletBalancer implements Balancer {
    private static final class Flowlet {
        Port port;
        long newestPs;
    }

    private final Noise noise;
    private final long gapPs;
    private final LongSupplier clock;
    private final Map<Integer, Flowlet> flows = new HashMap<>();

    /**
     * @param gapPs the pause after which order is no concern
     * @param clock the time in picoseconds
     */
    public FlowletBalancer(Noise noise, long gapPs, LongSupplier clock) {
        this.noise = noise;
        this.gapPs = gapPs;
        this.clock = clock;
    }

    @Override
    public int choose(Packet packet, Port[] live) {
        long nowPs = clock.getAsLong();
        Flowlet flow = flows.computeIfAbsent(packet.flow, _ -> new Flowlet());
        if (flow.port == null || flow.port.isDown() || nowPs - flow.newestPs > gapPs) {
            flow.port = live[noise.nextInt(live.length)];
        }
        flow.newestPs = nowPs;
        for (int i = 0; i < live.length; i++) {
            if (live[i] == flow.port) {
                return i;
            }
        }
        throw new IllegalStateException("a live cable that isn't one");
    }
}

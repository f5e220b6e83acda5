package org.urdma4j.simulation.host;

import org.urdma4j.gateway.Gateway;
import org.urdma4j.gateway.Port;
import org.urdma4j.gateway.packet.GatewayConfig;
import org.urdma4j.gateway.packet.GatewayCounters;
import org.urdma4j.simulation.time.VirtualTimer;

/**
 * A gateway of {@code org.urdma4j.gateway} on routes of a {@link SimulatedNetwork}: routes that go
 * out over the long link have {@link #inside} as a stage before it, those that come in have {@link
 * #outside} behind it. What a gateway sends back takes the route the other way, which must lead
 * through it, too.
 */
public final class SimulatedGateway {
    private final SimulatedNetwork network;
    private final String name;
    private Gateway<SimulatedPacket> gateway;
    private final VirtualTimer timer;
    private final Hop inside = packet -> take(Port.INSIDE, packet);
    private final Hop outside = packet -> take(Port.OUTSIDE, packet);
    private boolean closed;

    SimulatedGateway(SimulatedNetwork network, String name, GatewayConfig config) {
        this.network = network;
        this.name = name;
        this.gateway = new Gateway<>(config, new SimulatedStore(network, this));
        this.timer = network.time().timer(this::onTimers);
        gateway.onTimers(network.time().nowNs());
    }

    /** Returns the side towards hosts: the stage of routes that go on over the long link. */
    public Hop inside() {
        return inside;
    }

    /** Returns the side towards the long link: the stage of routes that come from there. */
    public Hop outside() {
        return outside;
    }

    public String name() {
        return name;
    }

    /** Returns its counters, which go on counting until it is restarted. */
    public GatewayCounters counters() {
        return gateway.counters();
    }

    /** Ends it: what it keeps is gone, and from then on it forwards everything as it comes. */
    public void close() {
        if (!closed) {
            closed = true;
            timer.cancel();
            gateway.close();
        }
    }

    /**
     * Ends it and starts another in its place, which knows nothing of what was before.
     *
     * @param config with another boot id
     */
    public void restart(GatewayConfig config) {
        close();
        gateway = new Gateway<>(config, new SimulatedStore(network, this));
        closed = false;
        gateway.onTimers(network.time().nowNs());
    }

    private void take(Port from, SimulatedPacket packet) {
        if (closed) {
            packet.forward();
            return;
        }
        gateway.onFrame(from, packet, network.time().nowNs());
        forward();
    }

    private void onTimers() {
        gateway.onTimers(network.time().nowNs());
        forward();
    }

    private void forward() {
        forward(Port.INSIDE);
        for (SimulatedPacket packet = gateway.pollMissing();
                packet != null;
                packet = gateway.pollMissing()) {
            packet.urgent = true;
            packet.forward();
        }
        forward(Port.OUTSIDE);
        long dueNs = gateway.nextDeadlineNs();
        if (dueNs == Long.MAX_VALUE) {
            timer.cancel();
        } else if (!timer.isScheduled() || timer.atNs() != dueNs) {
            timer.schedule(dueNs);
        }
    }

    private void forward(Port to) {
        for (SimulatedPacket packet = gateway.poll(to); packet != null; packet = gateway.poll(to)) {
            packet.forward();
        }
    }

    @Override
    public String toString() {
        return name;
    }
}

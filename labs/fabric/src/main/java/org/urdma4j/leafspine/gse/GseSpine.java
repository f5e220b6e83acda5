package org.urdma4j.leafspine.gse;

import org.urdma4j.leafspine.event.Event;
import org.urdma4j.leafspine.event.EventQueue;
import org.urdma4j.leafspine.net.Interceptor;
import org.urdma4j.leafspine.net.Packet;
import org.urdma4j.leafspine.net.PacketKind;
import org.urdma4j.leafspine.net.Port;
import org.urdma4j.leafspine.net.Switch;
import org.urdma4j.leafspine.topology.LeafSpine;
import org.urdma4j.leafspine.topology.Shape;

/**
 * A spine that tells all leaves, each period in which data came, how many bytes it can take for
 * each leaf: what its live cables carry in three periods, less what waits for them. 0 is
 * back-pressure.
 */
public final class GseSpine implements Interceptor {
    private static final int CONTROL_BYTES = 86;
    private static final double PS_BITS = 8e12;

    /** Less would have drained before what it holds back comes. */
    private static final int PERIODS = 3;

    private final LeafSpine fabric;
    private final Shape shape;
    private final EventQueue events;
    private final int spine;
    private final Switch own;
    private final long periodPs;
    private final Event publish = Event.of(this::publish);
    private boolean came;

    /**
     * @param periodPs from one word to the next: the round trip of the empty path
     */
    public GseSpine(LeafSpine fabric, int spine, long periodPs) {
        this.fabric = fabric;
        this.shape = fabric.shape();
        this.events = fabric.events();
        this.spine = spine;
        this.own = fabric.spines().get(spine);
        this.periodPs = periodPs;
    }

    public void start() {
        own.start(packet -> fabric.routeAtSpine(spine, packet), 0, this);
    }

    /** Bytes that may wait for cables. */
    static int carried(int cables, long bitsPerSecond, long periodPs) {
        return (int) (PERIODS * cables * (double) bitsPerSecond * periodPs / PS_BITS);
    }

    @Override
    public int queue(Packet packet, int in) {
        came = true;
        if (!publish.isScheduled()) {
            events.schedule(publish, events.nowPs());
        }
        return -1;
    }

    @Override
    public void hold(Packet packet, int in) {
        throw new IllegalStateException("a spine holds nothing");
    }

    @Override
    public boolean take(Packet packet, int in) {
        return false;
    }

    private void publish() {
        if (!came) {
            return;
        }
        came = false;
        int[] weights = new int[shape.servers()];
        for (int leaf = 0; leaf < weights.length; leaf++) {
            weights[leaf] = weight(leaf);
        }
        for (int leaf = 0; leaf < weights.length; leaf++) {
            Packet packet =
                    fabric.pool()
                            .take(
                                    PacketKind.WEIGHTS,
                                    -1,
                                    -1,
                                    leaf * shape.nics(),
                                    CONTROL_BYTES + weights.length * Integer.BYTES);
            packet.index = spine;
            packet.entropy = spine;
            packet.weights = weights;
            own.port(fabric.routeAtSpine(spine, packet)).enqueue(packet);
        }
        events.schedule(publish, events.nowPs() + periodPs);
    }

    private int weight(int leaf) {
        int live = 0;
        long waiting = 0;
        // Where no cable lives all are places, and none carries anything.
        for (int place : fabric.downlinks(spine, leaf).places()) {
            Port port = own.port(leaf * shape.cables() + place);
            if (!port.isDown()) {
                live++;
                waiting += port.queuedBytes();
            }
        }
        int carried = carried(live, shape.uplinkBps(), periodPs);
        return (int) Math.max(0, carried - waiting);
    }
}

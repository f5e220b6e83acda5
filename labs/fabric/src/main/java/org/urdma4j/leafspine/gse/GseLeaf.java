package org.urdma4j.leafspine.gse;

import org.urdma4j.leafspine.event.Event;
import org.urdma4j.leafspine.event.EventQueue;
import org.urdma4j.leafspine.grant.GrantConfig;
import org.urdma4j.leafspine.grant.GrantScheduler;
import org.urdma4j.leafspine.net.Interceptor;
import org.urdma4j.leafspine.net.Noise;
import org.urdma4j.leafspine.net.Packet;
import org.urdma4j.leafspine.net.PacketKind;
import org.urdma4j.leafspine.net.Port;
import org.urdma4j.leafspine.net.Switch;
import org.urdma4j.leafspine.topology.LeafSpine;
import org.urdma4j.leafspine.topology.Shape;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A leaf with a virtual queue for each NIC elsewhere. Its packets leave by grants of that NIC's
 * leaf, in containers, each by the shortest queue upwards, over a spine by weights if spines grant
 * them, and the next cable downwards; those that come are sorted, and what is missing of them is
 * sent again.
 */
public final class GseLeaf implements Interceptor {
    private static final int CONTROL_BYTES = 86;
    private static final int STALE_PERIODS = 4;

    private final LeafSpine fabric;
    private final Shape shape;
    private final EventQueue events;
    private final int server;
    private final Switch leaf;
    private final int containerPackets;
    private final long containerBytes;
    private final long demandPs;
    private final Noise noise;
    private final Event again = Event.of(this::askAgain);
    private final VirtualQueue[] queues;
    private final List<GrantScheduler> schedulers = new ArrayList<>();
    private final Sorter[] sorters;
    private final Sorter.Delays delays;
    private final long[] givenUpBytes;
    private final int[] nextDown;
    private final PathWeights weights; // null unless spines grant them
    private final int[] own;
    private final long periodPs;

    /**
     * @param grants of each port downwards
     * @param containerPackets packets of a container
     * @param containerBytes of a container on the wire
     * @param rttPs round trip of the empty path
     * @param weighted whether spines grant weights
     */
    public GseLeaf(
            LeafSpine fabric,
            int server,
            GrantConfig grants,
            int containerPackets,
            long containerBytes,
            long rttPs,
            boolean weighted) {
        this.fabric = fabric;
        this.shape = fabric.shape();
        this.events = fabric.events();
        this.server = server;
        this.leaf = fabric.leaves().get(server);
        this.containerPackets = containerPackets;
        this.containerBytes = containerBytes;
        this.noise = leaf.noise();
        this.demandPs = grants.demandPs();
        queues = new VirtualQueue[shape.ranks()];
        for (int i = 0; i < queues.length; i++) {
            queues[i] = new VirtualQueue(grants.unaskedBytes());
        }
        for (int i = 0; i < shape.nics(); i++) {
            int nic = server * shape.nics() + i;
            double psPerByte = leaf.port(i).psPerByte();
            schedulers.add(
                    new GrantScheduler(
                            grants,
                            events,
                            psPerByte,
                            (source, total) -> grant(nic, source, total)));
        }
        delays = new Sorter.Delays(rttPs);
        sorters = new Sorter[shape.servers() * shape.nics()];
        for (int i = 0; i < sorters.length; i++) {
            int at = i;
            sorters[i] =
                    new Sorter(
                            events,
                            delays,
                            this::sorted,
                            leaf::discard,
                            orders -> askFor(at, orders),
                            packets -> giveUp(at, packets));
        }
        givenUpBytes = new long[sorters.length];
        nextDown = new int[shape.spines() * shape.servers()];
        periodPs = rttPs;
        own = new int[shape.spines()];
        int whole = GseSpine.carried(shape.cables(), shape.uplinkBps(), rttPs);
        weights = weighted ? new PathWeights(shape, whole, STALE_PERIODS * rttPs) : null;
    }

    /** Counts as arrived when it is in order: nobody sends more meanwhile. */
    private void sorted(Packet packet) {
        schedulers
                .get(packet.to % shape.nics())
                .onArrived(packet.from / shape.nics(), packet.bytes);
        leaf.forward(packet);
    }

    private void askFor(int sorter, int[] orders) {
        int source = sorter / shape.nics();
        int nic = server * shape.nics() + sorter % shape.nics();
        Packet packet = control(PacketKind.NAK, source * shape.nics(), nic);
        packet.bytes += orders.length * Integer.BYTES;
        packet.missing = orders;
        leaf.port(fabric.routeAtLeaf(server, packet)).enqueue(packet);
    }

    /** Any path but by what waits: a cable that has just died has the shortest queue. */
    private void repeat(int to, int[] orders) {
        int[] places = fabric.uplinks(server).places();
        for (Packet copy : queues[to].copies(orders)) {
            int place = places[noise.nextInt(places.length)];
            copy.path = path(place, to / shape.nics());
            leaf.repeat(copy);
        }
    }

    /** What never came is out no more: the longest that it can have been counts. */
    private void giveUp(int sorter, int packets) {
        givenUpBytes[sorter] += packets * (containerBytes / containerPackets);
        schedulers
                .get(sorter % shape.nics())
                .onReturned(sorter / shape.nics(), givenUpBytes[sorter]);
    }

    public void start() {
        leaf.start(
                packet -> fabric.routeAtLeaf(server, packet), queues.length + sorters.length, this);
    }

    @Override
    public int queue(Packet packet, int in) {
        if (packet.to / shape.nics() != server) {
            return leaf.ports().size() + packet.to;
        }
        return in < shape.nics() ? -1 : leaf.ports().size() + queues.length + sorter(packet);
    }

    private int sorter(Packet packet) {
        return packet.from / shape.nics() * shape.nics() + packet.to % shape.nics();
    }

    @Override
    public void hold(Packet packet, int in) {
        if (in < shape.nics()) {
            VirtualQueue queue = queues[packet.to];
            queue.add(packet);
            leaf.held(queue.waiting.bytes());
            boolean whole = queue.came - queue.demanded >= containerBytes;
            if (whole || packet.last) {
                ask(packet.to, false);
            }
            release(packet.to);
            if (!again.isScheduled()) {
                events.schedule(again, events.nowPs() + demandPs);
            }
        } else {
            sorters[sorter(packet)].add(packet);
        }
    }

    private void ask(int to, boolean again) {
        VirtualQueue queue = queues[to];
        queue.demanded = queue.came;
        demand(to, queue.came, again);
    }

    /** What waits and hasn't heard of a grant for long asks again: either may have been lost. */
    private void askAgain() {
        boolean waiting = false;
        for (int to = 0; to < queues.length; to++) {
            VirtualQueue queue = queues[to];
            if (!queue.waiting.isEmpty()) {
                waiting = true;
                if (events.nowPs() - queue.heardPs >= demandPs) {
                    ask(to, true);
                }
                release(to); // what no spine could take
            }
        }
        if (waiting) {
            events.schedule(again, events.nowPs() + demandPs);
        }
    }

    private void release(int to) {
        VirtualQueue queue = queues[to];
        while (queue.mayLeave()) {
            if (queue.isAtEnd()) {
                int path = path(to / shape.nics());
                if (path < 0) {
                    return;
                }
                queue.begin(containerBytes, path);
            }
            Packet packet = queue.take();
            packet.orderedPs = events.nowPs();
            queue.keep(packet);
            double share = leaf.markShare(queue.waiting.bytes());
            if (share > 0 && !packet.marked && noise.nextDouble() < share) {
                leaf.mark(packet);
            }
            leaf.forward(packet);
        }
    }

    /** Returns the path of a container, -1 if no spine can take it now. */
    private int path(int to) {
        int[] places = fabric.uplinks(server).places();
        if (weights != null) {
            int spine = spine(to, places);
            if (spine < 0) {
                return -1;
            }
            places = Arrays.stream(places).filter(it -> it / shape.cables() == spine).toArray();
        }
        int first = noise.nextInt(places.length);
        int best = -1;
        long least = Long.MAX_VALUE;
        for (int i = 0; i < places.length; i++) {
            int place = places[(first + i) % places.length];
            Port port = leaf.port(shape.nics() + place);
            if (port.queuedBytes() < least) {
                least = port.queuedBytes();
                best = place;
            }
        }
        return path(best, to);
    }

    private int path(int place, int to) {
        int spine = place / shape.cables();
        int[] down = fabric.downlinks(spine, to).places();
        int turn = spine * shape.servers() + to;
        nextDown[turn] = (nextDown[turn] + 1) % down.length;
        return place * shape.cables() + down[nextDown[turn]];
    }

    private int spine(int to, int[] places) {
        int each = GseSpine.carried(1, shape.uplinkBps(), periodPs);
        Arrays.fill(own, 0);
        for (int place : places) {
            long waiting = leaf.port(shape.nics() + place).queuedBytes();
            own[place / shape.cables()] += (int) Math.max(0, each - waiting);
        }
        return weights.choose(to, own, events.nowPs());
    }

    @Override
    public boolean take(Packet packet, int in) {
        if (packet.flow >= 0 || packet.to / shape.nics() != server) {
            return false;
        }
        int source = packet.from / shape.nics();
        if (packet.kind == PacketKind.WEIGHTS) {
            weights.onSaid(packet.index, packet.weights, events.nowPs());
            for (int to = 0; to < queues.length; to++) {
                release(to);
            }
        } else if (packet.kind == PacketKind.DEMAND) {
            sorters[sorter(packet)].onSent(packet.psn);
            GrantScheduler scheduler = schedulers.get(packet.to % shape.nics());
            scheduler.onDemand(source, packet.total);
            if (packet.again) {
                scheduler.repeat(source);
            }
        } else if (packet.kind == PacketKind.NAK) {
            repeat(packet.index, packet.missing);
        } else {
            VirtualQueue queue = queues[packet.index];
            queue.onSorted(packet.psn);
            queue.granted = Math.max(queue.granted, packet.total);
            queue.heardPs = events.nowPs();
            release(packet.index);
        }
        fabric.pool().give(packet);
        return true;
    }

    private void grant(int nic, int source, long total) {
        Packet packet = control(PacketKind.GRANT, source * shape.nics(), nic);
        packet.total = total;
        packet.psn = sorters[source * shape.nics() + nic % shape.nics()].next();
        leaf.port(fabric.routeAtLeaf(server, packet)).enqueue(packet);
    }

    private void demand(int to, long total, boolean again) {
        Packet packet = control(PacketKind.DEMAND, to, to);
        packet.total = total;
        packet.psn = queues[to].order;
        packet.again = again;
        leaf.port(fabric.routeAtLeaf(server, packet)).enqueue(packet);
    }

    private Packet control(PacketKind kind, int to, int about) {
        Packet packet = fabric.pool().take(kind, -1, server * shape.nics(), to, CONTROL_BYTES);
        packet.entropy = Noise.mix(((long) server << Integer.SIZE) + about);
        packet.index = about;
        return packet;
    }

    /** Returns the most that sorting has held, in bytes. */
    public long mostSortedBytes() {
        return delays.mostBytes();
    }

    public List<GrantScheduler> schedulers() {
        return schedulers;
    }
}

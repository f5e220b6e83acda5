package org.urdma4j.simulation.host;

import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.gateway.packet.GatewayConfig;
import org.urdma4j.protection.shape.Shape;
import org.urdma4j.simulation.link.Link;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.link.LinkSink;
import org.urdma4j.simulation.queue.QueueType;
import org.urdma4j.simulation.time.VirtualTime;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.transport.seal.Rotation;
import org.urdma4j.verbs.Gid;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;

/**
 * Hosts, links and the routes over them, in one virtual time. Two hosts side by side are {@link
 * #connect}ed by a link each way; a bottleneck that several flows share is a {@link #link} that
 * several {@link #route}s have in common.
 *
 * <p>Everything random comes from the one seed: the same program with the same seed sends the same
 * packets, as long as its memory regions are on the heap or zero-based, since addresses are on the
 * wire.
 *
 * <p>Not thread-safe: hosts, their verbs objects and the links belong to the thread that runs the
 * time.
 */
public final class SimulatedNetwork {
    private record Pair(Gid from, Gid to) {}

    private final PayloadMover payload;
    private final RandomGenerator random;
    private final VirtualTime time = new VirtualTime(0);
    private final PacketPool pool;
    private final List<SimulatedHost> hosts = new ArrayList<>();
    private final List<SimulatedLink> links = new ArrayList<>();
    private final Map<Pair, SimulatedRoute> routes = new HashMap<>();
    private final Map<HostAddress, SimulatedRoute> translated = new HashMap<>();
    private final List<SimulatedRoute> numbered = new ArrayList<>();

    /**
     * Creates an empty network.
     *
     * @param seed of all that is random: keys, queue pair numbers, links
     * @param payload {@code COPYING}: packets have all their bytes, and an ICRC that the receiver
     *     checks; {@code BY_REFERENCE}: packets are headers alone and memory never changes, which
     *     is many times faster
     */
    public SimulatedNetwork(long seed, PayloadMover payload) {
        this.random = new SplittableRandom(seed);
        this.payload = payload;
        this.pool = new PacketPool(payload);
    }

    /** Adds a host with the address 10.0.0.n, n counting from 1. */
    public SimulatedHost host(String name, EngineConfig config) {
        SimulatedHost host = new SimulatedHost(this, name, hosts.size() + 1, config, derive());
        hosts.add(host);
        return host;
    }

    /**
     * Has everything that two hosts send each other sealed. Before their devices are opened.
     *
     * @param rotation how long keys are used
     */
    public SimulatedAssociation protect(SimulatedHost a, SimulatedHost b, Rotation rotation) {
        return protect(a, b, rotation, Shape.NONE, Shape.NONE);
    }

    /**
     * As the other one, with packets that take a shape.
     *
     * @param ofA what is sent by {@code a} looks like
     * @param ofB what is sent by {@code b} looks like
     */
    public SimulatedAssociation protect(
            SimulatedHost a, SimulatedHost b, Rotation rotation, Shape ofA, Shape ofB) {
        return new SimulatedAssociation(this, a, b, rotation, ofA, ofB);
    }

    /** Adds a link; steps and blackouts count from the present time. */
    public SimulatedLink link(String name, LinkConfig config) {
        return link(name, config, QueueType.DROP_TAIL);
    }

    /**
     * Adds a link with a queue of another kind, which the configuration limits as it would the
     * link's own.
     */
    public SimulatedLink link(String name, LinkConfig config, QueueType queue) {
        Objects.requireNonNull(queue, "queue");
        Link<SimulatedPacket> model = new Link<>(config, pool, random, time.nowNs());
        RandomGenerator ofQueue = queue == QueueType.DROP_TAIL ? null : derive();
        SimulatedLink link = new SimulatedLink(name, model, time, queue, ofQueue);
        links.add(link);
        return link;
    }

    /** Adds a gateway; routes lead through it by {@code inside()} and {@code outside()}. */
    public SimulatedGateway gateway(String name, GatewayConfig config) {
        return new SimulatedGateway(this, name, config);
    }

    /** Returns how many packets are under way or kept somewhere. */
    public int packetsOutside() {
        return pool.outside();
    }

    /**
     * Adds one direction of a cable: a link that counts and is offered whole Ethernet frames, and
     * whose packets go to {@code sink}, not along their route.
     *
     * @param config with {@link org.urdma4j.simulation.link.Framing#ETHERNET}
     */
    public SimulatedLink cable(String name, LinkConfig config, LinkSink<SimulatedPacket> sink) {
        SimulatedLink link =
                SimulatedLink.ofFrames(
                        name, new Link<>(config, pool, random, time.nowNs()), time, sink);
        links.add(link);
        return link;
    }

    /** Returns an empty control frame of this length, to be filled in and offered to a cable. */
    public SimulatedPacket controlFrame(int bytes) {
        return pool.control(bytes);
    }

    /** Takes back a packet that goes no further. */
    public void release(SimulatedPacket packet) {
        pool.release(packet);
    }

    /** Returns random numbers of the network's seed, different ones at each call. */
    public RandomGenerator deriveRandom() {
        return derive();
    }

    /**
     * Sends everything from one host to another over these links, in their order. Queue pairs take
     * the route that there is when they move to RTR.
     *
     * @throws IllegalArgumentException if there is no link
     */
    public void route(SimulatedHost from, SimulatedHost to, Hop... over) {
        route(from, to, Encapsulation.ROCE_V2_IPV4, 0, over);
    }

    /**
     * Sends everything from one host to another in frames of this kind over these stages.
     *
     * @param priority 0 to 7, which the headers say: RoCEv1's by the PCP of a tag without VLAN,
     *     RoCEv2's by the class selector DSCP
     * @throws IllegalArgumentException if there is no stage
     */
    public void route(
            SimulatedHost from,
            SimulatedHost to,
            Encapsulation encapsulation,
            int priority,
            Hop... over) {
        if (over.length == 0) {
            throw new IllegalArgumentException(
                    "a route needs a link; one without limit and delay if need be");
        }
        add(from.address(0), to.address(0), encapsulation, priority, entropy -> over);
    }

    /**
     * Sends everything from an address of one host to an address of another over these links.
     *
     * @param i index of the address that packets come from
     * @param j index of the address that they go to, of the same family
     * @throws IllegalArgumentException if there is no link or no such address, or the families
     *     differ
     */
    public void route(SimulatedHost from, int i, SimulatedHost to, int j, Hop... over) {
        if (over.length == 0) {
            throw new IllegalArgumentException("a route needs a link");
        }
        routeEach(from, i, to, j, entropy -> over);
    }

    /**
     * As {@link #route(SimulatedHost, int, SimulatedHost, int, Hop...)}, over links that depend on
     * the UDP source port, as behind switches that spread flows.
     *
     * @param over gives the links of packets with an entropy, 0 for the queue pair's own; asked
     *     once for each
     */
    public void routeEach(
            SimulatedHost from, int i, SimulatedHost to, int j, IntFunction<Hop[]> over) {
        HostAddress source = from.address(i);
        HostAddress destination = to.address(j);
        boolean ipv4 = source.endpoint().isIpv4();
        if (ipv4 != destination.endpoint().isIpv4()) {
            throw new IllegalArgumentException(
                    "no route leads from %s to %s: one is IPv4, one IPv6"
                            .formatted(source.gid(), destination.gid()));
        }
        add(
                source,
                destination,
                ipv4 ? Encapsulation.ROCE_V2_IPV4 : Encapsulation.ROCE_V2_IPV6,
                0,
                over);
    }

    private void add(
            HostAddress from,
            HostAddress to,
            Encapsulation encapsulation,
            int priority,
            IntFunction<Hop[]> over) {
        routes.put(
                new Pair(from.gid(), to.gid()),
                new SimulatedRoute(from, to, encapsulation, priority, over));
    }

    /** Connects two hosts by a link each way, named {@code a>b} and {@code b>a}. */
    public DuplexLink connect(SimulatedHost a, SimulatedHost b, LinkConfig there, LinkConfig back) {
        SimulatedLink forward = link(a + ">" + b, there);
        SimulatedLink backward = link(b + ">" + a, back);
        route(a, b, forward);
        route(b, a, backward);
        return new DuplexLink(forward, backward);
    }

    /**
     * Connects an address of one host and one of another by a link each way, as {@link
     * #route(SimulatedHost, int, SimulatedHost, int, Hop...)} does; other addresses of the two have
     * links of their own.
     */
    public DuplexLink connect(
            SimulatedHost a, int i, SimulatedHost b, int j, LinkConfig there, LinkConfig back) {
        SimulatedLink forward = link(a.address(i) + ">" + b.address(j), there);
        SimulatedLink backward = link(b.address(j) + ">" + a.address(i), back);
        route(a, i, b, j, forward);
        route(b, j, a, i, backward);
        return new DuplexLink(forward, backward);
    }

    /** Connects two hosts by links of one kind. */
    public DuplexLink connect(SimulatedHost a, SimulatedHost b, LinkConfig both) {
        return connect(a, b, both, both);
    }

    /**
     * Connects a host behind an address translator with another, which knows it by an address of
     * the translator's alone.
     *
     * @param timeoutNs after which a place is forgotten unless something goes out
     * @param there from the host inside to the one outside
     * @param back the other way
     */
    public SimulatedNat translate(
            SimulatedHost inside, SimulatedHost outside, long timeoutNs, Hop there, Hop back) {
        SimulatedNat nat = new SimulatedNat(this, inside, outside, timeoutNs, back);
        route(inside, outside, there, nat.outward());
        return nat;
    }

    /** Adds the way to a place that somebody seems to be at. */
    void add(SimulatedRoute route, HostAddress to) {
        translated.put(to, route);
        routes.put(new Pair(route.from().gid(), to.gid()), route);
    }

    /** Returns the way to where packets seem to come from, null if there is none. */
    SimulatedRoute wayBack(HostAddress from, HostAddress source) {
        SimulatedRoute route = translated.get(source);
        return route != null && route.from() == from ? route : route(from, source.gid());
    }

    /** Returns the clock; {@link #run} and {@link #runUntil} are shorthands. */
    public VirtualTime time() {
        return time;
    }

    /** Runs until nothing is left to happen. */
    public void run() {
        while (time.runNext()) {
            // each event schedules what follows from it
        }
    }

    /** As {@link VirtualTime#runUntil(BooleanSupplier, long)}, with a duration from now on. */
    public boolean runUntil(BooleanSupplier done, long durationNs) {
        return time.runUntil(done, time.nowNs() + durationNs);
    }

    public List<SimulatedHost> hosts() {
        return Collections.unmodifiableList(hosts);
    }

    public List<SimulatedLink> links() {
        return Collections.unmodifiableList(links);
    }

    /** Returns what has happened so far. */
    public RunReport report() {
        return RunReport.of(this);
    }

    PayloadMover payload() {
        return payload;
    }

    PacketPool pool() {
        return pool;
    }

    /** Returns the route, null if there is none. */
    SimulatedRoute route(HostAddress from, Gid to) {
        return routes.get(new Pair(from.gid(), to));
    }

    /** Returns the number by which {@link #numbered} finds a route. */
    int number(SimulatedRoute route) {
        if (route.number < 0) {
            route.number = numbered.size();
            numbered.add(route);
        }
        return route.number;
    }

    /** Returns the route, null if none has the number. */
    SimulatedRoute numbered(int number) {
        return number >= 0 && number < numbered.size() ? numbered.get(number) : null;
    }

    private RandomGenerator derive() {
        return new SplittableRandom(random.nextLong());
    }
}

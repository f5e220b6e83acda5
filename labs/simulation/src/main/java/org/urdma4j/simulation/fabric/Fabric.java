package org.urdma4j.simulation.fabric;

import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.simulation.host.Hop;
import org.urdma4j.simulation.host.SimulatedHost;
import org.urdma4j.simulation.host.SimulatedNetwork;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Switches, cables, and the shortest routes over them between the hosts of a network. A host has
 * one cable.
 *
 * <p>Not thread-safe: it belongs to the thread that runs the network's time.
 */
public final class Fabric {
    /** Locally administered, apart from those of hosts. */
    private static final long SWITCH_MACS = 0x0201_0000_0000L;

    private final SimulatedNetwork network;
    private final Map<SimulatedHost, FabricPort> hostPorts = new HashMap<>();
    private final Map<Node, List<FabricPort>> portsOf = new HashMap<>();
    private int switchPorts;

    /** Makes a fabric without cables. */
    public Fabric(SimulatedNetwork network) {
        this.network = network;
    }

    /** Adds a switch without cables. */
    public FabricSwitch addSwitch(String name, SwitchConfig config) {
        FabricSwitch added = new FabricSwitch(name, config, network);
        portsOf.put(added.node(), new ArrayList<>());
        return added;
    }

    /**
     * Joins a host to a switch.
     *
     * @return the host's port; its {@code peer} is the switch's
     * @throws IllegalArgumentException if the host has a cable, or the switch no memory for one
     *     more port's headroom
     */
    public FabricPort connect(SimulatedHost host, FabricSwitch to, CableConfig cable) {
        if (hostPorts.containsKey(host)) {
            throw new IllegalArgumentException(host + " has a cable already");
        }
        FabricPort there = addPort(to, host.name(), cable);
        HostNode node = new HostNode(host);
        FabricPort here =
                new FabricPort(node, 0, to.name(), network, cable, host.endpoint().mac(), 0);
        hostPorts.put(host, here);
        portsOf.put(node, List.of(here));
        here.joinTo(there);
        return here;
    }

    /**
     * Joins two switches.
     *
     * @return the port of {@code a}
     * @throws IllegalArgumentException if one has no memory for one more port's headroom
     */
    public FabricPort connect(FabricSwitch a, FabricSwitch b, CableConfig cable) {
        FabricPort here = addPort(a, b.name(), cable);
        here.joinTo(addPort(b, a.name(), cable));
        return here;
    }

    private FabricPort addPort(FabricSwitch at, String towards, CableConfig cable) {
        FabricPort port = at.addPort(towards, cable, SWITCH_MACS | ++switchPorts);
        portsOf.get(at.node()).add(port);
        return port;
    }

    /** Returns the port of a host, null if it has no cable. */
    public FabricPort port(SimulatedHost host) {
        return hostPorts.get(host);
    }

    /**
     * Sends everything from one host to another, and back, over the fewest cables, in frames of
     * this kind and priority. Queue pairs take the route that there is when they move to RTR.
     *
     * @param priority 0 to 7: the PCP of RoCEv1, and the upper three bits of the DSCP of RoCEv2
     * @throws IllegalArgumentException if no cables lead there
     */
    public void route(
            SimulatedHost from, SimulatedHost to, Encapsulation encapsulation, int priority) {
        network.route(from, to, encapsulation, priority, way(from, to));
        network.route(to, from, encapsulation, priority, way(to, from));
    }

    /**
     * As above, but there over cables between switches that needn't be the fewest.
     *
     * @param over the ports of switches that lead away to the next switch, in order
     */
    public void route(
            SimulatedHost from,
            SimulatedHost to,
            Encapsulation encapsulation,
            int priority,
            List<FabricPort> over) {
        route(from, to, encapsulation, priority);
        List<Hop> way = new ArrayList<>(List.of(hostPorts.get(from)));
        way.addAll(over);
        way.add(hostPorts.get(to).peer());
        network.route(from, to, encapsulation, priority, way.toArray(Hop[]::new));
    }

    /** As the first, in RoCEv2 over IPv4. */
    public void route(SimulatedHost from, SimulatedHost to, int priority) {
        route(from, to, Encapsulation.ROCE_V2_IPV4, priority);
    }

    private Hop[] way(SimulatedHost from, SimulatedHost to) {
        FabricPort first = hostPorts.get(from);
        FabricPort last = hostPorts.get(to);
        if (first == null || last == null || first == last) {
            throw new IllegalArgumentException("%s and %s need a cable each".formatted(from, to));
        }
        Map<Node, FabricPort> cameBy = search(first.node());
        ArrayDeque<Hop> way = new ArrayDeque<>();
        for (Node at = last.node(); !at.equals(first.node()); at = cameBy.get(at).node()) {
            if (!cameBy.containsKey(at)) {
                throw new IllegalArgumentException(
                        "no cables lead from %s to %s".formatted(from, to));
            }
            way.addFirst(cameBy.get(at));
        }
        return way.toArray(Hop[]::new);
    }

    /** Returns by which port each node is reached first. */
    private Map<Node, FabricPort> search(Node from) {
        Map<Node, FabricPort> cameBy = new HashMap<>();
        ArrayDeque<Node> open = new ArrayDeque<>(List.of(from));
        while (!open.isEmpty()) {
            Node at = open.remove();
            for (FabricPort port : portsOf.get(at)) {
                Node next = port.peer().node();
                if (!next.equals(from) && cameBy.putIfAbsent(next, port) == null) {
                    open.add(next);
                }
            }
        }
        return cameBy;
    }
}

package org.urdma4j.leafspine.topology;

import org.urdma4j.leafspine.balance.Balancer;
import org.urdma4j.leafspine.balance.CableGroup;
import org.urdma4j.leafspine.balance.HashBalancer;
import org.urdma4j.leafspine.balance.LoadBalance;
import org.urdma4j.leafspine.event.EventQueue;
import org.urdma4j.leafspine.host.Nic;
import org.urdma4j.leafspine.net.Noise;
import org.urdma4j.leafspine.net.Occupancy;
import org.urdma4j.leafspine.net.Packet;
import org.urdma4j.leafspine.net.PacketPool;
import org.urdma4j.leafspine.net.Port;
import org.urdma4j.leafspine.net.Switch;
import org.urdma4j.leafspine.net.SwitchConfig;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A fabric, built. Ports of leaves: NICs first, then uplinks, spine by spine. */
public final class LeafSpine {
    /** A dead cable is left out by its ends after so long: 100 µs. */
    private static final long SEEN_DEAD_PS = 100_000_000L;

    private final Shape shape;
    private final EventQueue events;
    private final PacketPool pool = new PacketPool();
    private final Occupancy occupancy = new Occupancy();
    private final List<Nic> nics = new ArrayList<>();
    private final List<Switch> leaves = new ArrayList<>();
    private final List<Switch> spines = new ArrayList<>();
    private final List<CableGroup> up = new ArrayList<>();
    private final List<List<CableGroup>> down = new ArrayList<>();
    private final Map<String, Port[]> cables = new LinkedHashMap<>();

    /**
     * @param config of all switches
     * @param seed of hashes, and of all that switches do by chance
     */
    public LeafSpine(
            Shape shape,
            EventQueue events,
            SwitchConfig config,
            LoadBalance balance,
            long seed,
            Nic.Flows flows) {
        this.shape = shape;
        this.events = events;
        Noise seeds = new Noise(seed);
        for (int i = 0; i < shape.servers(); i++) {
            leaves.add(made("leaf " + Shape.leaf(i), config, seeds));
        }
        for (int i = 0; i < shape.spines(); i++) {
            spines.add(made("spine " + (i + 1), config, seeds));
        }
        connectNics(flows);
        connectSpines();
        for (Switch leaf : leaves) {
            int uplinks = shape.uplinks();
            up.add(group(leaf, shape.nics(), uplinks, balance, leaf.noise()));
        }
        for (Switch spine : spines) {
            List<CableGroup> groups = new ArrayList<>();
            for (int i = 0; i < shape.servers(); i++) {
                groups.add(
                        group(spine, i * shape.cables(), shape.cables(), balance, spine.noise()));
            }
            down.add(groups);
        }
    }

    private Switch made(String name, SwitchConfig config, Noise seeds) {
        Noise noise = new Noise(seeds.nextLong());
        return new Switch(name, config, pool, noise, occupancy, events::nowPs);
    }

    private void connectNics(Nic.Flows flows) {
        for (int server = 0; server < shape.servers(); server++) {
            for (int i = 0; i < shape.nics(); i++) {
                Nic nic = new Nic(events, pool, flows);
                String name = Shape.leaf(server) + i;
                Port own = new Port(name, events, nic, 0, shape.linkBps(), shape.delayPs());
                Switch leaf = leaves.get(server);
                Port leafs = new Port(name, events, leaf, i, shape.linkBps(), shape.delayPs());
                Port.connect(own, leafs);
                nic.port(own);
                leaf.add(leafs);
                nics.add(nic);
            }
        }
    }

    private void connectSpines() {
        for (int server = 0; server < shape.servers(); server++) {
            Switch leaf = leaves.get(server);
            for (int s = 0; s < shape.spines(); s++) {
                Switch spine = spines.get(s);
                for (int c = 0; c < shape.cables(); c++) {
                    String name = shape.uplink(server, s, c);
                    int at = shape.nics() + s * shape.cables() + c;
                    Port below =
                            new Port(name, events, leaf, at, shape.uplinkBps(), shape.delayPs());
                    Port above =
                            new Port(
                                    name,
                                    events,
                                    spine,
                                    server * shape.cables() + c,
                                    shape.uplinkBps(),
                                    shape.delayPs());
                    Port.connect(below, above);
                    leaf.add(below);
                    spine.add(above);
                    cables.put(name, new Port[] {below, above});
                }
            }
        }
    }

    private CableGroup group(Switch owner, int first, int count, LoadBalance by, Noise noise) {
        Port[] ports = owner.ports().subList(first, first + count).toArray(Port[]::new);
        Balancer data = by.balancer(noise, events::nowPs);
        return new CableGroup(ports, data, new HashBalancer(noise.nextLong()));
    }

    public int routeAtLeaf(int server, Packet packet) {
        if (packet.to / shape.nics() == server) {
            return packet.to % shape.nics();
        }
        int wanted = packet.path < 0 ? -1 : packet.path / shape.cables();
        return up.get(server).choose(packet, wanted);
    }

    public int routeAtSpine(int spine, Packet packet) {
        int wanted = packet.path < 0 ? -1 : packet.path % shape.cables();
        return down.get(spine).get(packet.to / shape.nics()).choose(packet, wanted);
    }

    /** Starts all switches that only send on. */
    public void startSpines() {
        for (int i = 0; i < spines.size(); i++) {
            int spine = i;
            spines.get(i).start(packet -> routeAtSpine(spine, packet), 0, null);
        }
    }

    /** Starts leaves that only send on. */
    public void startLeaves() {
        for (int i = 0; i < leaves.size(); i++) {
            int server = i;
            leaves.get(i).start(packet -> routeAtLeaf(server, packet), 0, null);
        }
    }

    /**
     * Has a cable die, both ways. What dies at 0 has been dead for long: all know it.
     *
     * @param name as {@link Shape#uplink} has it
     */
    public void fail(String name, long atPs) {
        shape.requireUplink(name);
        Port[] ends = cables.get(name);
        events.schedule(
                atPs,
                () -> {
                    ends[0].fail();
                    ends[1].fail();
                });
        events.schedule(
                atPs == 0 ? 0 : atPs + SEEN_DEAD_PS,
                () -> {
                    up.forEach(CableGroup::look);
                    down.forEach(groups -> groups.forEach(CableGroup::look));
                });
    }

    public CableGroup uplinks(int server) {
        return up.get(server);
    }

    public CableGroup downlinks(int spine, int server) {
        return down.get(spine).get(server);
    }

    public Shape shape() {
        return shape;
    }

    public EventQueue events() {
        return events;
    }

    public PacketPool pool() {
        return pool;
    }

    public Occupancy occupancy() {
        return occupancy;
    }

    public Nic nic(int rank) {
        return nics.get(rank);
    }

    public List<Nic> nics() {
        return nics;
    }

    public List<Switch> leaves() {
        return leaves;
    }

    public List<Switch> spines() {
        return spines;
    }

    /** Returns the ends of each uplink, that of the leaf first, by name. */
    public Map<String, Port[]> cables() {
        return cables;
    }
}

package org.urdma4j.simulation.host;

import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.simulation.pcap.Endpoint;
import org.urdma4j.verbs.Gid;

/**
 * An address translator before a host: the host at the other side sees packets come from an address
 * and a UDP port of the translator's, which are forgotten when nothing goes out for a time, or when
 * a test says so; then others take their place. What comes to a forgotten place is dropped. What is
 * translated is the source, not the ICRC, which a device behind a translator has over the transport
 * packet alone.
 */
public final class SimulatedNat {
    private final SimulatedNetwork network;
    private final SimulatedHost inside;
    private final SimulatedHost outside;
    private final Hop[] back;
    private final long timeoutNs;
    private int addressNumber;
    private HostAddress current;
    private long usedNs;
    private long dropped;
    private int mappings;

    /**
     * @param timeoutNs after which a place is forgotten unless something goes out
     */
    SimulatedNat(
            SimulatedNetwork network,
            SimulatedHost inside,
            SimulatedHost outside,
            long timeoutNs,
            Hop... back) {
        this.network = network;
        this.inside = inside;
        this.outside = outside;
        this.back = back.clone();
        this.timeoutNs = timeoutNs;
        map(true);
    }

    /** Returns the stage of packets that go out. */
    Hop outward() {
        return this::translate;
    }

    private void translate(SimulatedPacket packet) {
        if (isForgotten()) {
            rebind(false);
        }
        usedNs = network.time().nowNs();
        packet.seenFrom = current;
        packet.forward();
    }

    private boolean isForgotten() {
        return network.time().nowNs() - usedNs > timeoutNs;
    }

    /**
     * Has what goes out come from another place from now on, and nothing arrive by the one before.
     *
     * @param otherAddress whether from another address, not only another port
     */
    public void rebind(boolean otherAddress) {
        map(otherAddress);
    }

    private void map(boolean otherAddress) {
        if (otherAddress) {
            addressNumber++;
        }
        mappings++;
        Endpoint endpoint = Endpoint.furtherIpv4(inside.number(), 128 + addressNumber);
        HostAddress made = new HostAddress(inside, 0, endpoint);
        current = made;
        usedNs = network.time().nowNs();
        Hop[] hops = new Hop[back.length + 1];
        System.arraycopy(back, 0, hops, 0, back.length);
        hops[back.length] = packet -> deliver(made, packet);
        SimulatedRoute route =
                new SimulatedRoute(
                        outside.address(0), made, Encapsulation.ROCE_V2_IPV4, 0, _ -> hops);
        network.add(route, made);
    }

    private void deliver(HostAddress to, SimulatedPacket packet) {
        if (to == current && !isForgotten()) {
            packet.forward();
        } else {
            dropped++;
            network.release(packet);
        }
    }

    /** Returns the address that the other side sees now. */
    public Gid gid() {
        return current.gid();
    }

    /** Returns how many packets came to places that were forgotten. */
    public long dropped() {
        return dropped;
    }

    /** Returns how many places there have been. */
    public int mappings() {
        return mappings;
    }
}

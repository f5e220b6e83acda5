package org.urdma4j.measure.sim;

import org.urdma4j.measure.rail.Rail;
import org.urdma4j.measure.rail.RailEvent;
import org.urdma4j.measure.rail.RailPlan;
import org.urdma4j.simulation.host.SimulatedHost;
import org.urdma4j.simulation.host.SimulatedLink;
import org.urdma4j.simulation.host.SimulatedNetwork;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.link.LinkConfigBuilder;

import java.util.ArrayList;
import java.util.List;

/** The links that all flows share: a bottleneck and the way back, or those of every rail. */
final class RailLinks {
    private final SimulatedNetwork network;
    private final List<SimulatedLink> there = new ArrayList<>();
    private final List<SimulatedLink> back = new ArrayList<>();
    private final List<Long> rates = new ArrayList<>();

    RailLinks(SimulatedNetwork network, SimOptions options) {
        this.network = network;
        RailPlan plan = options.rails();
        if (plan.isEmpty()) {
            Rail only =
                    new Rail(
                            options.rateBps(),
                            options.rttNs(),
                            options.loss(),
                            options.queueBytes());
            add(only, options, "");
        }
        for (int i = 0; i < plan.rails().size(); i++) {
            add(plan.rails().get(i), options, " " + i);
        }
        for (RailEvent event : plan.events()) {
            network.time().schedule(event.atNs(), () -> happen(event));
        }
    }

    private void add(Rail rail, SimOptions options, String suffix) {
        LinkConfigBuilder link =
                LinkConfig.builder()
                        .rate(rail.rateBps())
                        .delay(rail.rttNs() / 2)
                        .queue(rail.queueBytes());
        rates.add(rail.rateBps());
        back.add(network.link("back" + suffix, options.impairments().back(link)));
        there.add(
                network.link(
                        "bottleneck" + suffix,
                        options.impairments().there(link.marking(options.marking()), rail.loss())));
        options.impairments().drop(there.getLast());
    }

    private void happen(RailEvent event) {
        for (SimulatedLink link : List.of(there.get(event.rail()), back.get(event.rail()))) {
            if (event.kills()) {
                link.kill();
            } else {
                link.revive();
            }
        }
    }

    /** Gives two hosts, whose devices aren't open yet, an address on each rail, and its routes. */
    void join(SimulatedHost from, SimulatedHost to) {
        network.route(from, to, there.getFirst());
        network.route(to, from, back.getFirst());
        for (int i = 1; i < there.size(); i++) {
            from.addAddress();
            to.addAddress();
            network.route(from, i, to, i, there.get(i));
            network.route(to, i, from, i, back.get(i));
        }
    }

    /** Returns the bottlenecks, in the order of the rails. */
    List<SimulatedLink> bottlenecks() {
        return there;
    }

    long offered() {
        long sum = 0;
        for (int i = 0; i < there.size(); i++) {
            sum += there.get(i).counters().offered() + back.get(i).counters().offered();
        }
        return sum;
    }

    /** Returns what waits before the bottlenecks or is being sent, in bytes with framing. */
    long queuedBytes(long nowNs) {
        double bytes = 0;
        for (int i = 0; i < there.size(); i++) {
            bytes += Math.max(0, there.get(i).departNs() - nowNs) * rates.get(i) / 8e9;
        }
        return Math.round(bytes);
    }

    /** Returns how many packets found no room before a bottleneck. */
    long queueDrops() {
        return there.stream().mapToLong(link -> link.counters().droppedByQueue()).sum();
    }
}

package org.urdma4j.simulation.gateway;

import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.simulation.host.SimulatedLink;
import org.urdma4j.simulation.host.SimulatedPacket;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.loss.LossSpec;
import org.urdma4j.simulation.loss.Occurrence;
import org.urdma4j.simulation.loss.Script;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Loses packets by what they are: a link, a seed, a queue pair, an opcode, a number, and how often
 * it has come that way decide. So two runs that send the same lose the same, and differ only by
 * what they make of it. Drawn one after the other, the losses of two runs have nothing in common
 * from the first packet on that only one of them sends.
 */
final class SameLosses {
    private final long seed;
    private final double probability;
    private final Map<Long, Integer> seen = new HashMap<>();
    private final TransportPacket view = new TransportPacket();

    private SameLosses(long seed, double probability) {
        this.seed = seed;
        this.probability = probability;
    }

    /**
     * Has a link lose packets.
     *
     * @param of what the link was to lose, or to damage
     */
    static void on(SimulatedLink link, long seed, LinkConfig of) {
        double probability = of.loss().meanLoss() + of.corruptProbability();
        SameLosses losses = new SameLosses(seed ^ link.name().hashCode(), probability);
        link.script(new Script<SimulatedPacket>().drop("any", Occurrence.all(), losses::lose));
    }

    /** Returns a link that does only what is the same for all packets. */
    static LinkConfig without(LinkConfig link) {
        return link.toBuilder()
                .loss(LossSpec.NONE)
                .corrupt(0)
                .duplicate(0)
                .reorder(0, link.reorderNs())
                .build();
    }

    private boolean lose(SimulatedPacket packet) {
        SimulatedPacket.VIEW.wrap(packet, view);
        long key = ((long) view.destQp() << 32) | ((long) view.opcode() << 24) | view.psn();
        int count = seen.merge(key, 1, Integer::sum);
        long drawn = new SplittableRandom(seed ^ key).split().nextLong() + count;
        return new SplittableRandom(drawn).nextDouble() < probability;
    }
}

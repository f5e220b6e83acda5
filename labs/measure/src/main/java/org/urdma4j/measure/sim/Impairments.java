package org.urdma4j.measure.sim;

import org.urdma4j.measure.spec.Range;
import org.urdma4j.simulation.host.SimulatedLink;
import org.urdma4j.simulation.host.SimulatedPacket;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.link.LinkConfigBuilder;
import org.urdma4j.simulation.loss.LossSpec;
import org.urdma4j.simulation.loss.Occurrence;
import org.urdma4j.simulation.loss.Script;

import java.util.List;

/**
 * What a path does to packets beside its rate, delay, queue and loss; as {@code urdma wan} has it.
 *
 * @param jitterNs most that is added to the delay of a packet, both ways, the order kept
 * @param reorderShare of the packets on the way there, those held back
 * @param reorderNs by how much
 * @param reverseLoss of packets on the way back
 * @param drops packets that are lost on the way there, counted from 1 as they leave the queue
 */
public record Impairments(
        long jitterNs,
        double reorderShare,
        long reorderNs,
        LossSpec reverseLoss,
        List<Long> drops) {
    public static final Impairments NONE = new Impairments(0, 0, 0, LossSpec.NONE);

    public Impairments {
        drops = List.copyOf(drops);
        Range.require(
                drops.stream().allMatch(it -> it >= 1), "--drop counts packets from 1 upwards");
    }

    /** Loses no certain packet. */
    public Impairments(long jitterNs, double reorderShare, long reorderNs, LossSpec reverseLoss) {
        this(jitterNs, reorderShare, reorderNs, reverseLoss, List.of());
    }

    /** Returns the same with certain packets lost. */
    public Impairments dropping(List<Long> packets) {
        return new Impairments(jitterNs, reorderShare, reorderNs, reverseLoss, packets);
    }

    /** Has a link on the way there lose them. */
    void drop(SimulatedLink link) {
        if (drops.isEmpty()) {
            return;
        }
        Script<SimulatedPacket> script = new Script<>();
        drops.forEach(it -> script.drop("packet " + it, Occurrence.nth(it), _ -> true));
        link.script(script);
    }

    LinkConfig there(LinkConfigBuilder link, LossSpec loss) {
        return link.jitter(jitterNs).reorder(reorderShare, reorderNs).loss(loss).build();
    }

    LinkConfig back(LinkConfigBuilder link) {
        return link.jitter(jitterNs).reorder(0, 0).loss(reverseLoss).build();
    }
}

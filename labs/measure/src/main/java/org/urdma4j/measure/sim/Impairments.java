package org.urdma4j.measure.sim;

import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.link.LinkConfigBuilder;
import org.urdma4j.simulation.loss.LossSpec;

/**
 * What a path does to packets beside its rate, delay, queue and loss; as {@code urdma wan} has it.
 *
 * @param jitterNs most that is added to the delay of a packet, both ways, the order kept
 * @param reorderShare of the packets on the way there, those held back
 * @param reorderNs by how much
 * @param reverseLoss of packets on the way back
 */
public record Impairments(
        long jitterNs, double reorderShare, long reorderNs, LossSpec reverseLoss) {
    public static final Impairments NONE = new Impairments(0, 0, 0, LossSpec.NONE);

    LinkConfig there(LinkConfigBuilder link, LossSpec loss) {
        return link.jitter(jitterNs).reorder(reorderShare, reorderNs).loss(loss).build();
    }

    LinkConfig back(LinkConfigBuilder link) {
        return link.jitter(jitterNs).reorder(0, 0).loss(reverseLoss).build();
    }
}

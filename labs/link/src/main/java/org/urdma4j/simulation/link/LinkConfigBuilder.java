package org.urdma4j.simulation.link;

import org.urdma4j.simulation.loss.LossSpec;

import java.util.ArrayList;
import java.util.List;

/**
 * Builds a {@link LinkConfig}, where every property is explained; ranges are checked by {@link
 * #build()}. Times are nanoseconds; {@link org.urdma4j.simulation.units.Units} reads them from
 * text.
 */
public final class LinkConfigBuilder {
    private long rateBps = LinkConfig.UNLIMITED;
    private int framingBytes = Framing.ROCE_V2_IPV4;
    private long delayNs;
    private long jitterNs;
    private boolean keepOrder = true;
    private long queueBytes = LinkConfig.DEFAULT_QUEUE_BYTES;
    private RedMarking marking = RedMarking.NONE;
    private LossSpec loss = LossSpec.NONE;
    private double reorderProbability;
    private long reorderNs;
    private double duplicateProbability;
    private double corruptProbability;
    private final List<Step> rateSteps = new ArrayList<>();
    private final List<Step> delaySteps = new ArrayList<>();
    private final List<Blackout> blackouts = new ArrayList<>();

    LinkConfigBuilder() {}

    LinkConfigBuilder(LinkConfig base) {
        rateBps = base.rateBps();
        framingBytes = base.framingBytes();
        delayNs = base.delayNs();
        jitterNs = base.jitterNs();
        keepOrder = base.keepOrder();
        queueBytes = base.queueBytes();
        marking = base.marking();
        loss = base.loss();
        reorderProbability = base.reorderProbability();
        reorderNs = base.reorderNs();
        duplicateProbability = base.duplicateProbability();
        corruptProbability = base.corruptProbability();
        rateSteps.addAll(base.rateSteps());
        delaySteps.addAll(base.delaySteps());
        blackouts.addAll(base.blackouts());
    }

    /** Bits per second, framing included; {@link LinkConfig#UNLIMITED} by default. */
    public LinkConfigBuilder rate(long bitsPerSecond) {
        rateBps = bitsPerSecond;
        return this;
    }

    /** Bytes on the wire beyond the packet; {@link Framing#ROCE_V2_IPV4} by default. */
    public LinkConfigBuilder framing(int bytes) {
        framingBytes = bytes;
        return this;
    }

    public LinkConfigBuilder delay(long ns) {
        delayNs = ns;
        return this;
    }

    /** Most that is added to the delay of a packet, the order kept. */
    public LinkConfigBuilder jitter(long ns) {
        jitterNs = ns;
        keepOrder = true;
        return this;
    }

    /** Most that is added to the delay of a packet; packets overtake each other. */
    public LinkConfigBuilder reorderingJitter(long ns) {
        jitterNs = ns;
        keepOrder = false;
        return this;
    }

    /** What may wait before the transmitter; {@link LinkConfig#DEFAULT_QUEUE_BYTES} by default. */
    public LinkConfigBuilder queue(long bytes) {
        queueBytes = bytes;
        return this;
    }

    /** Which packets are marked with congestion; {@link RedMarking#NONE} by default. */
    public LinkConfigBuilder marking(RedMarking red) {
        marking = red;
        return this;
    }

    public LinkConfigBuilder loss(LossSpec spec) {
        loss = spec;
        return this;
    }

    /** Holds back a share of the packets by a time. */
    public LinkConfigBuilder reorder(double probability, long ns) {
        reorderProbability = probability;
        reorderNs = ns;
        return this;
    }

    /** Delivers a share of the packets twice. */
    public LinkConfigBuilder duplicate(double probability) {
        duplicateProbability = probability;
        return this;
    }

    /** Flips a bit in a share of the packets. */
    public LinkConfigBuilder corrupt(double probability) {
        corruptProbability = probability;
        return this;
    }

    /** Changes the rate at a time after the link's origin; steps are added in their order. */
    public LinkConfigBuilder rateStep(long atNs, long bitsPerSecond) {
        rateSteps.add(new Step(atNs, bitsPerSecond));
        return this;
    }

    /** Changes the delay at a time after the link's origin; steps are added in their order. */
    public LinkConfigBuilder delayStep(long atNs, long ns) {
        delaySteps.add(new Step(atNs, ns));
        return this;
    }

    /** Loses everything for a while from a time after the link's origin. */
    public LinkConfigBuilder blackout(long startNs, long lengthNs) {
        blackouts.add(new Blackout(startNs, lengthNs));
        return this;
    }

    /**
     * Returns the link as described.
     *
     * @throws IllegalArgumentException if a property is out of its range
     */
    public LinkConfig build() {
        return new LinkConfig(
                rateBps,
                framingBytes,
                delayNs,
                jitterNs,
                keepOrder,
                queueBytes,
                marking,
                loss,
                reorderProbability,
                reorderNs,
                duplicateProbability,
                corruptProbability,
                rateSteps,
                delaySteps,
                blackouts);
    }
}

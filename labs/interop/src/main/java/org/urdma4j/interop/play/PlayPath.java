package org.urdma4j.interop.play;

import org.urdma4j.transport.port.pipeline.InboundStage;
import org.urdma4j.transport.port.pipeline.OutboundStage;

import java.util.Optional;
import java.util.SplittableRandom;

/** What happens to packets between our engine and the network. */
enum PlayPath {
    CLEAN("", null, null),
    LOSS_IN("loss-in", Trouble.LOSS, null),
    LOSS_OUT("loss-out", null, Trouble.LOSS),
    DUPLICATES_IN("duplicates-in", Trouble.DUPLICATION, null),
    DUPLICATES_OUT("duplicates-out", null, Trouble.DUPLICATION),
    REORDERED_IN("reordered-in", Trouble.REORDERING, null),
    REORDERED_OUT("reordered-out", null, Trouble.REORDERING),
    NETEM_LOSS("netem-loss", "loss 1%"),
    NETEM_DUPLICATES("netem-duplicates", "duplicate 2%"),
    NETEM_REORDERED("netem-reordered", "delay 1ms reorder 98%"),
    LR2("lr2"),
    LR2_TWO("lr2-two");

    /** Before the name of a case that is played over this path; empty for the clean one. */
    final String label;

    private final Trouble inbound;
    private final Trouble outbound;

    /** What the router's netem does either way, or null without a router. */
    final String netem;

    PlayPath(String label, Trouble inbound, Trouble outbound) {
        this.label = label;
        this.inbound = inbound;
        this.outbound = outbound;
        this.netem = null;
    }

    PlayPath(String label, String netem) {
        this.label = label;
        this.inbound = null;
        this.outbound = null;
        this.netem = netem;
    }

    /** The whole process is behind a long link with gateways, which somebody else has made. */
    PlayPath(String label) {
        this.label = label;
        this.inbound = null;
        this.outbound = null;
        this.netem = null;
    }

    /** Returns whether this is a long link with gateways around. */
    boolean hasGateways() {
        return this == LR2 || this == LR2_TWO;
    }

    /** Returns whether what a requester sends meets trouble. */
    boolean troubles(boolean weAsk) {
        return netem != null || (weAsk ? outbound : inbound) != null;
    }

    /** Returns what befalls packets that arrive, if anything does. */
    Optional<InboundStage> inbound(SplittableRandom random) {
        return Optional.ofNullable(inbound).map(its -> new InboundTrouble(its, random.split()));
    }

    /** Returns what befalls packets that we send, if anything does. */
    Optional<OutboundStage> outbound(SplittableRandom random) {
        return Optional.ofNullable(outbound).map(its -> new OutboundTrouble(its, random.split()));
    }
}

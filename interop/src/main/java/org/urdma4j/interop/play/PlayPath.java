package org.urdma4j.interop.play;

import org.urdma4j.transport.port.udp.UdpPortConfig;

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
    NETEM_REORDERED("netem-reordered", "delay 1ms reorder 98%");

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

    /** Returns whether what a requester sends meets trouble. */
    boolean troubles(boolean weAsk) {
        return netem != null || (weAsk ? outbound : inbound) != null;
    }

    UdpPortConfig applyTo(UdpPortConfig config, SplittableRandom random) {
        UdpPortConfig changed = config;
        if (inbound != null) {
            changed =
                    changed.toBuilder()
                            .inbound(new InboundTrouble(inbound, random.split()))
                            .build();
        }
        if (outbound != null) {
            changed =
                    changed.toBuilder()
                            .outbound(new OutboundTrouble(outbound, random.split()))
                            .build();
        }
        return changed;
    }
}

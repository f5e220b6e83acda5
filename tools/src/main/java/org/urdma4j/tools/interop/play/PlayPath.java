package org.urdma4j.tools.interop.play;

import org.urdma4j.transport.netty.UdpPortConfig;

/** What happens to packets between our engine and the network. */
enum PlayPath {
    CLEAN("", null),
    LOSS_IN("loss-in", Trouble.LOSS);

    /** Before the name of a case that is played over this path; empty for the clean one. */
    final String label;

    private final Trouble inbound;

    PlayPath(String label, Trouble inbound) {
        this.label = label;
        this.inbound = inbound;
    }

    UdpPortConfig applyTo(UdpPortConfig config) {
        return inbound == null ? config : config.withInbound(new InboundTrouble(inbound));
    }
}

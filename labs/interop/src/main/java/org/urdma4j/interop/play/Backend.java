package org.urdma4j.interop.play;

import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.port.pipeline.InboundStage;
import org.urdma4j.transport.port.pipeline.OutboundStage;
import org.urdma4j.transport.provider.PortExtras;
import org.urdma4j.transport.provider.Ports;
import org.urdma4j.verbs.ContextAttr;

import java.net.InetAddress;
import java.util.Locale;
import java.util.Optional;

/** What carries our packets to the guest. */
public enum Backend {
    UDP,
    RAW;

    /**
     * Opens a port.
     *
     * @param in what befalls packets that arrive
     * @param out what befalls packets that leave
     */
    public NetworkPort open(
            InetAddress local, Optional<InboundStage> in, Optional<OutboundStage> out) {
        ContextAttr attr = ContextAttr.builder().backend(toString()).build();
        return Ports.open(local, attr, PortExtras.NONE.with(in, out));
    }

    /** Returns its name as commands have it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}

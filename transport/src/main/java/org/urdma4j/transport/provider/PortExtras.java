package org.urdma4j.transport.provider;

import org.urdma4j.transport.pfc.FlowControl;
import org.urdma4j.transport.port.Protection;
import org.urdma4j.transport.port.pipeline.InboundStage;
import org.urdma4j.transport.port.pipeline.OutboundStage;
import org.urdma4j.transport.port.udp.UdpOffload;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a port is opened with that an application doesn't usually say.
 *
 * @param flowControl what it has to do with pauses; other than {@link FlowControl#DEFAULT} only for
 *     the raw backend
 * @param inbound what befalls packets that arrive
 * @param outbound what befalls packets that leave
 * @param protection agrees on the keys that packets are sealed by, in place of what {@link
 *     org.urdma4j.verbs.ContextAttr#protection} says
 * @param more further addresses; only for the udp backend
 * @param entropies UDP source ports of each address; more than one only for backends over RoCEv2
 *     that have them
 * @param without offloads that aren't used; only for the udp backend
 */
public record PortExtras(
        FlowControl flowControl,
        Optional<InboundStage> inbound,
        Optional<OutboundStage> outbound,
        Optional<Protection> protection,
        List<InetAddress> more,
        int entropies,
        Set<UdpOffload> without) {
    /** Nothing of it. */
    public static final PortExtras NONE =
            new PortExtras(
                    FlowControl.DEFAULT,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    List.of(),
                    1,
                    Set.of());

    public PortExtras {
        more = List.copyOf(more);
        without = Set.copyOf(without);
    }

    public PortExtras with(FlowControl pauses) {
        return new PortExtras(pauses, inbound, outbound, protection, more, entropies, without);
    }

    public PortExtras with(Optional<InboundStage> in, Optional<OutboundStage> out) {
        return new PortExtras(flowControl, in, out, protection, more, entropies, without);
    }

    /** Returns the same with packets that are sealed, or not. */
    public PortExtras withProtection(Optional<Protection> agreement) {
        return new PortExtras(flowControl, inbound, outbound, agreement, more, entropies, without);
    }

    /** Returns the same with further addresses, and so many source ports of each. */
    public PortExtras withAddresses(List<InetAddress> addresses, int ports) {
        return new PortExtras(
                flowControl, inbound, outbound, protection, addresses, ports, without);
    }

    /** Returns the same without some offloads. */
    public PortExtras without(Set<UdpOffload> unused) {
        return new PortExtras(flowControl, inbound, outbound, protection, more, entropies, unused);
    }
}

package org.urdma4j.simulation.host;

import org.urdma4j.codec.ib.Grh;
import org.urdma4j.codec.icrc.FlowIcrc;
import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.codec.icrc.IcrcFlow;
import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.codec.net.Udp;
import org.urdma4j.simulation.pcap.Endpoint;
import org.urdma4j.simulation.pcap.FrameHeaders;

import java.nio.ByteBuffer;

/** Computes the ICRC of packets under the headers of one route. */
final class RouteIcrc {
    private static final int LONGEST_PACKET = 16_384 + 128;

    private final FrameHeaders headers;
    private final IcrcFlow flow;
    private final Icrc icrc = new Icrc();
    private final ByteBuffer whole;

    /** Made when it is first needed: few simulations compute any, some have 100,000 routes. */
    private FlowIcrc ofFlow;

    RouteIcrc(FrameHeaders headers) {
        this.headers = headers;
        boolean v1 = headers.encapsulation() == Encapsulation.ROCE_V1;
        boolean ipv4 = headers.encapsulation() == Encapsulation.ROCE_V2_IPV4;
        this.flow =
                v1
                        ? null
                        : new IcrcFlow(
                                address(headers.source(), ipv4),
                                address(headers.destination(), ipv4),
                                headers.udpSourcePort(),
                                Udp.ROCE_PORT);
        this.whole = ByteBuffer.allocate(v1 ? Grh.LENGTH + LONGEST_PACKET : 0);
    }

    private static byte[] address(Endpoint endpoint, boolean ipv4) {
        return ipv4
                ? ByteBuffer.allocate(Integer.BYTES).putInt(endpoint.ipv4()).array()
                : ByteBuffer.allocate(2 * Long.BYTES)
                        .putLong(endpoint.gidHigh())
                        .putLong(endpoint.gidLow())
                        .array();
    }

    /** Returns that of the transport packet of this length at the buffer's beginning. */
    int compute(ByteBuffer packet, int length) {
        if (flow != null) {
            if (ofFlow == null) {
                ofFlow = new FlowIcrc();
            }
            return ofFlow.compute(flow, packet, 0, length, headers.identification());
        }
        Grh.write(
                whole,
                0,
                headers.trafficClass(),
                headers.flowLabel(),
                length + Icrc.LENGTH,
                Grh.NEXT_HEADER_IBA,
                headers.hopLimit(),
                headers.source().gidHigh(),
                headers.source().gidLow(),
                headers.destination().gidHigh(),
                headers.destination().gidLow());
        whole.put(Grh.LENGTH, packet, 0, length);
        return icrc.overRoceV1(whole, 0, Grh.LENGTH + length);
    }
}

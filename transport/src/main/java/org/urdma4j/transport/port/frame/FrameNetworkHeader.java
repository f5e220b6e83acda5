package org.urdma4j.transport.port.frame;

import org.urdma4j.codec.ib.Grh;
import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.codec.net.Ipv4;
import org.urdma4j.codec.net.Ipv6;
import org.urdma4j.transport.memory.RegisteredMemory;
import org.urdma4j.transport.wire.NetworkHeader;
import org.urdma4j.verbs.Gid;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The network header that a packet came with; of one out of a super-packet, with its own length.
 * Confined to the event loop.
 */
public final class FrameNetworkHeader implements NetworkHeader {
    private static final int IPV4_AT = LENGTH - Ipv4.LENGTH;

    private final byte[] bytes = new byte[LENGTH + NetworkHeaders.LONGEST];
    private final ByteBuffer view = ByteBuffer.wrap(bytes);
    private final MemorySegment segment = MemorySegment.ofArray(bytes);

    @Override
    public void of(Object source, int arrivedAt, int transportBytes) {
        FrameSource from = (FrameSource) source;
        Encapsulation kind = from.encapsulation();
        int at = 0;
        if (kind == Encapsulation.ROCE_V2_IPV4) {
            at = IPV4_AT;
            Arrays.fill(bytes, 0, IPV4_AT, (byte) 0);
        }
        from.header().get(0, bytes, at, NetworkHeaders.length(kind));
        NetworkHeaders.finish(view, at, kind, transportBytes, from.identification());
    }

    @Override
    public Gid destination(Object source, int arrivedAt) {
        FrameSource from = (FrameSource) source;
        ByteBuffer b = from.header();
        return switch (from.encapsulation()) {
            case ROCE_V1 -> new Gid(Grh.destinationHigh(b, 0), Grh.destinationLow(b, 0));
            case ROCE_V2_IPV4 -> new Gid(0, NetworkHandler.mapped(Ipv4.destination(b, 0)));
            case ROCE_V2_IPV6 -> new Gid(Ipv6.destinationHigh(b, 0), Ipv6.destinationLow(b, 0));
        };
    }

    @Override
    public void payloadTo(int offset, MemorySegment to, long toOffset, long n) {
        RegisteredMemory.copy(segment, offset, to, toOffset, n);
    }
}

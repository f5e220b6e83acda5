package org.urdma4j.transport.port;

import org.urdma4j.codec.net.Ipv4;
import org.urdma4j.codec.net.Ipv6;
import org.urdma4j.codec.net.Udp;
import org.urdma4j.transport.memory.RegisteredMemory;
import org.urdma4j.transport.wire.NetworkHeader;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.GlobalRoute;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * Network headers for a backend that doesn't see them. Addresses, protocol and length are those of
 * the packet. Type of service, identification, time to live and flow label are what our own packets
 * have when they leave, and the checksum fits them. Confined to the event loop.
 */
public final class RebuiltHeader implements NetworkHeader {
    private static final int IPV4_AT = LENGTH - Ipv4.LENGTH;
    private static final int SENDERS = 256;

    private final List<Gid> own;
    private final Function<Object, Gid> addressOf;

    /** How many of our own there are; behind them are multicast groups, null for none any more. */
    private final int addresses;

    private final byte[] bytes = new byte[LENGTH];
    private final ByteBuffer header = ByteBuffer.wrap(bytes);
    private final MemorySegment segment = MemorySegment.ofArray(bytes);

    /** Of the last senders, so that none is made anew for each packet. */
    private final Object[] sources = new Object[SENDERS];

    private final Gid[] senders = new Gid[SENDERS];

    /**
     * Creates headers of packets to one address.
     *
     * @param local our own address
     * @param addressOf tells the address of a packet's source
     */
    public RebuiltHeader(Gid local, Function<Object, Gid> addressOf) {
        this(List.of(local), addressOf);
    }

    /**
     * Creates headers of packets to several addresses.
     *
     * @param own our own addresses, in the order of the port's GIDs
     * @param addressOf tells the address of a packet's source
     */
    public RebuiltHeader(List<Gid> own, Function<Object, Gid> addressOf) {
        this.own = new ArrayList<>(own);
        this.addresses = own.size();
        this.addressOf = addressOf;
    }

    /** Has packets come to a multicast group; returns the index that says so. */
    public int add(Gid group) {
        for (int i = addresses; i < own.size(); i++) {
            if (own.get(i) == null) {
                own.set(i, group);
                return i;
            }
        }
        own.add(group);
        return own.size() - 1;
    }

    /** No more packets come to the group of an index. */
    public void remove(int index) {
        own.set(index, null);
    }

    @Override
    public Gid destination(Object source, int arrivedAt) {
        return own.get(arrivedAt);
    }

    @Override
    public void of(Object source, int arrivedAt, int transportBytes) {
        Gid from = address(source);
        Gid local = own.get(arrivedAt);
        int datagram = Udp.LENGTH + transportBytes;
        if (local.isIpv4Mapped() && from.isIpv4Mapped()) {
            Arrays.fill(bytes, 0, IPV4_AT, (byte) 0);
            Ipv4.write(
                    header,
                    IPV4_AT,
                    0,
                    Ipv4.LENGTH + datagram,
                    0,
                    Ipv4.DONT_FRAGMENT,
                    GlobalRoute.DEFAULT_HOP_LIMIT,
                    Ipv4.PROTOCOL_UDP,
                    (int) from.interfaceId(),
                    (int) local.interfaceId());
        } else {
            Ipv6.write(
                    header,
                    0,
                    0,
                    0,
                    datagram,
                    Ipv4.PROTOCOL_UDP,
                    GlobalRoute.DEFAULT_HOP_LIMIT,
                    from.subnetPrefix(),
                    from.interfaceId(),
                    local.subnetPrefix(),
                    local.interfaceId());
        }
    }

    private Gid address(Object source) {
        int slot = (source.hashCode() & Integer.MAX_VALUE) % SENDERS;
        if (!source.equals(sources[slot])) {
            sources[slot] = source;
            senders[slot] = addressOf.apply(source);
        }
        return senders[slot];
    }

    @Override
    public void payloadTo(int offset, MemorySegment to, long toOffset, long n) {
        RegisteredMemory.copy(segment, offset, to, toOffset, n);
    }
}

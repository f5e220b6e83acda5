package org.urdma4j.verbs;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.List;

/** The address vector back to where a datagram came from, read from its network header. */
final class ReplyAddress {
    private static final int HEADER = 40;
    private static final int HOP_LIMIT = 0xff;

    /** The header of IPv4 is in the second half. */
    private static final int IPV4 = 20;

    private static final int IPV4_TOS = IPV4 + 1;
    private static final int IPV4_SOURCE = IPV4 + 12;
    private static final int IPV4_DESTINATION = IPV4 + 16;
    private static final int IPV6_SOURCE = 8;
    private static final int IPV6_DESTINATION = 24;
    private static final long IPV4_MAPPED = 0xffffL << 32;

    private ReplyAddress() {}

    static AhAttr of(List<GidEntry> table, int portNum, WorkCompletion wc, MemorySegment grh) {
        if ((wc.wcFlags() & WcFlags.GRH) == 0) {
            throw new VerbsException(Errno.EINVAL, "the completion says that there is no GRH");
        }
        if (grh.byteSize() < HEADER) {
            throw new VerbsException(Errno.EINVAL, "a GRH has 40 bytes, not " + grh.byteSize());
        }
        ByteBuffer b = ByteBuffer.allocate(HEADER);
        MemorySegment.copy(grh, 0, MemorySegment.ofBuffer(b), 0, HEADER);
        return new AhAttr(route(table, portNum, b), wc.sl(), portNum);
    }

    private static GlobalRoute route(List<GidEntry> table, int portNum, ByteBuffer b) {
        int first = b.getInt(0);
        if (first >>> 28 == 6) {
            int sgid = indexOf(gid(b, IPV6_DESTINATION), table, portNum);
            int trafficClass = first >>> 20 & 0xff;
            return new GlobalRoute(
                    gid(b, IPV6_SOURCE), first & 0xf_ffff, sgid, HOP_LIMIT, trafficClass);
        }
        if (b.get(IPV4) >>> 4 != 4) {
            throw new VerbsException(
                    Errno.EINVAL, "the 40 bytes hold a header neither of IPv4 nor of IPv6");
        }
        int sgid = indexOf(mapped(b, IPV4_DESTINATION), table, portNum);
        int tos = b.get(IPV4_TOS) & 0xff;
        return new GlobalRoute(mapped(b, IPV4_SOURCE), 0, sgid, HOP_LIMIT, tos);
    }

    private static Gid gid(ByteBuffer b, int at) {
        return new Gid(b.getLong(at), b.getLong(at + Long.BYTES));
    }

    private static Gid mapped(ByteBuffer b, int at) {
        return new Gid(0, IPV4_MAPPED | Integer.toUnsignedLong(b.getInt(at)));
    }

    private static int indexOf(Gid gid, List<GidEntry> table, int portNum) {
        GidEntry found = null;
        for (GidEntry entry : table) {
            boolean to =
                    gid.isMulticast()
                            ? entry.gid().isIpv4Mapped() == gid.isIpv4Mapped()
                            : entry.gid().equals(gid);
            if (entry.portNum() == portNum
                    && to
                    && (found == null || entry.gidType() == GidType.ROCE_V2)) {
                found = entry;
            }
        }
        if (found == null) {
            throw new VerbsException(
                    Errno.EINVAL,
                    "%s, where it was sent to, is not in the GID table of port %d"
                            .formatted(gid, portNum));
        }
        return found.gidIndex();
    }
}

package org.urdma4j.transport.port.raw;

import org.urdma4j.codec.net.EtherType;
import org.urdma4j.transport.port.linux.FrameMatch;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.FlowAttr;
import org.urdma4j.verbs.FlowEthFilter;
import org.urdma4j.verbs.FlowIpv4ExtFilter;
import org.urdma4j.verbs.FlowIpv6Filter;
import org.urdma4j.verbs.FlowSpec;
import org.urdma4j.verbs.FlowSpecEth;
import org.urdma4j.verbs.FlowSpecIpv4Ext;
import org.urdma4j.verbs.FlowSpecIpv6;
import org.urdma4j.verbs.FlowSpecTcpUdp;
import org.urdma4j.verbs.FlowSpecType;
import org.urdma4j.verbs.FlowTcpUdpFilter;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.VerbsException;

import java.util.List;
import java.util.OptionalLong;

/** What the specs of a flow ask of a frame; ports without a version of IP mean both. */
final class FlowMatches {
    private static final int TCP = 6;
    private static final int UDP = 17;

    private static final int ETHER_DESTINATION = 0;
    private static final int ETHER_SOURCE = 6;
    private static final int IP = 14;
    private static final int IPV4_TOS = IP + 1;
    private static final int IPV4_FLAGS = IP + 6;
    private static final int IPV4_TTL = IP + 8;
    private static final int IPV4_PROTOCOL = IP + 9;
    private static final int IPV4_SOURCE = IP + 12;
    private static final int IPV4_DESTINATION = IP + 16;
    private static final int DONT_FRAGMENT = 0x40;
    private static final int MORE_FRAGMENTS = 0x20;
    private static final int IPV6_NEXT = IP + 6;
    private static final int IPV6_HOPS = IP + 7;
    private static final int IPV6_SOURCE = IP + 8;
    private static final int IPV6_DESTINATION = IP + 24;
    private static final int CLASS_SHIFT = 4;
    private static final int SOURCE_PORT = 0;
    private static final int DESTINATION_PORT = 2;

    private final FlowSpecEth eth;
    private final FlowSpecIpv4Ext ipv4;
    private final FlowSpecIpv6 ipv6;
    private final FlowSpecTcpUdp ports;

    private FlowMatches(FlowAttr attr) {
        eth = only(attr, FlowSpecEth.class);
        ipv4 = only(attr, FlowSpecIpv4Ext.class);
        ipv6 = only(attr, FlowSpecIpv6.class);
        ports = only(attr, FlowSpecTcpUdp.class);
        checkAgreement();
    }

    /**
     * Returns frames of which a flow takes all, one of them after the other.
     *
     * @throws VerbsException EINVAL if specs exclude one another
     */
    static List<FrameMatch> of(FlowAttr attr) {
        FlowMatches specs = new FlowMatches(attr);
        FrameMatch link = specs.link();
        if (specs.ipv4 != null) {
            return List.of(specs.overIpv4(link));
        }
        if (specs.ipv6 != null) {
            return List.of(specs.overIpv6(link));
        }
        return specs.ports == null
                ? List.of(link)
                : List.of(specs.overIpv4(link), specs.overIpv6(link));
    }

    /** Returns the address that frames must be sent to, unless any of several will do. */
    static OptionalLong destination(FlowAttr attr) {
        FlowSpecEth eth = only(attr, FlowSpecEth.class);
        return eth != null && eth.mask().dstMac() == FlowEthFilter.MAC_MASK
                ? OptionalLong.of(eth.val().dstMac())
                : OptionalLong.empty();
    }

    private static <T extends FlowSpec> T only(FlowAttr attr, Class<T> kind) {
        List<T> found = attr.specs().stream().filter(kind::isInstance).map(kind::cast).toList();
        if (found.size() > 1) {
            throw invalid("of each header one spec at most, not " + found);
        }
        return found.isEmpty() ? null : found.getFirst();
    }

    private static VerbsException invalid(String why) {
        return new VerbsException(Errno.EINVAL, why);
    }

    private void checkAgreement() {
        if (ipv4 != null && ipv6 != null) {
            throw invalid("no frame is of IPv4 and IPv6 both");
        }
        if (eth != null) {
            checkEtherType(ipv4, EtherType.IPV4);
            checkEtherType(ipv6, EtherType.IPV6);
        }
        if (ports != null) {
            checkProtocol(
                    ipv4 == null ? 0 : ipv4.mask().proto(), ipv4 == null ? 0 : ipv4.val().proto());
            checkProtocol(
                    ipv6 == null ? 0 : ipv6.mask().nextHdr(),
                    ipv6 == null ? 0 : ipv6.val().nextHdr());
        }
    }

    private void checkEtherType(FlowSpec ip, int type) {
        int mask = eth.mask().etherType();
        if (ip != null && ((eth.val().etherType() ^ type) & mask) != 0) {
            throw invalid("a frame of %s has EtherType 0x%04x".formatted(ip.type(), type));
        }
    }

    private void checkProtocol(int mask, int value) {
        if (((value ^ protocol()) & mask) != 0) {
            throw invalid("a packet of %s has protocol %d".formatted(ports.type(), protocol()));
        }
    }

    private int protocol() {
        return ports.type() == FlowSpecType.TCP ? TCP : UDP;
    }

    private FrameMatch link() {
        if (eth == null) {
            return FrameMatch.ALL;
        }
        FlowEthFilter val = eth.val();
        FlowEthFilter mask = eth.mask();
        FrameMatch to = mac(FrameMatch.ALL, ETHER_DESTINATION, mask.dstMac(), val.dstMac());
        return mac(to, ETHER_SOURCE, mask.srcMac(), val.srcMac())
                .half(2 * ETHER_SOURCE, mask.etherType(), val.etherType())
                .tag(mask.vlanTag(), val.vlanTag());
    }

    private static FrameMatch mac(FrameMatch match, int at, long mask, long value) {
        return match.word(at, (int) (mask >>> Short.SIZE), (int) (value >>> Short.SIZE))
                .half(at + Integer.BYTES, (int) mask & 0xffff, (int) value & 0xffff);
    }

    private FrameMatch overIpv4(FrameMatch link) {
        FrameMatch match = link.etherType(EtherType.IPV4);
        if (ipv4 != null) {
            FlowIpv4ExtFilter val = ipv4.val();
            FlowIpv4ExtFilter mask = ipv4.mask();
            match =
                    match.word(IPV4_SOURCE, mask.srcIp(), val.srcIp())
                            .word(IPV4_DESTINATION, mask.dstIp(), val.dstIp())
                            .octet(IPV4_PROTOCOL, mask.proto(), val.proto())
                            .octet(IPV4_TOS, mask.tos(), val.tos())
                            .octet(IPV4_TTL, mask.ttl(), val.ttl())
                            .octet(IPV4_FLAGS, flags(mask.flags()), flags(val.flags()));
        }
        if (ports == null) {
            return match;
        }
        FlowTcpUdpFilter val = ports.val();
        FlowTcpUdpFilter mask = ports.mask();
        return match.ipv4(protocol())
                .behindIpv4(SOURCE_PORT, mask.srcPort(), val.srcPort())
                .behindIpv4(DESTINATION_PORT, mask.dstPort(), val.dstPort());
    }

    private static int flags(int bits) {
        return ((bits & FlowIpv4ExtFilter.DONT_FRAGMENT) == 0 ? 0 : DONT_FRAGMENT)
                | ((bits & FlowIpv4ExtFilter.MORE_FRAGMENTS) == 0 ? 0 : MORE_FRAGMENTS);
    }

    private FrameMatch overIpv6(FrameMatch link) {
        FrameMatch match = link.etherType(EtherType.IPV6);
        if (ipv6 != null) {
            FlowIpv6Filter val = ipv6.val();
            FlowIpv6Filter mask = ipv6.mask();
            match =
                    address(match, IPV6_SOURCE, mask.srcIp(), val.srcIp())
                            .word(IP, mask.flowLabel(), val.flowLabel())
                            .half(
                                    IP,
                                    mask.trafficClass() << CLASS_SHIFT,
                                    val.trafficClass() << CLASS_SHIFT)
                            .octet(IPV6_NEXT, mask.nextHdr(), val.nextHdr())
                            .octet(IPV6_HOPS, mask.hopLimit(), val.hopLimit());
            match = address(match, IPV6_DESTINATION, mask.dstIp(), val.dstIp());
        }
        if (ports == null) {
            return match;
        }
        FlowTcpUdpFilter val = ports.val();
        FlowTcpUdpFilter mask = ports.mask();
        return match.ipv6(protocol())
                .behindIpv6(SOURCE_PORT, mask.srcPort(), val.srcPort())
                .behindIpv6(DESTINATION_PORT, mask.dstPort(), val.dstPort());
    }

    private static FrameMatch address(FrameMatch match, int at, Gid mask, Gid value) {
        FrameMatch upper = wide(match, at, mask.subnetPrefix(), value.subnetPrefix());
        return wide(upper, at + Long.BYTES, mask.interfaceId(), value.interfaceId());
    }

    private static FrameMatch wide(FrameMatch match, int at, long mask, long value) {
        return match.word(at, (int) (mask >>> Integer.SIZE), (int) (value >>> Integer.SIZE))
                .word(at + Integer.BYTES, (int) mask, (int) value);
    }
}

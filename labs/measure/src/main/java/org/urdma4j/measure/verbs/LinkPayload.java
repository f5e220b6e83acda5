package org.urdma4j.measure.verbs;

import org.urdma4j.codec.net.Udp;
import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.codec.urdma.VerificationTag;
import org.urdma4j.measure.spec.Protocol;
import org.urdma4j.measure.spec.RunSpec;
import org.urdma4j.measure.spec.Side;
import org.urdma4j.measure.spec.Spread;
import org.urdma4j.measure.traffic.EndSetup;
import org.urdma4j.protection.packet.PacketSeal;
import org.urdma4j.transport.port.linux.RouteMtu;
import org.urdma4j.transport.urdma.offer.UrdmaPayload;
import org.urdma4j.verbs.Mtu;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.util.List;

/** How much payload a packet may have on the link behind an address. */
final class LinkPayload {
    private static final int ICRC = 4;

    /** BTH, RETH and ImmDt: the longest of the Standard profile that come with payload. */
    private static final int STANDARD_HEADERS = 12 + 16 + 4;

    private static final int LEAST = 256;

    /** What fits Ethernet's jumbo frames; beyond, a batch holds too few packets to gain. */
    private static final int MOST = 9000;

    private LinkPayload() {}

    /**
     * Returns what this end can take: what was asked for, or the most that fits the link.
     *
     * @throws IOException if what was asked for doesn't fit; the message says what would
     */
    static int choose(RunSpec spec, Backend backend, InetAddress local, InetAddress remote)
            throws IOException {
        InetSocketAddress peer = new InetSocketAddress(remote, Udp.ROCE_PORT);
        return choose(spec, backend, local, RouteMtu.of(local, peer).orElse(Integer.MAX_VALUE));
    }

    /**
     * As {@link #choose(RunSpec, Backend, InetAddress, InetAddress)}, of the smallest of all paths.
     *
     * @param more further addresses of this end; their peers' are looked up in the run, or unknown
     */
    static int choose(RunSpec spec, Backend backend, EndSetup setup, List<InetAddress> more)
            throws IOException {
        if (backend.isForeign()) {
            return Foreign.payload(spec, backend, setup.local());
        }
        int least = choose(spec, backend, setup.local(), setup.remote());
        for (Spread.Pair pair : spec.tuning().spread().pairs()) {
            Side other = setup.side().other();
            least = Math.min(least, choose(spec, backend, pair.of(setup.side()), pair.of(other)));
        }
        for (InetAddress local : more) {
            least = Math.min(least, choose(spec, backend, local, MOST));
        }
        return least;
    }

    private static int choose(RunSpec spec, Backend backend, InetAddress local, int pathMtu)
            throws IOException {
        int link = Math.min(Math.min(linkMtu(local), pathMtu), MOST);
        int networkHeaders = backend.networkHeaders(local instanceof Inet4Address);
        int asked = spec.tuning().mtu();
        // What is probed for is the longest packet of any kind; one that can't fit isn't found.
        boolean probes = asked == 0 && spec.protocol() == Protocol.URDMA;
        int headers =
                backend.pads() || probes
                        ? longest(spec, networkHeaders)
                        : headers(spec, networkHeaders);
        if (backend.seals()) {
            headers += PacketSeal.OVERHEAD;
        } else if (spec.protocol() == Protocol.URDMA) {
            headers += VerificationTag.LENGTH;
        }
        if (asked == 0) {
            return spec.protocol() == Protocol.STANDARD
                    ? standard(link - headers)
                    : Math.max(LEAST, (link - headers) & ~3);
        }
        if (asked + headers > linkMtu(local)) {
            throw new IOException(
                    "--mtu %d needs %d bytes on the link, which carries %d: use --mtu %d or less"
                            .formatted(
                                    asked,
                                    asked + headers,
                                    linkMtu(local),
                                    (linkMtu(local) - headers) & ~3));
        }
        return asked;
    }

    /** Returns the largest path MTU within {@code bytes}. */
    private static int standard(int bytes) {
        int largest = LEAST;
        for (Mtu mtu : Mtu.values()) {
            if (mtu.bytes() <= bytes) {
                largest = mtu.bytes();
            }
        }
        return largest;
    }

    /**
     * Returns all bytes of a full packet but its payload, from the network header on, before it is
     * sealed or tagged.
     */
    static int headers(RunSpec spec, int networkHeaders) {
        int outer = networkHeaders + ICRC;
        if (spec.protocol() == Protocol.STANDARD) {
            return outer + STANDARD_HEADERS;
        }
        boolean fec = !spec.tuning().fec().equals("off");
        int inner =
                switch (spec.operation()) {
                    case WRITE ->
                            Layout.carriesNotice(spec)
                                    ? UrdmaOpcode.WRITE_ONLY_WITH_IMMEDIATE
                                    : UrdmaOpcode.WRITE_ONLY;
                    case WRITE_IMM -> UrdmaOpcode.WRITE_ONLY_WITH_IMMEDIATE;
                    case SEND -> UrdmaOpcode.SEND_ONLY;
                    case READ, CAS, FAA -> UrdmaOpcode.READ_RESPONSE_ONLY;
                };
        return outer + UrdmaOpcode.headerLength(inner, fec, spec.tuning().spread().wanted());
    }

    /** As {@link #headers}, of the longest packet that a connection may send. */
    private static int longest(RunSpec spec, int networkHeaders) {
        return networkHeaders
                + UrdmaPayload.longest(
                        0, !spec.tuning().fec().equals("off"), spec.tuning().spread().wanted());
    }

    private static int linkMtu(InetAddress local) throws IOException {
        NetworkInterface found = NetworkInterface.getByInetAddress(local);
        if (found == null && local.isLoopbackAddress()) {
            // All of 127/8 is local, but only 127.0.0.1 is configured.
            found = NetworkInterface.getByInetAddress(InetAddress.getLoopbackAddress());
        }
        if (found == null) {
            throw new IOException(
                    local.getHostAddress()
                            + " is on no interface of this machine; see --bind and --paths");
        }
        return found.getMTU();
    }
}

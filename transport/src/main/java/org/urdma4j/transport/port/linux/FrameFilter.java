package org.urdma4j.transport.port.linux;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Which frames a packet socket is given, as a program of the kernel's classic packet filter: the
 * first of some rules that a frame matches tells, and what matches none isn't given. Immutable.
 */
public final class FrameFilter {
    /** Lets nothing pass. */
    public static final FrameFilter NOTHING = new FrameFilter(List.of());

    private static final int RETURN = 0x06;
    private static final FilterStep PASS = new FilterStep(RETURN, 0, 0, 0x40000);
    private static final FilterStep DROP = new FilterStep(RETURN, 0, 0, 0);

    private static final int UDP = 17;
    private static final int UDP_DESTINATION = 2;
    private static final int NETWORK = 14;
    private static final int IPV4_DESTINATION = NETWORK + 16;
    private static final int IPV6_DESTINATION = NETWORK + 24;

    private final List<FilterStep> steps;

    private FrameFilter(List<FilterStep> steps) {
        this.steps = steps;
    }

    /** Lets frames pass that match one of some. */
    public static FrameFilter of(List<FrameMatch> matches) {
        return new Builder().rules(matches, true).build();
    }

    /**
     * Returns what matches frames of some EtherTypes, and UDP to a port of some addresses. First
     * fragments match too, later ones don't.
     */
    public static List<FrameMatch> matches(
            List<InetAddress> addresses, int port, int... etherTypes) {
        List<FrameMatch> matches = new ArrayList<>();
        for (int etherType : etherTypes) {
            matches.add(FrameMatch.ALL.etherType(etherType));
        }
        for (InetAddress local : addresses) {
            ByteBuffer address = ByteBuffer.wrap(local.getAddress());
            matches.add(
                    local instanceof Inet4Address
                            ? ipv4(address.getInt(), port)
                            : ipv6(address, port));
        }
        return matches;
    }

    /**
     * Lets frames of an EtherType, and UDP to a port, pass to whatever group: a rule for each of
     * many would be more than {@code optmem_max} of older kernels.
     */
    public static FrameFilter groups(int port, int etherType) {
        return of(
                List.of(
                        FrameMatch.ALL.etherType(etherType).octet(0, 1, 1),
                        FrameMatch.ALL
                                .ipv4(UDP)
                                .octet(IPV4_DESTINATION, 0xf0, 0xe0)
                                .behindIpv4(UDP_DESTINATION, 0xffff, port),
                        FrameMatch.ALL
                                .ipv6(UDP)
                                .octet(IPV6_DESTINATION, 0xff, 0xff)
                                .behindIpv6(UDP_DESTINATION, 0xffff, port)));
    }

    private static FrameMatch ipv4(int address, int port) {
        return FrameMatch.ALL
                .ipv4(UDP)
                .word(IPV4_DESTINATION, -1, address)
                .behindIpv4(UDP_DESTINATION, 0xffff, port);
    }

    private static FrameMatch ipv6(ByteBuffer address, int port) {
        FrameMatch match = FrameMatch.ALL.ipv6(UDP);
        for (int at = 0; at < address.capacity(); at += Integer.BYTES) {
            match = match.word(IPV6_DESTINATION + at, -1, address.getInt(at));
        }
        return match.behindIpv6(UDP_DESTINATION, 0xffff, port);
    }

    /** Collects rules. Not thread-safe. */
    public static final class Builder {
        private final List<FilterStep> steps = new ArrayList<>();

        /** Adds a rule for each of several kinds of frames, behind those that are there. */
        public Builder rules(List<FrameMatch> matches, boolean passes) {
            matches.forEach(match -> steps.addAll(match.program(passes ? PASS : DROP)));
            return this;
        }

        public FrameFilter build() {
            return new FrameFilter(List.copyOf(steps));
        }
    }

    /** Returns the instructions, each a {@code struct sock_filter} of a little-endian machine. */
    public long[] program() {
        long[] program = new long[steps.size() + 1];
        for (int i = 0; i < steps.size(); i++) {
            program[i] = steps.get(i).code();
        }
        program[steps.size()] = DROP.code();
        return program;
    }
}

package org.urdma4j.transport.port.linux;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Which frames a packet socket is given, as a program of the kernel's classic packet filter: the
 * frames of whole EtherTypes, UDP to a port of ours, and nothing else. Offsets are those of frames
 * without a tag, which is how the filter sees them. Immutable.
 */
public final class FrameFilter {
    private static final int LOAD_WORD = 0x20;
    private static final int LOAD_HALF = 0x28;
    private static final int LOAD_BYTE = 0x30;
    private static final int LOAD_HALF_INDEXED = 0x48;
    private static final int LOAD_INDEX_IP_LENGTH = 0xb1;
    private static final int JUMP_IF_EQUAL = 0x15;
    private static final int JUMP_IF_ANY_BIT = 0x45;
    private static final int RETURN = 0x06;

    private static final int ALL = 0x40000;

    private static final int ETHER_TYPE = 12;
    private static final int NETWORK = 14;
    private static final int IPV4 = 0x0800;
    private static final int IPV6 = 0x86dd;
    private static final int UDP = 17;
    private static final int FRAGMENT_OFFSET = 0x1fff;

    private static final int IPV4_FRAGMENT = NETWORK + 6;
    private static final int IPV4_PROTOCOL = NETWORK + 9;
    private static final int IPV4_DESTINATION = NETWORK + 16;
    private static final int UDP_DESTINATION = 2;
    private static final int IPV6_NEXT = NETWORK + 6;
    private static final int IPV6_DESTINATION = NETWORK + 24;
    private static final int IPV6_UDP_DESTINATION = NETWORK + 40 + UDP_DESTINATION;

    private final List<FilterStep> steps = new ArrayList<>();

    private FrameFilter() {}

    /**
     * Lets frames of some EtherTypes pass, and UDP to an address and port. First fragments pass
     * too, later ones don't.
     */
    public static FrameFilter of(InetAddress local, int port, int... etherTypes) {
        FrameFilter filter = new FrameFilter();
        filter.step(LOAD_HALF, ETHER_TYPE);
        for (int etherType : etherTypes) {
            filter.jump(JUMP_IF_EQUAL, 0, 1, etherType);
            filter.step(RETURN, ALL);
        }
        if (local instanceof Inet4Address) {
            filter.ipv4(ByteBuffer.wrap(local.getAddress()).getInt(), port);
        } else {
            filter.ipv6(ByteBuffer.wrap(local.getAddress()), port);
        }
        return filter;
    }

    private void ipv4(int address, int port) {
        require(JUMP_IF_EQUAL, IPV4);
        step(LOAD_WORD, IPV4_DESTINATION);
        require(JUMP_IF_EQUAL, address);
        step(LOAD_BYTE, IPV4_PROTOCOL);
        require(JUMP_IF_EQUAL, UDP);
        step(LOAD_HALF, IPV4_FRAGMENT);
        jump(JUMP_IF_ANY_BIT, 0, 1, FRAGMENT_OFFSET);
        step(RETURN, 0);
        step(LOAD_INDEX_IP_LENGTH, NETWORK);
        step(LOAD_HALF_INDEXED, NETWORK + UDP_DESTINATION);
        require(JUMP_IF_EQUAL, port);
        step(RETURN, ALL);
    }

    private void ipv6(ByteBuffer address, int port) {
        require(JUMP_IF_EQUAL, IPV6);
        step(LOAD_BYTE, IPV6_NEXT);
        require(JUMP_IF_EQUAL, UDP);
        for (int at = 0; at < address.capacity(); at += Integer.BYTES) {
            step(LOAD_WORD, IPV6_DESTINATION + at);
            require(JUMP_IF_EQUAL, address.getInt(at));
        }
        step(LOAD_HALF, IPV6_UDP_DESTINATION);
        require(JUMP_IF_EQUAL, port);
        step(RETURN, ALL);
    }

    /** Goes on if the comparison holds; otherwise the frame is dropped. */
    private void require(int comparison, int operand) {
        jump(comparison, 1, 0, operand);
        step(RETURN, 0);
    }

    private void step(int opcode, int operand) {
        jump(opcode, 0, 0, operand);
    }

    private void jump(int opcode, int ifTrue, int ifFalse, int operand) {
        steps.add(new FilterStep(opcode, ifTrue, ifFalse, operand));
    }

    long[] program() {
        return steps.stream().mapToLong(FilterStep::code).toArray();
    }
}

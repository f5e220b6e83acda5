package org.urdma4j.transport.port.linux;

import java.util.ArrayList;
import java.util.List;

/**
 * What a frame has to be like, as a piece of a program of the kernel's classic packet filter.
 * Offsets are those of frames without a tag, which is how the filter sees them. Immutable.
 */
public final class FrameMatch {
    private static final int LOAD_WORD = 0x20;
    private static final int LOAD_HALF = 0x28;
    private static final int LOAD_BYTE = 0x30;
    private static final int LOAD_HALF_INDEXED = 0x48;
    private static final int LOAD_LENGTH = 0x80;
    private static final int LOAD_INDEX_IP_LENGTH = 0xb1;
    private static final int AND = 0x54;
    private static final int ADD = 0x04;
    private static final int TO_INDEX = 0x07;
    private static final int FROM_INDEX = 0x87;
    private static final int JUMP_IF_EQUAL = 0x15;
    private static final int JUMP_IF_AT_LEAST = 0x35;
    private static final int JUMP_IF_AT_LEAST_INDEX = 0x3d;
    private static final int JUMP_IF_ANY_BIT = 0x45;

    // linux/filter.h, from SKF_AD_OFF on
    private static final int VLAN_TAG = -0x1000 + 44;
    private static final int VLAN_TAG_PRESENT = -0x1000 + 48;

    private static final int ETHER_TYPE = 12;
    private static final int NETWORK = 14;
    private static final int IPV4 = 0x0800;
    private static final int IPV6 = 0x86dd;
    private static final int IPV4_FRAGMENT = NETWORK + 6;
    private static final int FRAGMENT_OFFSET = 0x1fff;
    private static final int IPV4_PROTOCOL = NETWORK + 9;
    private static final int IPV6_NEXT = NETWORK + 6;
    private static final int IPV6_TRANSPORT = NETWORK + 40;

    private static final int HALF = 0xffff;
    private static final int BYTE = 0xff;

    public static final FrameMatch ALL = new FrameMatch(List.of(), 0);

    /** Which way a step leads to where the frame doesn't match. */
    private enum Fails {
        NEVER,
        IF_FALSE,
        IF_TRUE
    }

    private record Step(int opcode, int operand, Fails fails) {}

    private final List<Step> steps;

    /** Bytes that the frame must have, lest a load beyond its end drop it for everybody. */
    private final int needs;

    private FrameMatch(List<Step> steps, int needs) {
        this.steps = steps;
        this.needs = needs;
    }

    private FrameMatch and(int end, Step... more) {
        List<Step> all = new ArrayList<>(steps);
        all.addAll(List.of(more));
        return new FrameMatch(List.copyOf(all), Math.max(needs, end));
    }

    private static Step load(int opcode, int operand) {
        return new Step(opcode, operand, Fails.NEVER);
    }

    private static Step equal(int value) {
        return new Step(JUMP_IF_EQUAL, value, Fails.IF_FALSE);
    }

    /** Returns the same, where a word of the frame has some bits. */
    public FrameMatch word(int offset, int mask, int value) {
        return mask == 0 ? this : field(LOAD_WORD, offset, Integer.BYTES, mask, value);
    }

    /** Returns the same, where a word of 16 bits has some bits. */
    public FrameMatch half(int offset, int mask, int value) {
        return mask == 0 ? this : field(LOAD_HALF, offset, Short.BYTES, mask, value);
    }

    /** Returns the same, where a byte has some bits. */
    public FrameMatch octet(int offset, int mask, int value) {
        return mask == 0 ? this : field(LOAD_BYTE, offset, Byte.BYTES, mask, value);
    }

    private FrameMatch field(int load, int offset, int bytes, int mask, int value) {
        return and(offset + bytes, load(load, offset), load(AND, mask), equal(value & mask));
    }

    public FrameMatch etherType(int type) {
        return half(ETHER_TYPE, HALF, type);
    }

    public FrameMatch tag(int mask, int value) {
        return mask == 0
                ? this
                : and(
                        0,
                        load(LOAD_BYTE, VLAN_TAG_PRESENT),
                        new Step(JUMP_IF_EQUAL, 0, Fails.IF_TRUE),
                        load(LOAD_HALF, VLAN_TAG),
                        load(AND, mask),
                        equal(value & mask));
    }

    /** Returns the same of IPv4 packets of a protocol that aren't later fragments. */
    public FrameMatch ipv4(int protocol) {
        return etherType(IPV4)
                .octet(IPV4_PROTOCOL, BYTE, protocol)
                .and(
                        IPV4_FRAGMENT + Short.BYTES,
                        load(LOAD_HALF, IPV4_FRAGMENT),
                        new Step(JUMP_IF_ANY_BIT, FRAGMENT_OFFSET, Fails.IF_TRUE));
    }

    /** Returns the same of IPv6 packets of a protocol, without extension headers. */
    public FrameMatch ipv6(int protocol) {
        return etherType(IPV6).octet(IPV6_NEXT, BYTE, protocol);
    }

    /** Returns the same, where a word of 16 bits behind the header of IPv4 has some bits. */
    public FrameMatch behindIpv4(int offset, int mask, int value) {
        int at = NETWORK + offset;
        return mask == 0
                ? this
                : and(
                        NETWORK + 1,
                        load(LOAD_INDEX_IP_LENGTH, NETWORK),
                        load(FROM_INDEX, 0),
                        load(ADD, at + Short.BYTES),
                        load(TO_INDEX, 0),
                        load(LOAD_LENGTH, 0),
                        new Step(JUMP_IF_AT_LEAST_INDEX, 0, Fails.IF_FALSE),
                        load(LOAD_INDEX_IP_LENGTH, NETWORK),
                        load(LOAD_HALF_INDEXED, at),
                        load(AND, mask),
                        equal(value & mask));
    }

    /** Returns the same, where a word of 16 bits behind the header of IPv6 has some bits. */
    public FrameMatch behindIpv6(int offset, int mask, int value) {
        return half(IPV6_TRANSPORT + offset, mask, value);
    }

    /** Returns the program: if a frame matches, the verdict; otherwise on behind it. */
    List<FilterStep> program(FilterStep verdict) {
        List<Step> all = new ArrayList<>();
        all.add(load(LOAD_LENGTH, 0));
        all.add(new Step(JUMP_IF_AT_LEAST, needs, Fails.IF_FALSE));
        all.addAll(steps);
        List<FilterStep> program = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            Step step = all.get(i);
            int toEnd = all.size() - i;
            program.add(
                    new FilterStep(
                            step.opcode(),
                            step.fails() == Fails.IF_TRUE ? toEnd : 0,
                            step.fails() == Fails.IF_FALSE ? toEnd : 0,
                            step.operand()));
        }
        program.add(verdict);
        return program;
    }
}

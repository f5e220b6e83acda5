package org.urdma4j.transport.urdma;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * A packet as the engine sent it, BTH to pad, read byte by byte by the tables of {@code
 * docs/wire-urdma.md}.
 *
 * @param atNs when it was sent
 * @param tag the verification tag
 * @param bytes the whole, without the tag
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Seen(long atNs, int tag, byte[] bytes) {
    private static final int BTH = 12;

    /** Returns a packet that is on the wire as it is said here; only URDMA's have a tag. */
    static Seen of(long atNs, byte[] wire) {
        if ((wire[0] & 0xe0) != 0xc0) {
            return new Seen(atNs, 0, wire);
        }
        byte[] bytes = new byte[wire.length - 4];
        System.arraycopy(wire, 0, bytes, 0, BTH);
        System.arraycopy(wire, BTH + 4, bytes, BTH, bytes.length - BTH);
        return new Seen(atNs, ByteBuffer.wrap(wire).getInt(BTH), bytes);
    }

    int u8(int at) {
        return bytes[at] & 0xff;
    }

    int u16(int at) {
        return ByteBuffer.wrap(bytes).getShort(at) & 0xffff;
    }

    int u24(int at) {
        return ByteBuffer.wrap(bytes).getInt(at) & 0xff_ffff;
    }

    int u32(int at) {
        return ByteBuffer.wrap(bytes).getInt(at);
    }

    long u64(int at) {
        return ByteBuffer.wrap(bytes).getLong(at);
    }

    int opcode() {
        return u8(0);
    }

    int psn() {
        return u24(8);
    }

    boolean solicited() {
        return (u8(1) & 0x80) != 0;
    }

    /** Whether M marks it as a retransmission. */
    boolean again() {
        return (u8(1) & 0x40) != 0;
    }

    boolean asks() {
        return (u8(8) & 0x80) != 0;
    }

    /** Whether it takes a sequence number: a request or an answer. */
    boolean isData() {
        int op = opcode();
        return op >= 0xc0 && op <= 0xd7 && op != 0xd1;
    }

    boolean isReport() {
        return opcode() == 0xda || opcode() == 0xdb;
    }

    boolean isNak() {
        return opcode() == 0xd1;
    }

    /** Bytes between the BTH and T1, by the table of opcodes. */
    static int eths(int opcode) {
        return switch (opcode) {
            case 0xc3, 0xc5, 0xc9, 0xcb, 0xcc, 0xd6, 0xd7 -> 20;
            case 0xd2 -> 24;
            case 0xd3, 0xd4 -> 32;
            default -> 16;
        };
    }

    int t1() {
        return u32(12 + eths(opcode()));
    }

    int tr() {
        return u32(16 + eths(opcode()));
    }

    String hex(int from, int to) {
        return HexFormat.of().formatHex(Arrays.copyOfRange(bytes, from, to));
    }

    @Override
    public String toString() {
        return "%02x %x%s%s".formatted(opcode(), psn(), again() ? " M" : "", asks() ? " A" : "");
    }
}

package org.urdma4j.transport.urdma;

import java.nio.ByteBuffer;

/**
 * A packet that a test makes up byte by byte, by the tables of {@code docs/wire-urdma.md} and not
 * by the code that is tested. Without FEC. What isn't set is zero.
 */
final class Raw {
    private final ByteBuffer eths;
    private final int opcode;
    private final int psn;
    private int first;
    private int tStamps;
    private int t1;
    private int tr;
    private boolean asks;
    private byte[] payload = {};
    private int tag = Host.RESPONSE_PSN;

    private Raw(int opcode, int psn, int ethBytes) {
        this.opcode = opcode;
        this.psn = psn;
        eths = ByteBuffer.allocate(ethBytes);
    }

    /** A request or an answer. */
    static Raw data(int opcode, int psn) {
        Raw raw = new Raw(opcode, psn, Seen.eths(opcode));
        raw.tStamps = 2;
        return raw;
    }

    static Raw write(int opcode, int psn, long address, int rkey, int toEnd) {
        Raw raw = data(opcode, psn);
        raw.eths.putLong(0, address).putInt(8, rkey).putInt(12, toEnd);
        return raw;
    }

    static Raw send(int opcode, int psn, int rmsn, int offset, int toEnd) {
        Raw raw = data(opcode, psn);
        raw.eths.putInt(0, rmsn).putInt(4, offset).putInt(8, toEnd);
        return raw;
    }

    /** An answer has the shape of a SEND. */
    static Raw answer(int opcode, int psn, int number, int offset, int toEnd) {
        return send(opcode, psn, number, offset, toEnd);
    }

    static Raw read(int psn, long address, int rkey, int bytes, int number) {
        Raw raw = write(0xcc, psn, address, rkey, bytes);
        raw.eths.putInt(16, number);
        return raw;
    }

    static Raw atomic(
            int opcode, int psn, long address, int rkey, long swapAdd, long compare, int number) {
        Raw raw = data(opcode, psn);
        raw.eths.putLong(0, address).putInt(8, rkey).putLong(12, swapAdd).putLong(20, compare);
        raw.eths.putInt(28, number);
        return raw;
    }

    static Raw nak(int cumulative, int syndrome, int culprit, int rmsn) {
        Raw raw = new Raw(0xd1, cumulative, 24);
        raw.eths.put(0, (byte) syndrome).putInt(12, culprit).putInt(20, rmsn);
        return raw;
    }

    static Raw probe() {
        return new Raw(0xdc, 0, 16);
    }

    /**
     * A report of one part that names nothing missing.
     *
     * @param opcode 0xda on requests, 0xdb on answers
     * @param t1Echo the newest T1 that has arrived
     */
    static Raw report(
            int opcode, int number, int cumulative, int highest, int received, int t1Echo) {
        Raw raw = new Raw(opcode, number & 0xff_ffff, 68);
        raw.eths.putInt(0, 0x1f000000).putInt(12, (highest - 1) & 0xff_ffff).putInt(16, t1Echo);
        raw.eths.putInt(20, number).putInt(24, cumulative).putInt(28, highest);
        raw.eths.putInt(32, received).putInt(60, -1).put(65, (byte) 1);
        return raw;
    }

    /** Adds a range of missing packets to a report that has no other entry. */
    Raw missing(int first, int count) {
        eths.putShort(66, (short) 1);
        payload = ByteBuffer.allocate(8).putInt(first).putInt(count).array();
        return this;
    }

    /** Sets T3 and Ts of an acknowledgement or report. */
    Raw delays(int t3, int ts) {
        eths.putInt(4, t3).putInt(8, ts);
        return this;
    }

    /** Sets the T1 that a NAK answers. */
    Raw echo(int t1Echo) {
        eths.putInt(16, t1Echo);
        return this;
    }

    /** Sets the receive limit of a report. */
    Raw limit(int receives) {
        eths.putInt(60, receives);
        return this;
    }

    /** Sets the last extended header: immediate data, or the key to invalidate. */
    Raw word(int value) {
        eths.putInt(16, value);
        return this;
    }

    Raw original(long value) {
        eths.putLong(16, value);
        return this;
    }

    /** Sets the verification tag, otherwise that of {@link Host#OFFER}. */
    Raw tag(int verificationTag) {
        tag = verificationTag;
        return this;
    }

    Raw again() {
        first |= 0x40;
        return this;
    }

    Raw solicited() {
        first |= 0x80;
        return this;
    }

    Raw asks() {
        asks = true;
        return this;
    }

    Raw t1(int units) {
        t1 = units;
        return this;
    }

    Raw tr(int units) {
        tr = units;
        return this;
    }

    /** Sets a payload of {@code n} bytes that begins as {@link Host#fill} does at {@code from}. */
    Raw payload(int from, int n) {
        payload = new byte[n];
        for (int i = 0; i < n; i++) {
            payload[i] = Host.pattern(from + (long) i);
        }
        return this;
    }

    /** Returns the packet from BTH to pad. */
    byte[] to(int qpn) {
        int pad = -payload.length & 3;
        int length = 16 + eths.capacity() + 4 * tStamps + payload.length + pad;
        if (opcode == 0xd1 || opcode == 0xda || opcode == 0xdb || opcode == 0xdc) {
            pad = 0;
        }
        ByteBuffer packet = ByteBuffer.allocate(length);
        packet.put((byte) opcode).put((byte) (first | (pad << 4))).putShort((short) 0xffff);
        packet.putInt((tStamps > 0 ? 0x20_000000 : 0) | qpn);
        packet.putInt((asks ? 0x80_000000 : 0) | (tStamps > 1 ? 0x41_000000 : 0) | psn);
        packet.putInt(tag).put(eths.array());
        if (tStamps > 0) {
            packet.putInt(t1).putInt(tr);
        }
        return packet.put(payload).array();
    }
}

package org.urdma4j.transport.rc;

import org.urdma4j.codec.ib.Aeth;
import org.urdma4j.codec.ib.AtomicAckEth;
import org.urdma4j.codec.ib.AtomicEth;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Deth;
import org.urdma4j.codec.ib.Ieth;
import org.urdma4j.codec.ib.ImmDt;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.Reth;

import java.nio.ByteBuffer;

/** A packet that a test makes up, right or wrong: only what is set differs from zero. */
public final class HandMade {
    private final ByteBuffer headers;
    private final int opcode;
    private final int psn;
    private int flags = Bth.MIG_REQ;
    private int pKey = Bth.DEFAULT_P_KEY;
    private int destQpn = -1;
    private byte[] payload = {};

    private HandMade(int opcode, int psn) {
        this.opcode = opcode;
        this.psn = psn;
        headers = ByteBuffer.allocate(Opcode.headerLength(opcode));
    }

    public static HandMade packet(int opcode, int psn) {
        return new HandMade(opcode, psn);
    }

    public static HandMade ack(int psn, int syndrome, int msn) {
        return packet(Opcode.RC_ACKNOWLEDGE, psn).aeth(syndrome, msn);
    }

    HandMade to(int qpn) {
        destQpn = qpn;
        return this;
    }

    public HandMade pKey(int key) {
        pKey = key;
        return this;
    }

    HandMade ackRequested() {
        flags |= Bth.ACK_REQ;
        return this;
    }

    public HandMade solicited() {
        flags |= Bth.SOLICITED;
        return this;
    }

    public HandMade reth(long address, int rkey, long length) {
        Reth.write(headers, Opcode.rethOffset(opcode), address, rkey, length);
        return this;
    }

    HandMade atomic(long address, int rkey, long swapAdd, long compare) {
        int at = Opcode.atomicEthOffset(opcode);
        AtomicEth.write(headers, at, address, rkey, swapAdd, compare);
        return this;
    }

    public HandMade deth(int qKey, int sourceQp) {
        Deth.write(headers, Opcode.dethOffset(opcode), qKey, sourceQp);
        return this;
    }

    HandMade aeth(int syndrome, int msn) {
        Aeth.write(headers, Opcode.aethOffset(opcode), syndrome, msn);
        return this;
    }

    HandMade original(long value) {
        AtomicAckEth.write(headers, Opcode.atomicAckEthOffset(opcode), value);
        return this;
    }

    public HandMade immediate(int value) {
        ImmDt.write(headers, Opcode.immediateOffset(opcode), value);
        return this;
    }

    HandMade invalidate(int rkey) {
        Ieth.write(headers, Opcode.iethOffset(opcode), rkey);
        return this;
    }

    /** Sets a payload of {@code bytes} bytes: 1, 2, 3 and so on. */
    public HandMade payload(int bytes) {
        payload = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            payload[i] = (byte) (i + 1);
        }
        return this;
    }

    public HandMade payload(byte[] bytes) {
        payload = bytes;
        return this;
    }

    public byte[] payload() {
        return payload;
    }

    /** Returns the packet from BTH to padding, addressed to {@code qpn} unless told otherwise. */
    byte[] bytesFor(int qpn) {
        int pad = Bth.padFor(payload.length);
        int to = destQpn < 0 ? qpn : destQpn;
        Bth.write(headers, 0, opcode, flags, pad, pKey, to, psn);
        ByteBuffer packet = ByteBuffer.allocate(headers.capacity() + payload.length + pad);
        return packet.put(headers.array()).put(payload).array();
    }
}

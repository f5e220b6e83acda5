package org.urdma4j.transport.handler;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.Psn;

import java.nio.ByteBuffer;

/**
 * The BTH of a message, reserved bits included (IBTA volume 1, 9.2).
 *
 * @param word0 opcode, flags, pad, version and partition key
 * @param word1 destination queue pair, and what stands before it
 * @param word2 PSN, and what stands before it
 */
public record BaseTransportHeader(int word0, int word1, int word2) {
    static BaseTransportHeader read(ByteBuffer b, int at) {
        return new BaseTransportHeader(
                b.getInt(at), b.getInt(at + Integer.BYTES), b.getInt(at + 2 * Integer.BYTES));
    }

    /** Returns the opcode, 0 to 255; {@link Opcode} and {@code UrdmaOpcode} name it. */
    public int opcode() {
        return word0 >>> 24;
    }

    /** Returns the flags, a sum of the constants of {@link Bth}. */
    public int flags() {
        return Bth.flags(word0, word1, word2);
    }

    /** Returns how many pad bytes stand between payload and ICRC, 0 to 3. */
    public int padCount() {
        return (word0 >>> 20) & 3;
    }

    public int pKey() {
        return word0 & 0xffff;
    }

    /** Returns the destination queue pair, 24 bits. */
    public int destQp() {
        return word1 & Bth.QPN_MASK;
    }

    /** Returns the packet sequence number, 24 bits. */
    public int psn() {
        return word2 & Psn.MASK;
    }

    /** Returns whether the responder is asked to acknowledge this packet. */
    public boolean ackRequested() {
        return (flags() & Bth.ACK_REQ) != 0;
    }

    /** Returns the same to another queue pair, of which the low 24 bits count. */
    public BaseTransportHeader withDestQp(int destQp) {
        return new BaseTransportHeader(
                word0, (word1 & ~Bth.QPN_MASK) | (destQp & Bth.QPN_MASK), word2);
    }

    /** Returns the same with another sequence number, of which the low 24 bits count. */
    public BaseTransportHeader withPsn(int psn) {
        return new BaseTransportHeader(word0, word1, (word2 & ~Psn.MASK) | (psn & Psn.MASK));
    }

    BaseTransportHeader withPadCount(int pad) {
        return new BaseTransportHeader((word0 & ~(3 << 20)) | (pad << 20), word1, word2);
    }

    private ByteBuffer bytes() {
        return ByteBuffer.allocate(Bth.LENGTH).putInt(word0).putInt(word1).putInt(word2).flip();
    }

    @Override
    public String toString() {
        return Bth.toString(bytes(), 0);
    }
}

package org.urdma4j.transport.rc;

import org.urdma4j.codec.ib.AethSyndrome;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.PacketStatus;
import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.transport.wire.TransmitBatch;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** A packet that the engine sent: its bytes, without payload by reference, and its headers. */
public final class Captured {
    public final long atNs;
    public final byte[] bytes;
    public final TransportPacket headers = new TransportPacket();

    private Captured(long atNs, byte[] bytes, int length) {
        this.atNs = atNs;
        this.bytes = bytes;
        if (headers.wrap(ByteBuffer.wrap(bytes), 0, length) != PacketStatus.OK) {
            throw new AssertionError("the engine sent a malformed packet: " + headers);
        }
    }

    /** Copies packet {@code index} of a batch. */
    static Captured of(TransmitBatch batch, int index, long nowNs) {
        byte[] bytes = new byte[batch.storedLength(index) - TransmitBatch.ICRC_LENGTH];
        batch.buffer().get(batch.offset(index), bytes);
        return new Captured(nowNs, bytes, batch.length(index) - TransmitBatch.ICRC_LENGTH);
    }

    int opcode() {
        return headers.opcode();
    }

    public int psn() {
        return headers.psn();
    }

    byte[] payload() {
        int from = headers.payloadOffset();
        return Arrays.copyOfRange(bytes, from, from + headers.payloadLength());
    }

    /** Returns kind and PSN in short: {@code ACK 7}, {@code NAK61 7}, {@code SEND_ONLY 7}. */
    @Override
    public String toString() {
        return kind() + " " + psn();
    }

    private String kind() {
        if (opcode() != Opcode.RC_ACKNOWLEDGE) {
            return Opcode.name(opcode()).replace("RC_", "").replace("RDMA_", "");
        }
        int syndrome = headers.syndrome();
        if (AethSyndrome.isAck(syndrome)) {
            return "ACK";
        }
        return AethSyndrome.isRnrNak(syndrome)
                ? "RNR" + AethSyndrome.value(syndrome)
                : "NAK%02x".formatted(syndrome);
    }
}

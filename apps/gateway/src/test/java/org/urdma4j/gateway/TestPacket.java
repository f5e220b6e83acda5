package org.urdma4j.gateway;

import org.urdma4j.codec.ib.Aeth;
import org.urdma4j.codec.ib.AethSyndrome;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.Reth;
import org.urdma4j.gateway.message.GatewayMessage;

import java.nio.ByteBuffer;

/** A packet between two hosts: addresses and the bytes from BTH to pad. */
final class TestPacket {
    static final int A = 1;
    static final int B = 2;
    static final int QP_OF_A = 0xa;
    static final int QP_OF_B = 0xb;
    static final int MTU = 256;

    final int from;
    final int to;
    final ByteBuffer transport;
    boolean intact = true;
    boolean roce = true;
    boolean released;

    TestPacket(int from, int to, ByteBuffer transport) {
        this.from = from;
        this.to = to;
        this.transport = transport;
    }

    private static TestPacket packet(
            int from, int to, int opcode, int flags, int qpn, int psn, int payload) {
        int length = Opcode.headerLength(opcode) + payload;
        ByteBuffer b = ByteBuffer.allocate(length);
        Bth.write(b, 0, opcode, flags, 0, Bth.DEFAULT_P_KEY, qpn, psn);
        return new TestPacket(from, to, b);
    }

    static TestPacket middle(int psn) {
        return packet(A, B, Opcode.RC_RDMA_WRITE_MIDDLE, 0, QP_OF_B, psn, MTU);
    }

    static TestPacket asking(int psn) {
        return packet(A, B, Opcode.RC_RDMA_WRITE_MIDDLE, Bth.ACK_REQ, QP_OF_B, psn, MTU);
    }

    static TestPacket read(int psn, int bytes) {
        TestPacket read = packet(A, B, Opcode.RC_RDMA_READ_REQUEST, 0, QP_OF_B, psn, 0);
        Reth.write(read.transport, Opcode.rethOffset(Opcode.RC_RDMA_READ_REQUEST), 0, 0, bytes);
        return read;
    }

    static TestPacket fetchAdd(int psn) {
        return packet(A, B, Opcode.RC_FETCH_ADD, 0, QP_OF_B, psn, 0);
    }

    static TestPacket answer(int psn, int syndrome) {
        TestPacket answer = packet(B, A, Opcode.RC_ACKNOWLEDGE, Bth.MIG_REQ, QP_OF_A, psn, 0);
        Aeth.write(answer.transport, Bth.LENGTH, syndrome, 7);
        return answer;
    }

    static TestPacket response(int psn) {
        return packet(B, A, Opcode.RC_RDMA_READ_RESPONSE_MIDDLE, 0, QP_OF_A, psn, MTU);
    }

    /** The first packet of several that answer a READ. */
    static TestPacket firstResponse(int psn) {
        return packet(B, A, Opcode.RC_RDMA_READ_RESPONSE_FIRST, 0, QP_OF_A, psn, MTU);
    }

    /** The only packet that answers a READ. */
    static TestPacket onlyResponse(int psn, int bytes) {
        return packet(B, A, Opcode.RC_RDMA_READ_RESPONSE_ONLY, 0, QP_OF_A, psn, bytes);
    }

    static TestPacket ack(int psn) {
        return answer(psn, AethSyndrome.ACK_UNLIMITED);
    }

    static TestPacket nak(int psn) {
        return answer(psn, AethSyndrome.NAK_PSN_SEQUENCE_ERROR);
    }

    /** Returns the same between other hosts, to another queue pair. */
    TestPacket between(int source, int destination, int qpn) {
        ByteBuffer bytes = copy().transport;
        Bth.write(bytes, 0, opcode(), Bth.flags(transport, 0), 0, Bth.DEFAULT_P_KEY, qpn, psn());
        bytes.put(8, transport.get(8));
        return new TestPacket(source, destination, bytes);
    }

    TestPacket corrupted() {
        intact = false;
        return this;
    }

    TestPacket copy() {
        ByteBuffer bytes =
                ByteBuffer.allocate(transport.limit()).put(0, transport, 0, transport.limit());
        TestPacket copy = new TestPacket(from, to, bytes);
        copy.intact = intact;
        copy.roce = roce;
        return copy;
    }

    int opcode() {
        return Bth.opcode(transport, 0);
    }

    int psn() {
        return Bth.psn(transport, 0);
    }

    boolean isMessage(int kind) {
        return opcode() == GatewayMessage.OPCODE && GatewayMessage.kind(transport, 0) == kind;
    }

    @Override
    public String toString() {
        return "%s %d".formatted(Opcode.name(opcode()), psn());
    }
}

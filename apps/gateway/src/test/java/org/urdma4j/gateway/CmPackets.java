package org.urdma4j.gateway;

import static org.urdma4j.gateway.TestPacket.A;
import static org.urdma4j.gateway.TestPacket.B;
import static org.urdma4j.gateway.TestPacket.QP_OF_A;
import static org.urdma4j.gateway.TestPacket.QP_OF_B;

import org.urdma4j.codec.cm.CmDreq;
import org.urdma4j.codec.cm.CmMessage;
import org.urdma4j.codec.cm.CmRej;
import org.urdma4j.codec.cm.CmRep;
import org.urdma4j.codec.cm.CmReq;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.mad.GsiPacket;
import org.urdma4j.codec.mad.MadField;

import java.nio.ByteBuffer;

/** Messages of the connection manager between A, which asks, and B. */
final class CmPackets {
    /** The path MTU of 256 bytes, as {@link TestPacket#MTU}. */
    static final int MTU_CODE = 1;

    static final int ID_OF_A = 0xaaaa;
    static final int ID_OF_B = 0xbbbb;

    /** What A and B expect first. */
    static final int PSN_TO_A = 5000;

    static final int PSN_TO_B = 100;

    private CmPackets() {}

    static TestPacket request() {
        TestPacket packet = message(A, B, CmMessage.REQ);
        set(packet, CmReq.LOCAL_COMM_ID, ID_OF_A);
        set(packet, CmReq.LOCAL_QPN, QP_OF_A);
        set(packet, CmReq.STARTING_PSN, PSN_TO_A);
        set(packet, CmReq.PATH_MTU, MTU_CODE);
        return packet;
    }

    static TestPacket reply() {
        TestPacket packet = message(B, A, CmMessage.REP);
        set(packet, CmRep.LOCAL_COMM_ID, ID_OF_B);
        set(packet, CmRep.REMOTE_COMM_ID, ID_OF_A);
        set(packet, CmRep.LOCAL_QPN, QP_OF_B);
        set(packet, CmRep.STARTING_PSN, PSN_TO_B);
        return packet;
    }

    static TestPacket readyToUse() {
        return message(A, B, CmMessage.RTU);
    }

    static TestPacket disconnectByA() {
        return disconnect(A, B, ID_OF_A, ID_OF_B, QP_OF_B);
    }

    static TestPacket disconnectByB() {
        return disconnect(B, A, ID_OF_B, ID_OF_A, QP_OF_A);
    }

    private static TestPacket disconnect(int from, int to, int local, int remote, int remoteQpn) {
        TestPacket packet = message(from, to, CmMessage.DREQ);
        set(packet, CmDreq.LOCAL_COMM_ID, local);
        set(packet, CmDreq.REMOTE_COMM_ID, remote);
        set(packet, CmDreq.REMOTE_QPN, remoteQpn);
        return packet;
    }

    static TestPacket rejectByA() {
        TestPacket packet = message(A, B, CmMessage.REJ);
        set(packet, CmRej.LOCAL_COMM_ID, ID_OF_A);
        set(packet, CmRej.REMOTE_COMM_ID, ID_OF_B);
        set(packet, CmRej.MESSAGE, CmRej.REP);
        return packet;
    }

    static TestPacket rejectByB() {
        TestPacket packet = message(B, A, CmMessage.REJ);
        set(packet, CmRej.REMOTE_COMM_ID, ID_OF_A);
        set(packet, CmRej.MESSAGE, CmRej.REQ);
        return packet;
    }

    private static TestPacket message(int from, int to, CmMessage message) {
        ByteBuffer b = ByteBuffer.allocate(GsiPacket.LENGTH);
        GsiPacket.writeHeaders(b, 0, Bth.DEFAULT_P_KEY, 0);
        message.write(b, GsiPacket.MAD_OFFSET, 0x77);
        return new TestPacket(from, to, b);
    }

    static void set(TestPacket packet, MadField field, long value) {
        field.set(packet.transport, GsiPacket.MAD_OFFSET, value);
    }
}

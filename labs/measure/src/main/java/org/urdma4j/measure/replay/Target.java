package org.urdma4j.measure.replay;

import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.PacketStatus;
import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.measure.capture.CapturedPacket;
import org.urdma4j.measure.capture.HostAddress;
import org.urdma4j.verbs.QpType;

/** A queue pair that requests came to, as they show it. Not thread-safe. */
final class Target {
    private static final int WHOLE = Opcode.START | Opcode.END;

    final int qpn;
    final HostAddress peer;
    final QpType type;
    final boolean urdma;
    final boolean roceV1;
    final int qkey;

    /** Number of the queue pair that asks, as far as the connection manager said it. */
    int peerQpn;

    /** Whether packets have a word of forward error correction. */
    boolean fec;

    /** What its packets are tagged with, 0 where they aren't. */
    final int verificationTag;

    /** Sequence number of the first packet that begins a message. */
    int firstPsn;

    /** Payload of full packets, as far as there were any. */
    int fullPayload;

    /** Messages that take a receive each, repeated ones among them. */
    long receives;

    /** Bytes of the longest SEND. */
    long longestSend;

    private boolean begun;
    private long sendBytes;

    Target(CapturedPacket first) {
        qpn = first.destQp();
        peer = first.source();
        urdma = first.isUrdma();
        type = urdma ? QpType.RC : typeOf(first.flags());
        roceV1 = first.encapsulation() == Encapsulation.ROCE_V1;
        qkey = type == QpType.UD ? first.standard().qKey() : 0;
        firstPsn = first.psn();
        boolean sound = first.status() == PacketStatus.OK;
        verificationTag = urdma && sound ? first.urdma().verificationTag() : 0;
    }

    private static QpType typeOf(int flags) {
        if ((flags & Opcode.UD) != 0) {
            return QpType.UD;
        }
        return (flags & Opcode.UC) != 0 ? QpType.UC : QpType.RC;
    }

    void add(CapturedPacket packet) {
        int flags = packet.flags();
        boolean starts = (flags & (Opcode.START | Opcode.READ | Opcode.ATOMIC)) != 0;
        if (starts && !begun) {
            begun = true;
            firstPsn = packet.psn();
        }
        int payload = packet.payloadBytes();
        if ((flags & WHOLE) == Opcode.START || (flags & Opcode.MIDDLE) != 0) {
            fullPayload = Math.max(fullPayload, payload);
        }
        if ((flags & Opcode.COMPLETES_RECEIVE) != 0) {
            receives++;
        }
        if ((flags & Opcode.SEND) != 0) {
            sendBytes = (flags & Opcode.START) == 0 ? sendBytes + payload : payload;
            longestSend = Math.max(longestSend, urdma ? packet.urdma().toEnd() : sendBytes);
        }
        fec |= urdma && packet.urdma().hasFecWord();
    }
}

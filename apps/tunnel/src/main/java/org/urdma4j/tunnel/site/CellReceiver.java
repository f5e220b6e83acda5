package org.urdma4j.tunnel.site;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.codec.urdma.SealedPacket;
import org.urdma4j.protection.packet.CellSeal;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.port.linux.DatagramReader;
import org.urdma4j.transport.port.linux.UdpSocket;
import org.urdma4j.tunnel.cell.CellReader;

import java.nio.ByteBuffer;

/**
 * Receives and opens cells. Their ICRC isn't looked at: the tag says more, and addresses may have
 * been translated. Confined to the tunnel's thread; nothing is allocated for a cell.
 */
final class CellReceiver {
    private static final int READS_PER_TURN = 4;
    private static final int DATAGRAMS_A_READ = 32;

    private final UdpSocket socket;
    private final DatagramReader datagrams;
    private final CellReader reader;
    private long received;
    private long droppedAuth;
    private long droppedReplay;
    private long droppedEpoch;

    CellReceiver(UdpSocket socket, CellReader reader) {
        this.socket = socket;
        datagrams = new DatagramReader(DATAGRAMS_A_READ);
        this.reader = reader;
    }

    /**
     * Reads what is there, to a limit, and returns whether there was anything.
     *
     * @param session with the other end, or null
     */
    boolean read(Session session, long nowNs) {
        for (int i = 0; i < READS_PER_TURN; i++) {
            int count = datagrams.read(socket.fd());
            for (int j = 0; j < count; j++) {
                take(session, j, nowNs);
            }
            if (count < datagrams.slots()) {
                return i > 0 || count > 0;
            }
        }
        return true;
    }

    private void take(Session session, int i, long nowNs) {
        int segment = datagrams.segment(i);
        int end = datagrams.offset(i) + datagrams.length(i);
        if (segment == 0) {
            droppedAuth++;
            return;
        }
        for (int at = datagrams.offset(i); at < end; at += segment) {
            take(session, i, at, Math.min(segment, end - at) - Icrc.LENGTH, nowNs);
        }
    }

    private void take(Session session, int i, int at, int length, long nowNs) {
        ByteBuffer b = datagrams.buffer();
        boolean cell =
                length > 0
                        && SealedPacket.isLength(CellSeal.OPCODE, length)
                        && Bth.opcode(b, at) == CellSeal.OPCODE;
        if (!cell) {
            droppedAuth++;
            return;
        }
        Counter refusal =
                session == null
                        ? Counter.DROPPED_EPOCH
                        : session.keys().open(datagrams.memory(), b, at, length, nowNs);
        if (refusal != null) {
            count(refusal);
            return;
        }
        received++;
        int text = at + CellSeal.HEADER;
        int textLength = length - CellSeal.OVERHEAD;
        int bytes = length + Icrc.LENGTH;
        if (!session.heard(datagrams, i, b, at, bytes, text, textLength, nowNs)) {
            reader.onCell(b, text, textLength, nowNs);
        }
    }

    private void count(Counter refusal) {
        switch (refusal) {
            case DROPPED_REPLAY -> droppedReplay++;
            case DROPPED_EPOCH -> droppedEpoch++;
            default -> droppedAuth++;
        }
    }

    long received() {
        return received;
    }

    long droppedAuth() {
        return droppedAuth;
    }

    long droppedReplay() {
        return droppedReplay;
    }

    long droppedEpoch() {
        return droppedEpoch;
    }
}

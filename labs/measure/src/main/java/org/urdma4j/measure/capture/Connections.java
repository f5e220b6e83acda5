package org.urdma4j.measure.capture;

import org.urdma4j.codec.cm.CmMessage;
import org.urdma4j.codec.cm.CmRep;
import org.urdma4j.codec.cm.CmReq;
import org.urdma4j.codec.cm.CmStatus;
import org.urdma4j.codec.cm.OfferPlacement;
import org.urdma4j.codec.ib.PacketStatus;
import org.urdma4j.codec.mad.GsiPacket;
import org.urdma4j.codec.mad.Mad;
import org.urdma4j.codec.urdma.OfferRecord;

import java.nio.ByteBuffer;

/** Learns from the messages of the connection manager which two queue pairs belong together. */
final class Connections {
    private static final int MOST = 1 << 14;
    private static final int FEC = OfferRecord.FEC_XOR | OfferRecord.FEC_TWO_DIMENSIONAL;

    private final Recent<Asker, Request> requests = new Recent<>(MOST);

    private record Asker(HostAddress host, long communicationId) {}

    private record Request(int qp, OfferRecord offer) {}

    /** Returns where the message of the connection manager begins, or a negative number. */
    static int message(CapturedPacket packet) {
        if (packet.integrity() == Integrity.WRONG
                || packet.isUrdma()
                || packet.standard().status() != PacketStatus.OK
                || packet.destQp() != GsiPacket.QPN) {
            return GsiPacket.NONE;
        }
        int mad = GsiPacket.madOffset(packet.standard());
        ByteBuffer b = packet.standard().buffer();
        boolean whole = mad >= 0 && b.limit() - mad >= Mad.LENGTH;
        return whole && CmMessage.status(b, mad, Mad.LENGTH) == CmStatus.OK ? mad : GsiPacket.NONE;
    }

    /** Takes a message; returns the connection that it completes, or null. */
    Connection take(CapturedPacket packet, int mad) {
        ByteBuffer b = packet.standard().buffer();
        CmMessage message = CmMessage.of(b, mad);
        if (message == CmMessage.REQ) {
            Asker asker = new Asker(packet.source(), CmReq.LOCAL_COMM_ID.get(b, mad));
            OfferRecord offer = OfferPlacement.REQ.offer(b, mad);
            requests.put(asker, new Request((int) CmReq.LOCAL_QPN.get(b, mad), offer));
        } else if (message == CmMessage.REP) {
            Asker asker = new Asker(packet.destination(), CmRep.REMOTE_COMM_ID.get(b, mad));
            Request request = requests.get(asker);
            if (request != null) {
                OfferRecord offer = OfferPlacement.REP.offer(b, mad);
                return new Connection(
                        asker.host(),
                        request.qp(),
                        packet.source(),
                        (int) CmRep.LOCAL_QPN.get(b, mad),
                        fec(request.offer(), offer),
                        paths(request.offer(), offer));
            }
        }
        return null;
    }

    private static boolean fec(OfferRecord one, OfferRecord other) {
        return one != null
                && other != null
                && (one.features() & other.features() & FEC) != 0
                && one.fecGroups() > 0
                && other.fecGroups() > 0;
    }

    private static boolean paths(OfferRecord one, OfferRecord other) {
        return one != null
                && other != null
                && one.has(OfferRecord.PATHS)
                && other.has(OfferRecord.PATHS);
    }
}

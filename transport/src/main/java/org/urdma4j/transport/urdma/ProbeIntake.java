package org.urdma4j.transport.urdma;

import org.urdma4j.codec.urdma.ProbeHeader;
import org.urdma4j.codec.urdma.UrdmaPacket;
import org.urdma4j.transport.urdma.migration.Migration;
import org.urdma4j.transport.urdma.mtu.PathMtu;
import org.urdma4j.transport.urdma.path.Ways;
import org.urdma4j.transport.urdma.report.InboundSpace;
import org.urdma4j.transport.urdma.requester.Requester;
import org.urdma4j.transport.wire.ReceivedPacket;

/** Where questions and answers about the way come in. Confined to the event loop. */
final class ProbeIntake {
    private final InboundSpace peerRequests;
    private final InboundSpace peerAnswers;
    private final Requester requester;
    private final Ways ways;
    private final Migration migration;
    private final PathMtu mtu;

    ProbeIntake(Parts parts) {
        peerRequests = parts.peerRequests;
        peerAnswers = parts.peerAnswers;
        requester = parts.requester;
        ways = parts.ways;
        migration = parts.migration;
        mtu = parts.mtu;
    }

    /** Takes the peer's addresses. */
    void onPathList(UrdmaPacket view, long nowNs) {
        ways.onList(view, nowNs);
    }

    /** Takes a question or an answer, each to who asked or is asked. */
    void onProbe(ReceivedPacket packet, long nowNs) {
        UrdmaPacket view = packet.urdma();
        int kind = ProbeHeader.kind(view.buffer(), view.extendedOffset());
        if (kind == ProbeHeader.CHALLENGE || kind == ProbeHeader.CHALLENGE_ANSWER) {
            ways.onProbe(packet, kind, nowNs);
        } else if (kind == ProbeHeader.PATH_MTU_ANSWER) {
            mtu.onAnswer(view, nowNs);
        } else if (kind == ProbeHeader.ADDRESS_CHALLENGE || kind == ProbeHeader.ADDRESS_ANSWER) {
            migration.onProbe(packet, kind, nowNs);
        } else if (view.ackRequested()) {
            onReportAsked(nowNs);
        } else if (kind == ProbeHeader.PATH_MTU) {
            mtu.onProbe(view);
        }
    }

    private void onReportAsked(long nowNs) {
        peerRequests.sack.onReportAsked(nowNs);
        if (peerAnswers.sack.packetsReceived() > 0 || requester.reads().outstanding() > 0) {
            peerAnswers.sack.onReportAsked(nowNs);
        }
    }
}

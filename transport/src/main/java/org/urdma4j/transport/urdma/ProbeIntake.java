package org.urdma4j.transport.urdma;

import org.urdma4j.codec.ib.Psn;
import org.urdma4j.codec.urdma.ProbeHeader;
import org.urdma4j.codec.urdma.UrdmaPacket;
import org.urdma4j.transport.urdma.migration.Migration;
import org.urdma4j.transport.urdma.mtu.PathMtu;
import org.urdma4j.transport.urdma.path.PeerPaths;
import org.urdma4j.transport.urdma.report.InboundSpace;
import org.urdma4j.transport.urdma.report.PeerClock;
import org.urdma4j.transport.urdma.report.PeerProof;
import org.urdma4j.transport.urdma.requester.Requester;
import org.urdma4j.transport.wire.ReceivedPacket;

import java.nio.ByteBuffer;

/** Where questions and answers about the way come in. Confined to the event loop. */
final class ProbeIntake {
    private final InboundSpace peerRequests;
    private final InboundSpace peerAnswers;
    private final Requester requester;
    private final PeerPaths peerPaths;
    private final Migration migration;
    private final PathMtu mtu;
    private final PeerClock clock;

    ProbeIntake(Parts parts) {
        peerRequests = parts.peerRequests;
        peerAnswers = parts.peerAnswers;
        requester = parts.requester;
        peerPaths = parts.peerPaths;
        migration = parts.migration;
        mtu = parts.mtu;
        clock = parts.clock;
    }

    /** Takes the peer's addresses. */
    void onPathList(UrdmaPacket view, long nowNs) {
        peerPaths.onList(view, nowNs);
    }

    /** Takes a question or an answer, each to who asked or is asked. */
    void onProbe(ReceivedPacket packet, long nowNs) {
        UrdmaPacket view = packet.urdma();
        int kind = ProbeHeader.kind(view.buffer(), view.extendedOffset());
        if (kind == ProbeHeader.CHALLENGE || kind == ProbeHeader.CHALLENGE_ANSWER) {
            peerPaths.onProbe(packet, kind, nowNs);
        } else if (kind == ProbeHeader.PATH_MTU_ANSWER) {
            mtu.onAnswer(view, nowNs);
        } else if (kind == ProbeHeader.ADDRESS_CHALLENGE || kind == ProbeHeader.ADDRESS_ANSWER) {
            migration.onProbe(packet, kind, nowNs);
        } else if (view.ackRequested()) {
            follow(packet, nowNs);
            onReportAsked(packet, nowNs);
        } else if (kind == ProbeHeader.PATH_MTU) {
            mtu.onProbe(view);
        }
    }

    /** An idle peer shows by its questions where it is. */
    private void follow(ReceivedPacket packet, long nowNs) {
        UrdmaPacket view = packet.urdma();
        if (migration.enabled() && provesItself(view, nowNs)) {
            int t1 = ProbeHeader.t1(view.buffer(), view.extendedOffset());
            clock.onArrival(t1, nowNs);
            migration.onProven(packet, t1, nowNs);
        }
    }

    /**
     * Returns whether a question is the peer's: it has two clocks right, and the number of the next
     * request. Where that isn't known here, data is on its way, which proves itself.
     */
    boolean provesItself(UrdmaPacket view, long nowNs) {
        ByteBuffer b = view.buffer();
        int at = view.extendedOffset();
        return view.ackRequested()
                && ProbeHeader.kind(b, at) == ProbeHeader.PATH_MTU
                && view.psn() == ((int) peerRequests.sack.cumulative() & Psn.MASK)
                && PeerProof.ofList(ProbeHeader.t1(b, at), ProbeHeader.tr(b, at), nowNs);
    }

    private void onReportAsked(ReceivedPacket packet, long nowNs) {
        peerRequests.sack.onReportAsked(nowNs);
        boolean both =
                peerAnswers.sack.packetsReceived() > 0 || requester.reads().outstanding() > 0;
        if (both) {
            peerAnswers.sack.onReportAsked(nowNs);
        }
        peerPaths.onReportAsked(packet, both);
    }
}

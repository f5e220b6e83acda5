package org.urdma4j.gateway.depot;

import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.gateway.flow.Flow;
import org.urdma4j.gateway.flow.PacketTable;
import org.urdma4j.gateway.packet.Environment;
import org.urdma4j.gateway.packet.Headers;
import org.urdma4j.gateway.received.StatusSender;

/**
 * Hands requests on to the receiver: those that come in order, those that were held behind a hole
 * once it is filled, and after a loss between here and the receiver those of the backup again.
 */
final class Releaser<P> {
    private static final long LEAST_ASK_NS = 1_000_000;
    private static final int MOST_ASKED_AGAIN = 3;

    private final Environment<P> environment;
    private final DepotPackets<P> packets;
    private final StatusSender<P> status;
    private final Headers released = new Headers();

    Releaser(Environment<P> environment, DepotPackets<P> packets, StatusSender<P> status) {
        this.environment = environment;
        this.packets = packets;
        this.status = status;
    }

    /** Tells of a hole that has just opened. */
    void onHole(DepotFlow<P> flow, boolean first, long nowNs) {
        if (first) {
            flow.in.onFirstHole(nowNs, environment.longRtt().ns());
        }
        if (!flow.waitsForReceiver) {
            status.send(flow, flow.back(), flow.in, 0);
        }
    }

    /** Hands on the packet that is next, and keeps it in the backup. */
    void handOn(DepotFlow<P> flow, long psn, int span, P packet, Headers headers, long nowNs) {
        if (flow.in.acked != Flow.UNKNOWN) {
            packets.keepBackup(flow, psn, span, packet, headers.bytes(), nowNs);
        }
        if (headers.transport().ackRequested() && !headers.transport().has(Opcode.READ)) {
            onAsked(flow, psn, nowNs);
        }
        advance(flow, psn + span, nowNs);
        environment.output().inside(packet);
    }

    /** Everything before this has been handed on, or has arrived. */
    void advance(DepotFlow<P> flow, long next, long nowNs) {
        if (!flow.in.holes.isEmpty() && flow.in.holes.fill(flow.in.next, next)) {
            flow.counters.recovered++;
            flow.in.progressNs = nowNs;
        }
        flow.in.next = next;
        flow.in.end = Math.max(flow.in.end, next);
        flow.reportedNoRoom = false;
    }

    /** Hands on what is there in order, from what was held or from the backup. */
    void release(DepotFlow<P> flow, long nowNs) {
        flow.pacer.releaseAtNs = Flow.NEVER;
        while (!flow.waitsForReceiver && flow.in.next < flow.in.end) {
            int slot = packets.heldSlot(flow, flow.in.next);
            if (slot != PacketTable.NONE) {
                if (isTooSoon(flow, packets.heldBytes(slot), nowNs)) {
                    return;
                }
                int span = packets.heldSpan(slot);
                P packet = packets.takeHeld(flow, slot);
                environment.store().view(packet, released);
                handOn(flow, flow.in.next, span, packet, released, nowNs);
                continue;
            }
            slot = packets.backupSlot(flow, flow.in.next);
            if (slot == PacketTable.NONE) {
                onGone(flow, nowNs);
                return;
            }
            if (isTooSoon(flow, packets.backupBytes(slot), nowNs)) {
                return;
            }
            environment.counters().releasedAgain++;
            flow.counters.releasedAgain++;
            P copy = packets.copyOfBackup(slot);
            advance(flow, flow.in.next + packets.backupSpan(slot), nowNs);
            environment.output().inside(copy);
        }
    }

    /** The next packet is not there: it never came, or its backup is gone. */
    private void onGone(DepotFlow<P> flow, long nowNs) {
        if (!flow.in.holes.contains(flow.in.next)) {
            boolean first = flow.in.holes.isEmpty();
            flow.in.onGone(flow.in.next);
            onHole(flow, first, nowNs);
        }
    }

    private boolean isTooSoon(DepotFlow<P> flow, int bytes, long nowNs) {
        return flow.pacer.isTooSoon(environment.config().rateBps(), bytes, nowNs);
    }

    /** A packet that is handed on wants an answer. */
    void onAsked(DepotFlow<P> flow, long psn, long nowNs) {
        flow.newestAsked = Math.max(flow.newestAsked, psn);
        if (flow.asked == Flow.UNKNOWN) {
            flow.asked = psn;
            flow.askedNs = nowNs;
            flow.askedAgain = 0;
            flow.askAtNs = nowNs + patience(flow);
        }
    }

    /** The receiver has acknowledged something before what is asked for: it is busy, not deaf. */
    void onProgress(DepotFlow<P> flow, long nowNs) {
        flow.askedAgain = 0;
        flow.askAtNs = nowNs + patience(flow);
    }

    /** A host in software is late by milliseconds, and all of the backup is much to say again. */
    private long patience(DepotFlow<?> flow) {
        long leastNs = Math.max(LEAST_ASK_NS, environment.longRtt().ns() / 4);
        return Math.max(leastNs, 2 * flow.localRttNs) << flow.askedAgain;
    }

    /** Hands everything from here on to the receiver again. */
    void releaseFrom(DepotFlow<P> flow, long psn, long nowNs) {
        long before = flow.in.next;
        flow.in.next = psn;
        boolean first = flow.in.holes.isEmpty();
        boolean gone = false;
        for (long at = psn; at < before; ) {
            int slot = packets.backupSlot(flow, at);
            if (slot == PacketTable.NONE) {
                gone |= !flow.in.holes.contains(at) && flow.in.onGone(at);
                at++;
            } else {
                at += packets.backupSpan(slot);
            }
        }
        if (gone) {
            onHole(flow, first, nowNs);
        }
        release(flow, nowNs);
    }

    /** The answer has not come in time. */
    void onUnanswered(DepotFlow<P> flow, long nowNs) {
        flow.askAtNs = Flow.NEVER;
        if (!flow.isOrdered() || flow.askedAgain == MOST_ASKED_AGAIN) {
            return;
        }
        flow.askedAgain++;
        flow.askAtNs = nowNs + patience(flow);
        if (flow.in.acked != Flow.UNKNOWN && flow.in.acked >= flow.keptFrom) {
            releaseFrom(flow, flow.in.acked, nowNs);
        }
    }
}

package org.urdma4j.gateway.sentry;

import org.urdma4j.gateway.flow.PacketTable;
import org.urdma4j.gateway.message.Status;
import org.urdma4j.gateway.packet.Environment;

import java.nio.ByteBuffer;

/** Has the holes filled that a STATUS names: by a copy, or else by the host that sent first. */
final class HoleFiller<P> {
    private static final int MOST_RESENDS = 3;

    /** Numbers in holes that one STATUS may have looked up. */
    private static final int MOST_LOOKED_UP = 1 << 12;

    private final Environment<P> environment;
    private final SentryPackets<P> packets;
    private final MarkSender<P> marks;

    HoleFiller(Environment<P> environment, SentryPackets<P> packets, MarkSender<P> marks) {
        this.environment = environment;
        this.packets = packets;
        this.marks = marks;
    }

    /** Reads which numbers have arrived. */
    void readHoles(SentryFlow<P> flow, ByteBuffer b, int at, long end) {
        int holes = Status.holes(b, at);
        flow.holes.clear();
        flow.confirmedTo = end;
        long before = flow.oldest();
        for (int i = 0; i < holes; i++) {
            if (Status.more(b, at) && i + 1 == holes) {
                flow.confirmedTo = Math.min(end, before);
            }
            long first = Math.max(flow.unwrap(Status.holeFirst(b, at, i)), before);
            long past =
                    Math.min(
                            flow.unwrap(Status.holeFirst(b, at, i)) + Status.holeCount(b, at, i),
                            flow.high);
            flow.holes.add(first, past);
            before = Math.max(before, past);
        }
    }

    /** Has the holes filled that a STATUS named. */
    void fill(SentryFlow<P> flow, int seen, long nowNs) {
        boolean resent = false;
        int left = MOST_LOOKED_UP;
        for (int i = 0; i < flow.holes.count(); i++) {
            long psn = flow.holes.first(i);
            while (psn < flow.holes.end(i) && left-- > 0) {
                int slot = packets.find(flow, psn);
                if (slot == PacketTable.NONE) {
                    flow.wantsNack = true;
                    psn++;
                } else {
                    if (isLost(slot, seen, nowNs)) {
                        resent |= resend(flow, slot, nowNs);
                    }
                    psn += packets.span(slot);
                }
            }
        }
        if (resent) {
            flow.lastSentNs = nowNs;
            marks.send(flow, nowNs);
        }
    }

    /** Returns whether what is in a hole isn't merely on its way. */
    private boolean isLost(int slot, int seen, long nowNs) {
        long agoNs = nowNs - packets.sentNs(slot);
        long longRttNs = marks.longRttNs();
        boolean mayBeOnItsWay = packets.mark(slot) != 0 && seen - packets.mark(slot) < 0;
        return agoNs >= longRttNs && (!mayBeOnItsWay || agoNs >= 2 * longRttNs);
    }

    private boolean resend(SentryFlow<P> flow, int slot, long nowNs) {
        if (packets.copy(slot) == null || packets.resends(slot) == MOST_RESENDS) {
            packets.missing(flow, slot, true);
            flow.wantsNack = true;
            return false;
        }
        environment.counters().resent++;
        packets.sentAgain(slot, flow.mark + 1, true, nowNs);
        environment.output().outside(environment.store().copy(packets.copy(slot)));
        return true;
    }
}

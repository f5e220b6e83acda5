package org.urdma4j.gateway.sent;

import org.urdma4j.gateway.flow.PacketTable;
import org.urdma4j.gateway.message.Status;
import org.urdma4j.gateway.packet.Environment;

import java.nio.ByteBuffer;

/** Has the holes filled that a STATUS names: by copies as far as there are any. */
final class HoleFiller<P> {
    private static final int MOST_RESENDS = 3;

    /** Numbers in holes that one STATUS may have looked up. */
    static final int MOST_LOOKED_UP = 1 << 12;

    private final Environment<P> environment;
    private final SentPackets<P> packets;
    private final MarkSender<P> marks;

    HoleFiller(Environment<P> environment, SentPackets<P> packets, MarkSender<P> marks) {
        this.environment = environment;
        this.packets = packets;
        this.marks = marks;
    }

    void readHoles(Sent<P> sent, ByteBuffer b, int at, long end) {
        int holes = Status.holes(b, at);
        sent.holes.clear();
        sent.confirmedTo = end;
        long before = sent.oldest();
        for (int i = 0; i < holes; i++) {
            if (Status.more(b, at) && i + 1 == holes) {
                sent.confirmedTo = Math.min(end, before);
            }
            long first = Math.max(sent.flow.unwrap(Status.holeFirst(b, at, i)), before);
            long past =
                    Math.min(
                            sent.flow.unwrap(Status.holeFirst(b, at, i))
                                    + Status.holeCount(b, at, i),
                            sent.high);
            sent.holes.add(first, past);
            before = Math.max(before, past);
        }
    }

    /** Has the holes filled that a STATUS named, and returns whether there is more to it. */
    boolean fill(Sent<P> sent, int seen, long nowNs) {
        boolean resent = false;
        boolean gone = false;
        int left = MOST_LOOKED_UP;
        RecentBlocks recent = sent.recent;
        recent.look();
        long rttNs = marks.longRttNs();
        for (int i = 0; i < sent.holes.count(); i++) {
            long psn = sent.holes.first(i);
            long end = sent.holes.end(i);
            while (psn < end && left > 0) {
                if (end - psn >= RecentBlocks.LENGTH
                        && left >= RecentBlocks.LENGTH
                        && recent.areOnTheirWay(psn, seen, nowNs - rttNs, nowNs - 2 * rttNs)) {
                    psn += RecentBlocks.LENGTH;
                    left -= RecentBlocks.LENGTH;
                    continue;
                }
                left--;
                int slot = packets.find(sent, psn);
                if (slot == PacketTable.NONE) {
                    if (psn < sent.untrackedTo) {
                        gone = true;
                        sent.goneTo = Math.max(sent.goneTo, psn + 1);
                    }
                    psn++;
                    continue;
                }
                boolean lost = isLost(slot, seen, nowNs);
                boolean filled = lost && resend(sent, slot, nowNs);
                resent |= filled;
                gone |= lost && !filled;
                if (lost == filled && packets.span(slot) == 1) {
                    recent.see(psn, packets.sentNs(slot), packets.mark(slot));
                }
                psn += packets.span(slot);
            }
        }
        if (resent) {
            sent.lastSentNs = nowNs;
            marks.send(sent, nowNs);
        }
        return gone;
    }

    /** Returns whether what is in a hole isn't merely on its way. */
    private boolean isLost(int slot, int seen, long nowNs) {
        long agoNs = nowNs - packets.sentNs(slot);
        long longRttNs = marks.longRttNs();
        boolean mayBeOnItsWay = packets.mark(slot) != 0 && seen - packets.mark(slot) < 0;
        return agoNs >= longRttNs && (!mayBeOnItsWay || agoNs >= 2 * longRttNs);
    }

    private boolean resend(Sent<P> sent, int slot, long nowNs) {
        if (packets.copy(slot) == null || packets.resends(slot) == MOST_RESENDS) {
            packets.missing(sent, slot, true);
            sent.goneTo = Math.max(sent.goneTo, packets.end(slot));
            return false;
        }
        environment.counters().resent++;
        sent.flow.counters.resent++;
        packets.sentAgain(sent, slot, true, nowNs);
        environment.output().first(environment.store().copy(packets.copy(slot)));
        return true;
    }
}

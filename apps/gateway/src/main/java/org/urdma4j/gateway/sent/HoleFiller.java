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
        HoleBlocks blocks = sent.blocks;
        blocks.look();
        long rttNs = marks.longRttNs();
        for (int i = 0; i < sent.holes.count(); i++) {
            long psn = sent.holes.first(i);
            long end = sent.holes.end(i);
            while (psn < end && left > 0) {
                long past = psn + HoleBlocks.LENGTH;
                if (past <= end && left >= HoleBlocks.LENGTH) {
                    HoleBlocks.State known = blocks.at(psn, seen, nowNs, rttNs);
                    if (known != HoleBlocks.State.UNKNOWN) {
                        if (known == HoleBlocks.State.GONE) {
                            gone = true;
                            sent.goneTo = Math.max(sent.goneTo, past);
                        }
                        psn = past;
                        left -= HoleBlocks.LENGTH;
                        continue;
                    }
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
                boolean lost =
                        HoleBlocks.isLost(
                                packets.sentNs(slot), packets.mark(slot), seen, nowNs, rttNs);
                boolean filled = lost && resend(sent, slot, nowNs);
                resent |= filled;
                gone |= lost && !filled;
                if (packets.span(slot) == 1) {
                    blocks.see(
                            psn,
                            lost && !filled ? HoleBlocks.State.GONE : HoleBlocks.State.ON_THEIR_WAY,
                            packets.sentNs(slot),
                            packets.mark(slot));
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

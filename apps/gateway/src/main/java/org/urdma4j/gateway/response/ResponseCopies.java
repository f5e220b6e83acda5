package org.urdma4j.gateway.response;

import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.gateway.flow.Flow;
import org.urdma4j.gateway.flow.PacketTable;
import org.urdma4j.gateway.flow.Responses;
import org.urdma4j.gateway.packet.Environment;
import org.urdma4j.gateway.packet.Headers;
import org.urdma4j.gateway.sent.Sent;
import org.urdma4j.gateway.sent.SentPackets;
import org.urdma4j.gateway.sent.SentSide;
import org.urdma4j.gateway.sent.SentSide.Outcome;

import java.nio.ByteBuffer;

/**
 * At the responder's end of the long link: keeps answers until they have arrived, and sends those
 * again that are missing at the other end.
 *
 * @param <P> handles of packets
 */
public final class ResponseCopies<P> {
    private final Environment<P> environment;
    private final SentSide<P> side;
    private final SentPackets<P> packets;

    public ResponseCopies(Environment<P> environment) {
        this.environment = environment;
        side = new SentSide<>(environment);
        packets = side.packets();
    }

    /** Sends a positive answer. */
    public void onAnswer(
            SentResponses<P> answers, long psn, P packet, Headers headers, long nowNs) {
        Sent<P> sent = answers.sent;
        boolean own = Responses.isOwn(headers.transport());
        if (!own && psn + 1 < sent.high) {
            environment.output().outside(packet);
            return;
        }
        boolean first = !sent.started;
        if (first) {
            sent.startAt(psn);
        }
        keep(answers, psn, packet, headers, nowNs);
        if (!own) {
            dropAck(answers, psn);
            answers.ack = psn;
        }
        sent.onSentAgain(psn);
        sent.high = Math.max(sent.high, psn + 1);
        sent.lastSentNs = nowNs;
        environment.output().outside(packet);
        if (first) {
            side.marks().send(sent, nowNs);
        }
    }

    private void keep(SentResponses<P> answers, long psn, P packet, Headers headers, long nowNs) {
        Sent<P> sent = answers.sent;
        int slot = packets.find(sent, psn);
        if (slot != PacketTable.NONE) {
            packets.replace(sent, slot, packet, headers.bytes(), nowNs);
        } else if (!packets.note(sent, psn, 1, packet, headers.bytes(), nowNs)) {
            sent.untrackedTo = psn + 1;
        }
    }

    /** Drops the newest acknowledgement unless it has this number. */
    private void dropAck(SentResponses<P> answers, long but) {
        int slot =
                answers.ack == Flow.UNKNOWN || answers.ack == but
                        ? PacketTable.NONE
                        : packets.find(answers.sent, answers.ack);
        if (slot != PacketTable.NONE) {
            packets.drop(answers.sent, slot);
        }
    }

    /** A MARK says that everything below this is acknowledged, or was given to the host. */
    public void onAcknowledged(SentResponses<P> answers, long low) {
        Sent<P> sent = answers.sent;
        if (answers.ack != Flow.UNKNOWN && answers.ack < low) {
            dropAck(answers, Flow.UNKNOWN);
            answers.ack = Flow.UNKNOWN;
            if (sent.isEmpty()) {
                sent.onAcked(sent.high);
            }
        }
    }

    public boolean onStatus(SentResponses<P> answers, TransportPacket message, long nowNs) {
        Sent<P> sent = answers.sent;
        if (!sent.started) {
            return false;
        }
        ByteBuffer b = message.buffer();
        if (side.onStatus(sent, b, message.offset(), nowNs) == Outcome.GONE) {
            side.marks().send(sent, nowNs);
        }
        return true;
    }

    public long dueNs(SentResponses<P> answers) {
        return side.marks().dueNs(answers.sent, 0);
    }

    public void onDue(SentResponses<P> answers, long nowNs) {
        if (dueNs(answers) <= nowNs) {
            side.marks().onDue(answers.sent, nowNs);
        }
    }

    /** Returns what copies of a flow's answers take of the pool. */
    public long bytesOf(SentResponses<P> answers) {
        return packets.bytesOf(answers.sent);
    }

    /** Drops everything of a flow. */
    public void drop(SentResponses<P> answers) {
        packets.drop(answers.sent);
        answers.sent.forget();
        answers.ack = Flow.UNKNOWN;
    }
}

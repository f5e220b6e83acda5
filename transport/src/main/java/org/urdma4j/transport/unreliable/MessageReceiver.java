package org.urdma4j.transport.unreliable;

import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.Psn;
import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.queue.ReceiveWqe;
import org.urdma4j.transport.wire.ReceivedPacket;
import org.urdma4j.transport.work.IncomingMessage;
import org.urdma4j.transport.work.ReceiveCompletions;
import org.urdma4j.transport.work.RequestChecks;
import org.urdma4j.transport.work.Verdict;
import org.urdma4j.verbs.WcFlags;
import org.urdma4j.verbs.WcOpcode;

/**
 * Takes the messages of UC (IBTA 1.4 §9.8.2). One of which a packet is missing, or that isn't
 * allowed, is dropped in silence; the next FIRST or ONLY begins anew, whatever its sequence number,
 * and takes the receive that the dropped one had.
 */
final class MessageReceiver implements Receiver {
    /**
     * How far behind the expected number a packet is taken for a late or repeated one. Beyond that
     * the peer has sent almost 2^24 packets that were all lost.
     */
    private static final int LATE = 1 << 16;

    private final QpContext qp;
    private final ReceiveCompletions receives;
    private final IncomingMessage message = new IncomingMessage();
    private final RequestChecks checks;
    private int expected;

    /** Whether the message under way was refused, and counted. */
    private boolean refused;

    MessageReceiver(QpContext qp, ReceiveCompletions receives) {
        this.qp = qp;
        this.receives = receives;
        this.checks = new RequestChecks(qp, message, () -> false);
    }

    @Override
    public void start(int psn) {
        expected = psn;
        reset();
    }

    @Override
    public void reset() {
        message.reset();
        refused = false;
    }

    @Override
    public void onPacket(ReceivedPacket packet) {
        TransportPacket headers = packet.headers();
        int ahead = Psn.diff(headers.psn(), expected);
        if (ahead < 0 && ahead >= -LATE) {
            qp.count(Counter.DUPLICATE_REQUEST);
            return;
        }
        expected = Psn.add(headers.psn(), 1);
        boolean starts = headers.has(Opcode.START);
        if (ahead != 0 || starts || !continues(headers)) {
            abandon();
        }
        if (starts) {
            refused = false;
        } else if (!message.open()) {
            if (!refused) {
                qp.count(Counter.OUT_OF_SEQ_REQUEST);
            }
            return;
        }
        Verdict verdict = checks.check(headers);
        if (verdict == Verdict.PASS) {
            execute(packet);
        } else {
            refuse(verdict);
        }
    }

    private boolean continues(TransportPacket headers) {
        return message.open() && message.isSend() == headers.has(Opcode.SEND);
    }

    /** What was received of a message is forgotten; its receive waits for the next one. */
    private void abandon() {
        if (message.open()) {
            message.reset();
            qp.count(Counter.INCOMPLETE_MESSAGES);
        }
    }

    private void refuse(Verdict verdict) {
        message.reset();
        refused = true;
        switch (verdict) {
            case NOT_READY -> qp.count(Counter.DROPPED_NO_RECEIVE);
            case OPERATIONAL_ERROR -> receives.failForMemory(checks.receive());
            default -> qp.count(Counter.DROPPED_REFUSED);
        }
    }

    private void execute(ReceivedPacket packet) {
        TransportPacket headers = packet.headers();
        if (headers.has(Opcode.START)) {
            begin(headers);
        }
        if (!message.place(packet, headers.payloadLength())) {
            onMemoryLost();
            return;
        }
        qp.counters.add(Counter.PLACED_BYTES, headers.payloadLength());
        if (headers.has(Opcode.END)) {
            complete(headers);
        }
    }

    private void begin(TransportPacket headers) {
        if (headers.has(Opcode.SEND)) {
            message.startSend(checks.receive());
        } else {
            message.startWrite(checks.region(), headers.virtualAddress(), headers.dmaLength());
        }
    }

    /** A receive without memory ends the queue pair; a WRITE to nowhere is only refused. */
    private void onMemoryLost() {
        ReceiveWqe receive = message.receive();
        if (receive == null) {
            refuse(Verdict.ACCESS_ERROR);
        } else {
            message.reset();
            receives.failForMemory(receive);
        }
    }

    private void complete(TransportPacket headers) {
        boolean send = message.isSend();
        ReceiveWqe receive = send ? message.receive() : checks.receive();
        message.reset();
        qp.count(send ? Counter.RDMA_RECVS : Counter.RDMA_WRITES);
        if (headers.has(Opcode.COMPLETES_RECEIVE)) {
            boolean immediate = headers.has(Opcode.IMMEDIATE);
            receives.complete(
                    receive,
                    send ? WcOpcode.RECV : WcOpcode.RECV_RDMA_WITH_IMM,
                    message.received(),
                    immediate ? headers.immediate() : 0,
                    immediate ? WcFlags.WITH_IMM : 0,
                    headers.solicited());
        }
    }
}

package org.urdma4j.transport.rc;

import org.urdma4j.codec.ib.AethSyndrome;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.Psn;
import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.retransmit.GoBackNReceiver;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.memory.Region;
import org.urdma4j.transport.memory.RegisteredMemory;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.queue.ReceiveWqe;
import org.urdma4j.transport.wire.ReceivedPacket;
import org.urdma4j.transport.work.IncomingMessage;
import org.urdma4j.transport.work.ReceiveCompletions;
import org.urdma4j.transport.work.RequestChecks;
import org.urdma4j.transport.work.Verdict;
import org.urdma4j.verbs.WcFlags;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WcStatus;

/**
 * Serves the peer's requests in the order of their sequence numbers (IBTA 1.4 §9.7.4): checks,
 * executes, completes and acknowledges each; asks for what is missing; repeats the answers to what
 * it has seen before, and executes nothing twice.
 */
final class Responder {
    private final QpContext qp;
    private final GoBackNReceiver psns = new GoBackNReceiver();
    private final IncomingMessage message = new IncomingMessage();
    private final ResponseStore answers = new ResponseStore();
    private final RequestChecks checks;
    private final ResponseQueue responses;
    private final ReceiveCompletions receives;
    private final Runnable toError;

    Responder(QpContext qp, Runnable toError) {
        this.qp = qp;
        this.toError = toError;
        this.receives = new ReceiveCompletions(qp, toError);
        this.checks = new RequestChecks(qp, message, answers::hasRoom);
        this.responses = new ResponseQueue(qp, answers, psns, this::onAnswerLost);
    }

    void start(long psn) {
        psns.start(psn);
        message.reset();
        answers.reset(qp.maxDestReadAtomic);
        responses.reset();
    }

    /** The limit of READs and atomic operations may have changed. */
    void onModified() {
        answers.resize(qp.maxDestReadAtomic);
    }

    ResponseQueue responses() {
        return responses;
    }

    /** Takes a request packet of a queue pair that is ready to receive. */
    void onPacket(ReceivedPacket packet) {
        TransportPacket headers = packet.headers();
        long psn = Psn.unwrap(psns.expected(), headers.psn());
        switch (psns.classify(psn)) {
            case GAP -> onGap();
            case DUPLICATE -> onDuplicate(headers, psn);
            case EXPECTED -> onExpected(packet, headers);
        }
    }

    private void onGap() {
        qp.count(Counter.OUT_OF_SEQ_REQUEST);
        if (psns.ask()) {
            qp.count(Counter.SENT_SEQ_ERR);
            responses.refuse(AethSyndrome.NAK_PSN_SEQUENCE_ERROR);
        }
    }

    private void onDuplicate(TransportPacket headers, long psn) {
        qp.count(Counter.DUPLICATE_REQUEST);
        psns.forgetAsking();
        if (headers.has(Opcode.READ)) {
            repeatRead(headers, psn);
        } else if (headers.has(Opcode.ATOMIC)) {
            Response answer = answers.find(psn);
            if (answer != null && answer.atomic()) {
                answer.rewind(psn, 1);
                responses.repeat(answer);
            }
        } else {
            responses.acknowledge();
        }
    }

    private void repeatRead(TransportPacket headers, long psn) {
        Response answer = answers.find(psn);
        long bytes = headers.dmaLength();
        if (answer != null
                && !answer.atomic()
                && answer.includes(psn, qp.mtu, headers.virtualAddress(), headers.rKey(), bytes)) {
            answer.rewind(psn, packets(bytes));
            responses.repeat(answer);
        }
    }

    private long packets(long bytes) {
        return Math.max(1, (bytes + qp.mtu - 1) / qp.mtu);
    }

    private void onExpected(ReceivedPacket packet, TransportPacket headers) {
        Verdict verdict = checks.check(headers);
        if (verdict == Verdict.PASS) {
            verdict = execute(packet, headers);
        }
        if (verdict == Verdict.NOT_READY) {
            qp.count(Counter.SENT_RNR_ERR);
            // Those that follow are refused by this NAK too.
            psns.ask();
            responses.refuse(AethSyndrome.rnrNak(qp.minRnrTimer));
        } else if (verdict != Verdict.PASS) {
            if (headers.has(Opcode.SEND)) {
                failReceive(verdict);
            }
            fail(verdict);
        }
    }

    private Verdict execute(ReceivedPacket packet, TransportPacket headers) {
        int flags = headers.flags();
        if ((flags & Opcode.READ) != 0) {
            return read(headers);
        }
        if ((flags & Opcode.ATOMIC) != 0) {
            return atomic(headers);
        }
        if ((flags & Opcode.START) != 0) {
            begin(headers);
        }
        int bytes = headers.payloadLength();
        if (!message.place(packet, bytes)) {
            return Verdict.OPERATIONAL_ERROR;
        }
        if ((flags & Opcode.INVALIDATE) == Opcode.INVALIDATE
                && !qp.regions.invalidate(headers.invalidateRkey(), qp.domain, qp.qpn)) {
            return Verdict.ACCESS_ERROR;
        }
        psns.accept(1);
        qp.counters.add(Counter.PLACED_BYTES, bytes);
        boolean ends = (flags & Opcode.END) != 0;
        if (ends) {
            complete(headers);
        }
        responses.onAccepted(ends || headers.ackRequested());
        return Verdict.PASS;
    }

    private void begin(TransportPacket headers) {
        if (headers.has(Opcode.SEND)) {
            message.startSend(checks.receive());
            responses.receiveTaken(true);
        } else {
            message.startWrite(checks.region(), headers.virtualAddress(), headers.dmaLength());
        }
    }

    private void complete(TransportPacket headers) {
        boolean send = message.isSend();
        ReceiveWqe receive = send ? message.receive() : checks.receive();
        message.reset();
        responses.receiveTaken(false);
        responses.onMessageComplete();
        qp.count(send ? Counter.RDMA_RECVS : Counter.RDMA_WRITES);
        if (!headers.has(Opcode.COMPLETES_RECEIVE)) {
            return;
        }
        boolean immediate = headers.has(Opcode.IMMEDIATE);
        boolean invalidate = headers.has(Opcode.INVALIDATE);
        receives.complete(
                receive,
                send ? WcOpcode.RECV : WcOpcode.RECV_RDMA_WITH_IMM,
                message.received(),
                immediate ? headers.immediate() : invalidate ? headers.invalidateRkey() : 0,
                (immediate ? WcFlags.WITH_IMM : 0) | (invalidate ? WcFlags.WITH_INV : 0),
                headers.solicited());
    }

    private Verdict read(TransportPacket headers) {
        long bytes = headers.dmaLength();
        long packets = packets(bytes);
        Response answer = answers.take();
        answer.setRead(
                psns.expected(),
                packets,
                checks.region(),
                headers.virtualAddress(),
                headers.rKey(),
                bytes);
        accept(answer, packets);
        qp.count(Counter.RDMA_READS);
        return Verdict.PASS;
    }

    private Verdict atomic(TransportPacket headers) {
        Region region = checks.region();
        long address = headers.virtualAddress();
        long value = headers.swapAdd();
        long original;
        try {
            original =
                    headers.opcode() == Opcode.RC_FETCH_ADD
                            ? RegisteredMemory.fetchAdd(region, address, value)
                            : RegisteredMemory.compareSwap(
                                    region, address, headers.compare(), value);
        } catch (IllegalStateException e) {
            return Verdict.OPERATIONAL_ERROR; // the memory is gone
        }
        Response answer = answers.take();
        answer.setAtomic(psns.expected(), original);
        accept(answer, 1);
        qp.count(Counter.RDMA_ATOMICS);
        return Verdict.PASS;
    }

    private void accept(Response answer, long packets) {
        psns.accept(packets);
        responses.onMessageComplete();
        answer.msn(responses.msn());
        responses.answer(answer);
    }

    /** Answers with a NAK that ends the connection; what was owed before it still goes out. */
    private void fail(Verdict verdict) {
        qp.count(Counter.FATAL_NAKS_SENT);
        responses.refuse(verdict.syndrome);
        qp.raise(verdict.event);
        toError.run();
    }

    /** The memory went away between a READ and its answer: a NAK takes the answer's place. */
    private void onAnswerLost(long psn) {
        psns.start(psn);
        fail(Verdict.OPERATIONAL_ERROR);
    }

    /** Completes the receive that a SEND was taking, if it is the receive that is at fault. */
    private void failReceive(Verdict verdict) {
        ReceiveWqe receive = qp.receiveQueue.held();
        if (verdict.receiveStatus != WcStatus.WR_FLUSH_ERR && receive != null) {
            receives.fail(receive, verdict.receiveStatus);
        }
    }

    /** Completes every posted receive as flushed. */
    void flushReceives() {
        message.reset();
        qp.flushReceives();
    }

    /** Drops everything posted and owed, without completions. */
    void discardAll() {
        qp.discardReceives();
        start(0);
    }
}

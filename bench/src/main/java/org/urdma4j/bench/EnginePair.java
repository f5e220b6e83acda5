package org.urdma4j.bench;

import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.memory.Region;
import org.urdma4j.transport.qp.CompletionSink;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.transport.qp.Qp;
import org.urdma4j.transport.qp.QpListener;
import org.urdma4j.transport.qp.QpSetup;
import org.urdma4j.transport.queue.CompletionRing;
import org.urdma4j.transport.queue.ReceiveQueue;
import org.urdma4j.transport.queue.SendQueue;
import org.urdma4j.transport.shard.Shard;
import org.urdma4j.transport.wire.ReceivedPacket;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrMask;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;

/** Two engines back to back, without a network between them; time passes with each exchange. */
final class EnginePair {
    private static final Mtu MTU = Mtu.MTU_4096;
    private static final int DOMAIN = 1;
    private static final long WAY_NS = 5_000;
    private static final int BATCH_BYTES = 65_000;
    private static final int BATCH_PACKETS = 64;
    private static final int ACCESS = AccessFlags.LOCAL_WRITE | AccessFlags.REMOTE_WRITE;

    private final class End implements QpListener {
        final Shard shard = new Shard(EngineConfig.DEFAULT, new SplittableRandom(1));
        final SendQueue sends;
        final ReceiveQueue receives;
        final CompletionRing ring;
        final MemorySegment memory;
        final Region region;
        final Qp qp;
        final TransmitBatch batch;
        final ReceivedPacket received;

        End(PayloadMover mover, long bytes, int depth) {
            sends = new SendQueue(depth, 1, 0);
            receives = new ReceiveQueue(depth, 1);
            ring = new CompletionRing(depth);
            memory = Arena.ofAuto().allocate(bytes, 4096);
            region = shard.regions().register(memory, memory.address(), ACCESS, DOMAIN);
            CompletionSink sink =
                    (slots, id, status, opcode, length, immediate, flags, qpn, source, _) -> {
                        slots.release();
                        return ring.add(
                                null, id, status, opcode, length, immediate, flags, qpn, source);
                    };
            qp =
                    shard.createQp(
                            new QpSetup(
                                    shard.freshQpn(),
                                    DOMAIN,
                                    false,
                                    sends,
                                    receives,
                                    sink,
                                    sink,
                                    this));
            batch = new TransmitBatch(BATCH_BYTES, BATCH_PACKETS, mover);
            received = new ReceivedPacket(mover);
        }

        void connect(End peer, boolean urdma) {
            QpAttr init = new QpAttr().qpState(QpState.INIT).pkeyIndex(0).qpAccessFlags(ACCESS);
            qp.modify(init, init.mask(), null, 0xffff);
            QpAttr rtr =
                    new QpAttr()
                            .qpState(QpState.RTR)
                            .pathMtu(MTU)
                            .destQpNum(peer.qp.qpn())
                            .rqPsn(0)
                            .maxDestRdAtomic(1)
                            .minRnrTimer(12);
            if (urdma) {
                rtr.urdmaOffer(UrdmaOffer.DEFAULT).urdmaPeerOffer(UrdmaOffer.DEFAULT);
            }
            qp.modify(rtr, rtr.mask() | QpAttrMask.AV, source -> source == peer, 0);
            QpAttr rts =
                    new QpAttr()
                            .qpState(QpState.RTS)
                            .sqPsn(0)
                            .timeout(14)
                            .retryCnt(7)
                            .rnrRetry(7)
                            .maxRdAtomic(1);
            qp.modify(rts, rts.mask(), null, 0);
        }

        /** Moves everything that may be sent to {@code peer}, which takes a moment. */
        void exchange(End peer) {
            shard.onTimers(nowNs);
            while (shard.pollTransmit(batch, nowNs) > 0) {
                for (int i = 0; i < batch.count(); i++) {
                    int length = batch.length(i) - TransmitBatch.ICRC_LENGTH;
                    peer.received.wrap(
                            batch.buffer(), batch.memory(), 0, batch.offset(i), length, this);
                    peer.shard.onPacket(peer.received, nowNs + WAY_NS);
                }
            }
            nowNs += WAY_NS;
        }

        @Override
        public void onState(QpState state) {
            // nobody waits for it
        }

        @Override
        public void onEvent(EventType event) {
            throw new IllegalStateException("the benchmark's connection broke: " + event);
        }
    }

    private final End requester;
    private final End responder;
    private final int bytes;
    private final SendWr request;
    private final RecvWr receive;
    private final WorkCompletion[] done;
    private long nowNs;

    /** One WRITE of full packets at a time. */
    EnginePair(PayloadMover mover, int packets, boolean urdma) {
        this(mover, WrOpcode.RDMA_WRITE, packets * MTU.bytes(), 1, urdma);
    }

    /**
     * Connects both.
     *
     * @param bytes of a message
     * @param depth messages under way at once
     */
    EnginePair(PayloadMover mover, WrOpcode opcode, int bytes, int depth, boolean urdma) {
        requester = new End(mover, bytes, depth);
        responder = new End(mover, (long) bytes * depth, depth);
        done = WorkCompletion.array(depth);
        this.bytes = bytes;
        requester.connect(responder, urdma);
        responder.connect(requester, urdma);
        request =
                new SendWr()
                        .opcode(opcode)
                        .sendFlags(SendFlags.SIGNALED)
                        .addSge(requester.region.address(), bytes, requester.region.lkey());
        receive = new RecvWr().addSge(responder.region.address(), bytes, responder.region.lkey());
    }

    /** Sends once, from post to completion. */
    boolean write() {
        return send(1);
    }

    /** Sends messages, no more than fit, from the post of the first to completion of all. */
    boolean send(int messages) {
        if (request.opcode() == WrOpcode.SEND) {
            for (int i = 0; i < messages; i++) {
                responder.receives.post(receive);
            }
            responder.shard.markReady(responder.qp);
        }
        for (int i = 0; i < messages; i++) {
            // each to memory of its own: otherwise one waits for the other
            request.rdma(responder.region.address() + (long) i * bytes, responder.region.rkey());
            requester.sends.post(request);
        }
        requester.shard.markReady(requester.qp);
        int left = messages;
        do {
            requester.exchange(responder);
            responder.exchange(requester);
            left -= take(requester);
            take(responder);
        } while (left > 0);
        return true;
    }

    private int take(End end) {
        int taken = end.ring.take(done, 0, done.length);
        for (int i = 0; i < taken; i++) {
            if (!done[i].isSuccess()) {
                throw new IllegalStateException("a message failed: " + done[i]);
            }
        }
        return taken;
    }
}

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
        final SendQueue sends = new SendQueue(16, 1, 0);
        final CompletionRing ring = new CompletionRing(16);
        final MemorySegment memory;
        final Region region;
        final Qp qp;
        final TransmitBatch batch;
        final ReceivedPacket received;

        End(PayloadMover mover, long bytes) {
            memory = Arena.ofAuto().allocate(bytes, 4096);
            region = shard.regions().register(memory, memory.address(), ACCESS, DOMAIN);
            CompletionSink sink =
                    (id, status, opcode, length, immediate, flags, qpn, source, solicited) ->
                            ring.add(id, status, opcode, length, immediate, flags, qpn, source);
            qp =
                    shard.createQp(
                            new QpSetup(
                                    shard.freshQpn(),
                                    DOMAIN,
                                    false,
                                    sends,
                                    new ReceiveQueue(1, 1),
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
    private final SendWr write;
    private final WorkCompletion[] done = WorkCompletion.array(1);
    private long nowNs;

    EnginePair(PayloadMover mover, int packets, boolean urdma) {
        long bytes = (long) packets * MTU.bytes();
        requester = new End(mover, bytes);
        responder = new End(mover, bytes);
        requester.connect(responder, urdma);
        responder.connect(requester, urdma);
        write =
                new SendWr()
                        .opcode(WrOpcode.RDMA_WRITE)
                        .sendFlags(SendFlags.SIGNALED)
                        .rdma(responder.region.address(), responder.region.rkey())
                        .addSge(requester.region.address(), bytes, requester.region.lkey());
    }

    /** Writes once, from post to completion. */
    boolean write() {
        requester.sends.post(write);
        requester.shard.markReady(requester.qp);
        do {
            requester.exchange(responder);
            responder.exchange(requester);
        } while (requester.ring.take(done, 0, 1) == 0);
        if (!done[0].isSuccess()) {
            throw new IllegalStateException("the write failed: " + done[0]);
        }
        return true;
    }
}

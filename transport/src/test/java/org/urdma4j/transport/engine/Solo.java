package org.urdma4j.transport.engine;

import org.urdma4j.codec.ib.PacketStatus;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.WorkCompletion;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * One queue pair whose peer is the test itself: it hands in packets made by hand, and reads what
 * comes out, in virtual time.
 */
final class Solo {
    static final int PEER_QPN = 0x00beef;
    static final int RQ_PSN = 100;
    static final int SQ_PSN = 200;
    static final int MTU = 256;
    static final int RNR_TIMER = 12;

    final Host host;
    final Object peer = new Object();
    final List<Captured> log = new ArrayList<>();
    long nowNs;

    Solo() {
        this(EngineConfig.DEFAULT);
    }

    Solo(EngineConfig config) {
        this(new Host("solo", config, 1 << 16, 1));
    }

    Solo(Host host) {
        this.host = host;
    }

    /** Returns attributes that a test may change before it connects. */
    static QpAttr attr() {
        return new QpAttr()
                .rqPsn(RQ_PSN)
                .sqPsn(SQ_PSN)
                .pathMtu(Mtu.MTU_256)
                .qpAccessFlags(Host.ALL_ACCESS)
                .timeout(14)
                .retryCnt(7)
                .rnrRetry(7)
                .maxRdAtomic(4)
                .maxDestRdAtomic(4)
                .minRnrTimer(RNR_TIMER);
    }

    static Solo connected() {
        return new Solo().connect(attr());
    }

    Solo connect(QpAttr attr) {
        host.connect(PEER_QPN, peer, attr);
        return this;
    }

    /** Hands in packets one by one; returns what the queue pair sends from then on, at once. */
    List<Captured> receive(HandMade... packets) {
        return receiveFrom(peer, packets);
    }

    List<Captured> receiveFrom(Object source, HandMade... packets) {
        List<Captured> sent = new ArrayList<>();
        for (HandMade packet : packets) {
            deliver(source, packet);
            sent.addAll(turn());
        }
        return sent;
    }

    /** Hands in packets as one receive batch, before the queue pair gets its turn to send. */
    List<Captured> receiveTogether(HandMade... packets) {
        for (HandMade packet : packets) {
            deliver(peer, packet);
        }
        return turn();
    }

    private void deliver(Object source, HandMade packet) {
        byte[] bytes = packet.bytesFor(host.qp.qpn());
        PacketStatus status =
                host.received.wrap(
                        ByteBuffer.wrap(bytes),
                        MemorySegment.ofArray(bytes),
                        0,
                        0,
                        bytes.length,
                        source);
        host.shard.onPacket(host.received, status, nowNs);
    }

    /** Lets the queue pair take up what was posted and send what it may. */
    List<Captured> turn() {
        List<Captured> sent = new ArrayList<>();
        host.shard.onDoorbells();
        while (host.shard.pollTransmit(host.batch, nowNs) > 0) {
            for (int i = 0; i < host.batch.count(); i++) {
                sent.add(Captured.of(host.batch, i, nowNs));
            }
        }
        log.addAll(sent);
        return sent;
    }

    /** Lets time pass, each timer at its own moment; returns what is sent meanwhile. */
    List<Captured> elapse(long ns) {
        long end = nowNs + ns;
        List<Captured> sent = new ArrayList<>(turn());
        while (host.shard.nextDeadlineNs() <= end) {
            nowNs = Math.max(nowNs, host.shard.nextDeadlineNs());
            host.shard.onTimers(nowNs);
            sent.addAll(turn());
        }
        nowNs = end;
        return sent;
    }

    /** Returns the address of the registered memory, as the peer names it. */
    long address() {
        return host.region.address();
    }

    int rkey() {
        return host.region.rkey();
    }

    /** Returns what has completed on the send side, as {@code wrId STATUS}. */
    List<String> sent() {
        return host.sent().stream().map(Solo::describe).toList();
    }

    /** Returns what has completed on the receive side, as {@code wrId STATUS}. */
    List<String> received() {
        return host.received().stream().map(Solo::describe).toList();
    }

    private static String describe(WorkCompletion completion) {
        return completion.wrId() + " " + completion.status();
    }

    /** Returns packets in short, to be compared with a list of what is expected. */
    static List<String> brief(List<Captured> packets) {
        return packets.stream().map(Captured::toString).toList();
    }
}

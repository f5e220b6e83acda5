package org.urdma4j.transport.rc;

import org.urdma4j.codec.ib.AethSyndrome;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * One queue pair whose peer is the test itself: it hands in packets made by hand, and reads what
 * comes out, in virtual time.
 */
public final class Solo {
    public static final int PEER_QPN = 0x00beef;
    public static final int RQ_PSN = 100;
    public static final int SQ_PSN = 200;
    public static final int MTU = 256;
    static final int RNR_TIMER = 12;

    /** Where requests go in the memory of the peer, who isn't there to check. */
    public static final long REMOTE = 0x7000_0000_1234L;

    public static final int REMOTE_KEY = 0x0badcafe;

    public final Host host;
    public final Object peer = new Object();
    public final List<Captured> log = new ArrayList<>();
    long nowNs;
    private boolean congested;

    public Solo() {
        this(EngineConfig.DEFAULT);
    }

    public Solo(EngineConfig config) {
        this(new Host("solo", config, 1 << 16, 1));
    }

    public Solo(Host host) {
        this.host = host;
    }

    /** Returns attributes that a test may change before it connects. */
    public static QpAttr attr() {
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

    public Solo connect(QpAttr attr) {
        host.connect(PEER_QPN, peer, attr);
        return this;
    }

    /** Has packets that come from now on be marked with congestion experienced, or no more. */
    public Solo congested(boolean marked) {
        congested = marked;
        return this;
    }

    /** Lets the peer say that it does not count credits, as rxe does. */
    Solo uncounted() {
        deliver(HandMade.ack(SQ_PSN - 1, AethSyndrome.ACK_UNLIMITED, 0));
        return this;
    }

    /** Hands in packets one by one; returns what the queue pair sends from then on, at once. */
    public List<Captured> receive(HandMade... packets) {
        return receiveFrom(peer, packets);
    }

    public List<Captured> receiveFrom(Object source, HandMade... packets) {
        List<Captured> sent = new ArrayList<>();
        for (HandMade packet : packets) {
            deliver(source, packet);
            sent.addAll(turn());
        }
        return sent;
    }

    /** Hands in a packet from the peer without a turn to send. */
    void deliver(HandMade packet) {
        deliver(peer, packet);
    }

    /** Lets the queue pair send; returns how many packets, without looking at them. */
    int turnByCounting() {
        int sent = 0;
        host.shard.onDoorbells();
        while (host.shard.pollTransmit(host.batch, nowNs) > 0) {
            sent += host.batch.count();
        }
        return sent;
    }

    /** Hands in packets as one receive batch, before the queue pair gets its turn to send. */
    List<Captured> receiveTogether(HandMade... packets) {
        for (HandMade packet : packets) {
            deliver(packet);
        }
        return turn();
    }

    private void deliver(Object source, HandMade packet) {
        deliver(source, packet.bytesFor(host.qp.qpn()));
    }

    /** Hands in a packet that was recorded; returns what the queue pair sends then, at once. */
    public List<Captured> receiveBytes(byte[] packet) {
        deliver(peer, packet);
        return turn();
    }

    private void deliver(Object source, byte[] bytes) {
        host.received.wrap(
                ByteBuffer.wrap(bytes), MemorySegment.ofArray(bytes), 0, 0, bytes.length, source);
        host.received.congestionExperienced(congested);
        host.shard.onPacket(host.received, nowNs);
    }

    /** Lets the queue pair take up what was posted and send what it may. */
    public List<Captured> turn() {
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
    public List<Captured> elapse(long ns) {
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

    /** Returns a signaled request of {@code bytes} bytes from or to the start of our memory. */
    public SendWr request(long id, WrOpcode opcode, long bytes) {
        return new SendWr()
                .wrId(id)
                .opcode(opcode)
                .sendFlags(SendFlags.SIGNALED)
                .rdma(REMOTE, REMOTE_KEY)
                .addSge(address(), bytes, host.region.lkey());
    }

    /** Posts such a request; returns what is sent at once. */
    public List<Captured> post(long id, WrOpcode opcode, long bytes) {
        return post(request(id, opcode, bytes));
    }

    public List<Captured> post(SendWr wr) {
        host.post(wr);
        return turn();
    }

    /** Hands in an acknowledgement that leaves credits uncounted. */
    List<Captured> acknowledge(int psn) {
        return answer(psn, AethSyndrome.ACK_UNLIMITED);
    }

    /** Hands in an acknowledgement or NAK. */
    List<Captured> answer(int psn, int syndrome) {
        return receive(HandMade.ack(psn, syndrome, 0));
    }

    /** Returns the address of the registered memory, as the peer names it. */
    public long address() {
        return host.region.address();
    }

    public int rkey() {
        return host.region.rkey();
    }

    /** Returns what has completed on the send side, as {@code wrId STATUS}. */
    public List<String> sent() {
        return host.sent().stream().map(Solo::describe).toList();
    }

    /** Returns what has completed on the receive side, as {@code wrId STATUS}. */
    public List<String> received() {
        return host.received().stream().map(Solo::describe).toList();
    }

    private static String describe(WorkCompletion completion) {
        return completion.wrId() + " " + completion.status();
    }

    /** Returns packets in short, to be compared with a list of what is expected. */
    public static List<String> brief(List<Captured> packets) {
        return packets.stream().map(Captured::toString).toList();
    }
}

package org.urdma4j.transport.urdma;

import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WrOpcode;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * One queue pair whose peer is the test itself: it hands in packets made by hand, and reads what
 * comes out, in virtual time.
 */
final class Solo {
    public static final int PEER_QPN = 0x00beef;
    static final int PSN = Host.SQ_PSN;

    /** Where requests go in the memory of the peer, who isn't there to check. */
    public static final long REMOTE = 0x7000_0000_1234L;

    public static final int REMOTE_KEY = 0x0badcafe;

    public final Host host;
    public final Object peer = new Object();
    long nowNs = 1_000_000_000L;

    public Solo() {
        this(new Host("solo"));
    }

    public Solo(Host host) {
        this.host = host;
    }

    static Solo connected() {
        return new Solo().connect(Host.attr());
    }

    public Solo connect(QpAttr attr) {
        host.connect(PEER_QPN, peer, attr);
        return this;
    }

    /** Hands in packets one by one; returns what the queue pair sends from then on, at once. */
    public List<Seen> receive(Raw... packets) {
        List<Seen> sent = new ArrayList<>();
        for (Raw packet : packets) {
            deliver(peer, packet.to(host.qp.qpn()));
            sent.addAll(turn());
        }
        return sent;
    }

    void deliver(Object source, byte[] sent) {
        byte[] bytes = sent.clone(); // which the receiver may write to
        host.received.wrap(
                ByteBuffer.wrap(bytes), MemorySegment.ofArray(bytes), 0, 0, bytes.length, source);
        host.shard.onPacket(host.received, nowNs);
    }

    /** Lets the queue pair take up what was posted and send what it may. */
    public List<Seen> turn() {
        List<Seen> sent = new ArrayList<>();
        host.shard.onDoorbells();
        while (host.shard.pollTransmit(host.batch, nowNs) > 0) {
            for (int i = 0; i < host.batch.count(); i++) {
                byte[] bytes = new byte[host.batch.length(i) - TransmitBatch.ICRC_LENGTH];
                host.batch.buffer().get(host.batch.offset(i), bytes);
                sent.add(Seen.of(nowNs, bytes));
            }
        }
        return sent;
    }

    /** Lets time pass, each timer at its own moment; returns what is sent meanwhile. */
    public List<Seen> elapse(long ns) {
        long end = nowNs + ns;
        List<Seen> sent = new ArrayList<>(turn());
        while (host.shard.nextDeadlineNs() <= end) {
            nowNs = Math.max(nowNs, host.shard.nextDeadlineNs());
            host.shard.onTimers(nowNs);
            sent.addAll(turn());
        }
        nowNs = end;
        return sent;
    }

    /** Returns a request of {@code bytes} bytes from or to the start of our memory. */
    public SendWr request(long id, WrOpcode opcode, long bytes) {
        return host.request(id, opcode, 0, bytes).rdma(REMOTE, REMOTE_KEY);
    }

    public List<Seen> post(long id, WrOpcode opcode, long bytes) {
        return post(request(id, opcode, bytes));
    }

    public List<Seen> post(SendWr wr) {
        host.post(wr);
        return turn();
    }

    /** The time of the host in timestamp units, 128 ns. */
    int units() {
        return (int) (nowNs / 128);
    }

    public int rkey() {
        return host.region.rkey();
    }

    public long address(long at) {
        return host.address(at);
    }

    public List<String> sent() {
        return host.sent();
    }

    public List<String> received() {
        return host.received();
    }

    static List<Seen> only(List<Seen> packets, int opcode) {
        return packets.stream().filter(p -> p.opcode() == opcode).toList();
    }
}

package org.urdma4j.gateway.flow;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.Psn;
import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.gateway.message.MessageSeal;
import org.urdma4j.gateway.packet.Headers;

import java.nio.ByteBuffer;

/**
 * Requests from one host to a queue pair of another, as a gateway sees them. Sequence numbers are
 * unwrapped to 64 bits, from {@link #BASE} on so that none is negative.
 *
 * @param <F> this class
 * @param <P> handles of packets
 */
public abstract class Flow<F extends Flow<F, P>, P> {
    /** A sequence number or queue pair that is not known. */
    public static final int UNKNOWN = -1;

    /** A sequence number further away than this is of another connection. */
    public static final long FAR = 1L << 20;

    /** No host goes back this far behind what its peer has acknowledged. */
    private static final long FAR_BEHIND = 1L << 16;

    /** No deadline. */
    public static final long NEVER = Long.MAX_VALUE;

    private static final long BASE = 1L << 40;

    /** What was counted of it, over all connections that it had. */
    public final FlowCounters counters = new FlowCounters();

    final FlowKey key;
    int index;
    int heapIndex = UNKNOWN;
    long deadlineNs = NEVER;
    F nextByKey;
    F nextByAnswer;
    F nextUnpaired;
    private int senderQpn = UNKNOWN;
    private long candidate = UNKNOWN;
    private int candidateQpn = UNKNOWN;

    private P there;
    private P back;
    private int pKey = Bth.DEFAULT_P_KEY;
    private int mtu;
    private int leastMtu = Spans.LEAST_MTU;
    private UnmeasuredReads unmeasured;
    private long lastSeenNs;
    private long endsAtNs = NEVER;
    private long unclearUntilNs = Long.MIN_VALUE;

    /** Starts without a packet. */
    protected Flow(FlowKey key) {
        this.key = key;
    }

    /** Returns the number that packets of it are filed under. */
    public int index() {
        return index;
    }

    /** Returns the queue pair that the requests go to. */
    public int qpn() {
        return key.qpn();
    }

    /** Returns the queue pair that they come from, or {@link #UNKNOWN}. */
    public int senderQpn() {
        return senderQpn;
    }

    /**
     * Ends a message about it.
     *
     * @param along whether it goes the way of the requests
     */
    public void seal(MessageSeal seal, ByteBuffer message, boolean along) {
        if (along) {
            seal.seal(
                    message,
                    key.sourceHigh(),
                    key.sourceLow(),
                    key.destinationHigh(),
                    key.destinationLow());
        } else {
            seal.seal(
                    message,
                    /* fromHigh= */ key.destinationHigh(),
                    /* fromLow= */ key.destinationLow(),
                    /* toHigh= */ key.sourceHigh(),
                    /* toLow= */ key.sourceLow());
        }
    }

    /** Returns whether answers are known to belong to it. */
    public boolean isPaired() {
        return senderQpn != UNKNOWN;
    }

    void pair(int sender) {
        senderQpn = sender;
    }

    /**
     * Takes note of an answer that may belong to it, and returns whether it was the second to the
     * same queue pair, with another sequence number.
     */
    boolean confirm(int sender, long psn) {
        boolean again = candidateQpn == sender && candidate != psn;
        candidateQpn = sender;
        candidate = psn;
        return again;
    }

    /** Returns the partition key of its newest packet. */
    public int pKey() {
        return pKey;
    }

    /** Returns the numbers that a request of it takes, or {@link Spans#UNKNOWN}. */
    public int spanOf(TransportPacket request) {
        return request.has(Opcode.READ) ? spanOf(request.dmaLength()) : 1;
    }

    /** Returns the numbers that a READ of it takes, or {@link Spans#UNKNOWN}. */
    public int spanOf(long bytes) {
        return Spans.of(bytes, mtu, leastMtu);
    }

    /** Takes note of a READ that takes {@link Spans#UNKNOWN} numbers. */
    public void unmeasured(TransportPacket read) {
        if (unmeasured == null) {
            unmeasured = new UnmeasuredReads();
        }
        unmeasured.add(read);
    }

    /** Returns whether a packet is the first of the answer to such a READ. */
    final boolean isMeasuredBy(TransportPacket answer) {
        return unmeasured != null && unmeasured.isAnsweredBy(answer);
    }

    /**
     * Learns from that packet, and returns the READs from its own on, in order and each with a
     * known number of numbers; or null.
     */
    final UnmeasuredReads measure(TransportPacket answer) {
        UnmeasuredReads reads = unmeasured;
        learnMtu(answer);
        unmeasured = null;
        reads.startWith(answer);
        return reads.areInOrder(this) ? reads : null;
    }

    private void learnMtu(TransportPacket packet) {
        mtu = Spans.mtu(packet, mtu);
        if (packet.has(Opcode.PAYLOAD | Opcode.RC)) {
            leastMtu = Math.max(leastMtu, packet.payloadLength());
        }
    }

    public void see(Headers packet, long nowNs) {
        seenAt(nowNs);
        pKey = packet.transport().pKey();
        learnMtu(packet.transport());
    }

    final void seenAt(long nowNs) {
        lastSeenNs = nowNs;
    }

    /** Returns when it ends, whatever comes until then. */
    final long endsAtNs() {
        return endsAtNs;
    }

    /** Takes note of a new connection. */
    final void connect(int pathMtu, long nowNs) {
        mtu = pathMtu;
        unmeasured = null;
        endsAtNs = NEVER;
        seenAt(nowNs);
    }

    /** Sets when it ends, if it doesn't end before. */
    final void endAt(long ns) {
        endsAtNs = Math.min(endsAtNs, ns);
    }

    /** Answers to requests that it doesn't know of any more may come until then. */
    final void unclearUntil(long ns) {
        unclearUntilNs = ns;
    }

    final boolean isUnclear(long nowNs) {
        return !isStarted() || nowNs < unclearUntilNs;
    }

    /** Returns what packets on its way look like below the transport, null before the first. */
    public P there() {
        return there;
    }

    public void there(P template) {
        there = template;
    }

    /** Returns the same of the opposite way. */
    public P back() {
        return back;
    }

    public void back(P template) {
        back = template;
    }

    /** Returns when a packet of it was last seen. */
    public long lastSeenNs() {
        return lastSeenNs;
    }

    /** Returns an unwrapped number to begin with. */
    protected static long begin(int psn) {
        return BASE + psn;
    }

    /** Returns the number nearest to {@link #highest} that has these 24 bits. */
    public long unwrap(int psn) {
        return Psn.unwrap(highest(), psn);
    }

    /**
     * Returns whether a request can't be of the same connection as those before.
     *
     * @param psn its number, unwrapped
     */
    public boolean isOfAnother(long psn) {
        return Math.abs(psn - highest()) > FAR || psn < oldest() - FAR_BEHIND;
    }

    protected abstract boolean isStarted();

    /** Returns the oldest number that is not known to be acknowledged. */
    protected abstract long oldest();

    /** Returns one beyond the newest number. */
    protected abstract long highest();
}

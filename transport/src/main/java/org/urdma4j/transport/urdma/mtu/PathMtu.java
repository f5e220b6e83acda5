package org.urdma4j.transport.urdma.mtu;

import org.urdma4j.codec.urdma.ProbeHeader;
import org.urdma4j.codec.urdma.UrdmaPacket;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.qp.SharedMtu;
import org.urdma4j.transport.urdma.offer.Agreement;
import org.urdma4j.transport.urdma.offer.UrdmaPayload;
import org.urdma4j.transport.urdma.probe.ProbePacket;
import org.urdma4j.transport.wire.TransmitBatch;

import java.nio.ByteBuffer;

/**
 * The size of packets of one queue pair, by the search for it: writes its probes, answers those of
 * the peer, and sets what a full packet carries. Where both ends haven't agreed on that, or packets
 * are filled to one length anyway, it is what was agreed. Confined to the event loop.
 */
public final class PathMtu {
    /** What every path carries, of an IP packet: IPv6's least. */
    private static final int BASE_MTU = 1280;

    /** Ethernet with long frames, without, and through the tunnels that are most in use. */
    private static final int[] USUAL_MTUS = {9000, 1500, 1420};

    private static final int IPV4_UDP = 28;
    private static final int IPV6_UDP = 48;
    private static final int WORD = 4;
    private static final int MOST_ANSWERS = 16;

    private final QpContext qp;
    private final Agreement agreement;
    private final PayloadSize size;
    private final Runnable onNarrower;
    private final SharedMtu.Seeker seeker = new SharedMtu.Seeker();
    private PathMtuSearch search;
    private boolean searches;
    private boolean undecided;
    private long waitsUntilNs;
    private boolean told;

    /** The probes that answers are owed to; null before the first. */
    private long[] nonces;

    private int[] sizes;
    private int asked;
    private int answered;

    /**
     * Creates it.
     *
     * @param onNarrower is run when packets that are on their way have become too long
     */
    public PathMtu(QpContext qp, Agreement agreement, Runnable onNarrower) {
        this.qp = qp;
        this.agreement = agreement;
        this.onNarrower = onNarrower;
        size = new PayloadSize(agreement.payload(), agreement.pathMtu() && !agreement.fec());
        search = new PathMtuSearch(agreement.longestPacket(), agreement.longestPacket());
    }

    /** Returns what a full packet carries, whose value changes. */
    public PayloadSize size() {
        return size;
    }

    /** Packets may come; those to be sent are small until {@link #startSending}. */
    public void start() {
        asked = 0;
        answered = 0;
        undecided = false;
        int limit = agreement.longestPacket();
        searches = agreement.pathMtu() && !qp.isPadded() && plain(BASE_MTU) < limit;
        search =
                searches
                        ? new PathMtuSearch(plain(BASE_MTU), limit, usual())
                        : new PathMtuSearch(limit, limit);
        apply();
    }

    /** The peer takes packets by now: probes may go. */
    public void startSending() {
        undecided = searches;
        waitsUntilNs = Long.MIN_VALUE;
    }

    /** Nothing is sent any more. */
    public void stop() {
        leaveShare();
        search.stop();
        answered = asked;
    }

    /** Looks for nothing any more that others wait for. */
    public void leaveShare() {
        undecided = false;
        qp.share.mtu().leave(seeker);
    }

    /** Another queue pair to the same peer may have found the size, or be about to. */
    private void decide(long nowNs) {
        SharedMtu shared = qp.share.mtu();
        int known = known(nowNs);
        if (known != 0) {
            undecided = false;
            adopt(known, nowNs);
        } else if (shared.seek(seeker, nowNs)) {
            undecided = false;
            search.start();
        } else {
            waitsUntilNs = shared.waitUntilNs();
        }
    }

    /** Another queue pair may have found that the path carries less by now, or more. */
    private void hear(long nowNs) {
        int known = qp.share.mtu().isNewsTo(seeker) ? known(nowNs) : 0;
        int before = search.size();
        if (known == 0 || plain(known) == before) {
            return;
        }
        if (plain(known) < before || search.isAtRest()) {
            adopt(known, nowNs);
        }
        if (search.size() < before) {
            onNarrower.run();
        }
    }

    /** Returns what others have found of late that is of use here, 0 for nothing. */
    private int known(long nowNs) {
        return qp.share.mtu().found(qp.localGidIndex, mtu(agreement.longestPacket()), nowNs);
    }

    /** Goes on with what another has found, and looks no more for the others. */
    private void adopt(int known, long nowNs) {
        qp.share.mtu().leave(seeker);
        search.startAt(plain(known), nowNs);
        apply();
    }

    /** Tells the others once it is known, or that somebody else may look. */
    private void tell(long nowNs) {
        boolean over = search.isAtRest();
        if (over && !told) {
            if (search.isHeard()) {
                share(nowNs);
            } else {
                qp.share.mtu().leave(seeker);
            }
        }
        told = over;
    }

    private void share(long nowNs) {
        boolean more = search.size() == agreement.longestPacket();
        qp.share.mtu().onFound(seeker, qp.localGidIndex, mtu(search.size()), more, nowNs);
    }

    private int[] usual() {
        int[] usual = new int[USUAL_MTUS.length];
        for (int i = 0; i < usual.length; i++) {
            usual[i] = plain(USUAL_MTUS[i]);
        }
        return usual;
    }

    /** Returns the bytes from BTH to ICRC of the longest plain packet in an IP packet. */
    private int plain(int mtu) {
        int bytes = mtu - around();
        return bytes - bytes % WORD;
    }

    /** Returns the bytes of the IP packet around a plain one. */
    private int mtu(int plain) {
        return plain + around();
    }

    private int around() {
        boolean ipv4 = qp.remoteGid != null && qp.remoteGid.isIpv4Mapped();
        return (ipv4 ? IPV4_UDP : IPV6_UDP) + qp.addedBytes();
    }

    private void apply() {
        int within = UrdmaPayload.within(search.size(), agreement.fec(), agreement.paths());
        size.set(Math.min(agreement.payload(), within));
    }

    /** Nothing is heard of packets. */
    public void onSilence(long nowNs) {
        search.doubt(1, nowNs);
    }

    /** A packet that was sent again is lost again, while others may get through. */
    public void onLostAgain(long nowNs) {
        search.doubt(2, nowNs);
    }

    /** Data is sent. */
    public void onData(long nowNs) {
        search.onData(nowNs);
    }

    /** Takes a probe of the peer's. */
    public void onProbe(UrdmaPacket probe) {
        ByteBuffer b = probe.buffer();
        int at = probe.extendedOffset();
        int length = probe.length() + TransmitBatch.ICRC_LENGTH;
        if (ProbeHeader.size(b, at) != length || !agreement.pathMtu()) {
            return;
        }
        if (nonces == null) {
            nonces = new long[MOST_ANSWERS];
            sizes = new int[MOST_ANSWERS];
        }
        if (asked - answered < MOST_ANSWERS) {
            nonces[asked % MOST_ANSWERS] = ProbeHeader.nonce(b, at);
            sizes[asked % MOST_ANSWERS] = length;
            asked++;
        }
    }

    /** Takes the answer to a probe. */
    public void onAnswer(UrdmaPacket answer, long nowNs) {
        ByteBuffer b = answer.buffer();
        int at = answer.extendedOffset();
        if (search.onAnswer(ProbeHeader.nonce(b, at), ProbeHeader.size(b, at), nowNs)) {
            apply();
            tell(nowNs);
        } else {
            qp.count(Counter.UNEXPECTED_RESPONSE); // too late, or a stranger's
        }
    }

    /** Returns when {@link #poll} has something to do. */
    public long deadlineNs() {
        if (asked != answered) {
            return Long.MIN_VALUE;
        }
        return undecided ? waitsUntilNs : search.deadlineNs();
    }

    /** Adds an answer or a probe to an empty batch, if one is due. */
    public boolean poll(TransmitBatch batch, long nowNs) {
        if (asked != answered) {
            int i = answered++ % MOST_ANSWERS;
            write(batch, ProbeHeader.PATH_MTU_ANSWER, nonces[i], sizes[i], 0);
            return true;
        }
        if (undecided) {
            decide(nowNs);
        } else if (searches) {
            hear(nowNs);
        }
        if (!search.isDue(nowNs)) {
            return false;
        }
        long before = search.blackHoles();
        int probe = search.poll(qp.nonces, nowNs);
        if (search.blackHoles() != before) {
            qp.count(Counter.PATH_MTU_BLACK_HOLES);
            share(nowNs);
            apply();
            onNarrower.run();
        }
        tell(nowNs);
        if (probe == 0) {
            return false;
        }
        int fill = probe - ProbePacket.EMPTY;
        write(batch, ProbeHeader.PATH_MTU, search.nonce(), probe, fill);
        search.onSent(nowNs);
        qp.count(Counter.PATH_MTU_PROBES_SENT);
        return true;
    }

    private void write(TransmitBatch batch, int kind, long nonce, int bytes, int fill) {
        ProbePacket.write(batch, qp, qp.outward(), kind, nonce, bytes, fill);
        batch.closeAlone();
    }
}

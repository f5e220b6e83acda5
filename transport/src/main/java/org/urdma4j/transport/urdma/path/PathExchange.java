package org.urdma4j.transport.urdma.path;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.urdma.PathsPacket;
import org.urdma4j.codec.urdma.ProbeHeader;
import org.urdma4j.codec.urdma.Timestamp;
import org.urdma4j.codec.urdma.UrdmaBth;
import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.codec.urdma.UrdmaPacket;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.urdma.probe.ProbePacket;
import org.urdma4j.transport.urdma.report.PeerClock;
import org.urdma4j.transport.urdma.report.PeerProof;
import org.urdma4j.transport.wire.ReceivedPacket;
import org.urdma4j.transport.wire.Route;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.UrdmaPaths;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.List;

/**
 * Tells the peer our addresses, asks for its own, challenges them and answers its challenges. A
 * list is believed only from who knows both clocks, and an address only when it has answered; so a
 * stranger can neither turn our data elsewhere nor have us send to others what they didn't ask for.
 * The peer itself can name whom it likes: an address that has never answered gets short challenges,
 * of all no more than three times what the peer has sent (RFC 9000, 8.1).
 */
final class PathExchange {
    private static final int LIST = 1;
    private static final long REPEAT_NS = 100_000_000L;
    private static final int MOST_REPEATS = 50;
    private static final int MOST_ANSWERS = 64;
    private static final int MOST_AMPLIFICATION = 3;
    private static final int MOST_CREDIT = 1 << 16;
    private static final long NEVER = Long.MAX_VALUE;

    private final QpContext qp;
    private final PathTable table;
    private final PeerAddresses peers;
    private final Failover failover;
    private final PeerClock clock;
    private final int challengeBytes;
    private final boolean enabled;
    private final ArrayDeque<Answer> answers = new ArrayDeque<>();
    private boolean heard;
    private boolean seen;
    private boolean owed;
    private int repeats;
    private int credit;
    private long dueNs = NEVER;

    private record Answer(Route route, long nonce, long size) {}

    /**
     * @param challengeBytes of a challenge, as a full packet has, so that a way on which only small
     *     ones get through isn't taken
     */
    PathExchange(
            QpContext qp,
            PathTable table,
            PeerAddresses peers,
            Failover failover,
            PeerClock clock,
            UrdmaPaths settings,
            int challengeBytes) {
        this.qp = qp;
        this.table = table;
        this.peers = peers;
        this.failover = failover;
        this.clock = clock;
        this.challengeBytes = challengeBytes;
        enabled = settings.enabled();
    }

    void start() {
        answers.clear();
        heard = false;
        seen = false;
        owed = false;
        repeats = 0;
        credit = 0;
        dueNs = NEVER;
    }

    /** So many bytes have come from the peer, for which addresses that it named may be asked. */
    void onBytes(int bytes) {
        credit = Math.min(MOST_CREDIT, credit + MOST_AMPLIFICATION * bytes);
    }

    /** The peer has been heard: from now on a list of ours can show that it is ours. */
    void onHeard(long nowNs) {
        if (heard) {
            return;
        }
        heard = true;
        table.onHeard(nowNs);
        if (enabled) {
            dueNs = nowNs;
        }
    }

    long deadlineNs() {
        return owed || !answers.isEmpty() ? Long.MIN_VALUE : dueNs;
    }

    /** Takes a list of addresses. */
    void onList(UrdmaPacket packet, long nowNs) {
        ByteBuffer b = packet.buffer();
        int at = packet.extendedOffset();
        if (!PathsPacket.valid(b, at, packet.extendedRest())) {
            qp.count(Counter.DROPPED_MALFORMED);
            return;
        }
        int t1 = PathsPacket.t1(b, at);
        int tr = PathsPacket.tr(b, at);
        if (!PeerProof.ofList(t1, tr, nowNs)) {
            qp.count(Counter.DROPPED_WRONG_PEER);
            return;
        }
        onBytes(packet.length());
        seen |= PathsPacket.seen(b, at) == LIST;
        if (seen) {
            dueNs = NEVER;
        }
        boolean news = PathsPacket.number(b, at) != peers.number();
        peers.take(b, at, nowNs);
        owed = news || PathsPacket.asks(b, at);
    }

    /** Takes a challenge or an answer to one. */
    void onProbe(ReceivedPacket packet, int kind, long nowNs) {
        UrdmaPacket view = packet.urdma();
        ByteBuffer b = view.buffer();
        int at = view.extendedOffset();
        long nonce = ProbeHeader.nonce(b, at);
        if (kind == ProbeHeader.CHALLENGE) {
            answerTo(packet, nonce, ProbeHeader.size(b, at), nowNs);
            return;
        }
        for (int i = 0; i < table.paths.size(); i++) { // whichever way the answer took
            Path path = table.paths.get(i);
            int size = path.challenge.answer(nonce, nowNs);
            if (size > 0) {
                onAnswer(path, size, nowNs);
                return;
            }
        }
    }

    /** Whoever has answered a short challenge is to show that long packets get through. */
    private void onAnswer(Path path, int size, long nowNs) {
        if (!path.rail.validated) {
            path.rail.validated = true;
            table.askProbing(path.rail, nowNs);
        }
        if (path.state == PathState.PROBING && size < challengeBytes) {
            path.challenge.askAt(nowNs);
        } else {
            failover.onAnswered(path, nowNs);
        }
    }

    /**
     * The answer goes back the way of the challenge; and all other ways, if ours on that rail seems
     * to have failed, since the challenger's may work all the same.
     */
    private void answerTo(ReceivedPacket packet, long nonce, long size, long nowNs) {
        Gid source = qp.pathFinder.gidOf(packet.source());
        answer(
                source == null ? null : qp.pathFinder.way(packet.arrivedAt(), source, 0),
                nonce,
                size);
        Rail asked = table.rails.size() > 1 ? table.railOf(packet) : null;
        if (asked == null) {
            return;
        }
        asked.onChallenged(nowNs);
        if (!asked.isLost()) {
            return;
        }
        for (int i = 0; i < table.rails.size(); i++) {
            Rail rail = table.rails.get(i);
            if (rail != asked && rail.hasWorked()) {
                answer(rail.route(), nonce, size);
            }
        }
    }

    private void answer(Route way, long nonce, long size) {
        if (answers.size() < MOST_ANSWERS && way != null) {
            answers.addLast(new Answer(way, nonce, size));
        }
    }

    /** Adds what is owed to an empty batch; returns whether there was anything. */
    boolean poll(TransmitBatch batch, long nowNs) {
        Answer answer = answers.pollFirst();
        if (answer != null) {
            int size = (int) answer.size();
            writeProbe(
                    batch, answer.route(), ProbeHeader.CHALLENGE_ANSWER, answer.nonce(), size, 0);
            return true;
        }
        if (owed || dueNs <= nowNs) { // before challenges, which come from addresses in the list
            writeList(batch, nowNs);
            return true;
        }
        for (int i = 0; i < table.paths.size(); i++) {
            Path path = table.paths.get(i);
            if (path.challenge.dueNs() > nowNs) {
                continue;
            }
            if (path.rail.validated || credit >= qp.wireBytes(ProbePacket.EMPTY)) {
                challenge(batch, path, nowNs);
                return true;
            }
            path.challenge.postpone(nowNs + REPEAT_NS);
        }
        return false;
    }

    private void challenge(TransmitBatch batch, Path path, long nowNs) {
        long nonce = qp.nonces.getAsLong();
        int size = path.rail.validated ? challengeBytes : ProbePacket.EMPTY;
        path.challenge.sent(nonce, size, nowNs, failover.nextAskNs(path, nowNs));
        failover.onAsked(path);
        if (!path.rail.validated) {
            credit -= (int) qp.wireBytes(ProbePacket.EMPTY);
        }
        writeProbe(batch, path.route, ProbeHeader.CHALLENGE, nonce, size, size - ProbePacket.EMPTY);
        qp.count(Counter.PROBES_SENT);
    }

    private void writeProbe(
            TransmitBatch batch, Route route, int kind, long nonce, int size, int fill) {
        ProbePacket.write(batch, qp, route, kind, nonce, size, fill);
        batch.close();
    }

    private void writeList(TransmitBatch batch, long nowNs) {
        owed = false;
        boolean asks = !seen && enabled && repeats < MOST_REPEATS;
        if (asks) {
            repeats++;
            dueNs = nowNs + Math.max(REPEAT_NS, 2 * table.slowestNs());
        } else {
            dueNs = NEVER;
        }
        List<Gid> own = qp.pathFinder.own();
        int count = Math.min(own.size(), PathsPacket.MAX_ENTRIES);
        int at = batch.begin(qp.outward());
        ByteBuffer b = batch.buffer();
        UrdmaBth.write(b, at, UrdmaOpcode.PATHS, 0, 0, qp.pKey, qp.destQpn, 0);
        int body = at + Bth.LENGTH;
        PathsPacket.write(
                b, body, Timestamp.of(nowNs), clock.delay(), count, LIST, peers.number(), asks);
        for (int i = 0; i < count; i++) {
            Gid gid = own.get(i);
            PathsPacket.writeEntry(b, body, i, gid.subnetPrefix(), gid.interfaceId(), 0, i, 0);
        }
        int length = Bth.LENGTH + PathsPacket.length(count);
        batch.end(at + length, length + TransmitBatch.ICRC_LENGTH);
        batch.close();
    }
}

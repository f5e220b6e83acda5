package org.urdma4j.transport.cm;

import org.urdma4j.codec.cm.CmRej;
import org.urdma4j.codec.cm.PrivateData;
import org.urdma4j.codec.cm.RejectReason;
import org.urdma4j.codec.ib.AckTimeout;
import org.urdma4j.protection.admission.AnswerRate;
import org.urdma4j.transport.wire.TransportAddress;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.VerbsException;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.random.RandomGenerator;

/** What every part of the connection manager does: send, ask until answered, keep, forget, tell. */
final class Core {
    final CmConfig config;
    final Outgoing outgoing;
    final ConnectionTable table;
    final Doubts doubts;
    final CmCounters counters = new CmCounters();
    final ArrayDeque<CmEvent> events = new ArrayDeque<>();

    /** Messages to a stranger for each that came from there, as in RFC 9000, section 8.1. */
    private static final int CREDIT = 3;

    private static final int MOST_CREDIT = 48;

    /** Messages that nobody has paid for, in a second. */
    private static final int UNPAID = 10;

    private static final int UNPAID_OF_NETWORK = 2;
    private static final int NETWORKS = 256;

    /** 4.3 s, twice of which nothing is under way any more. */
    private static final int MOST_ACK_TIMEOUT = 20;

    private final AnswerRate unpaid = new AnswerRate(UNPAID, UNPAID_OF_NETWORK, NETWORKS);
    private final RandomGenerator random;
    private final MadSink sink;

    /** Counts up from anywhere: no two of a process are the same, and keys hang on that. */
    private long transactions;

    Core(CmConfig config, RandomGenerator random, MadSink sink) {
        this.config = config;
        this.outgoing = new Outgoing(config);
        this.table = new ConnectionTable(config.maxConnections());
        this.doubts = new Doubts(random);
        this.random = random;
        this.transactions = random.nextLong();
        this.sink = sink;
    }

    /** Makes an entry for something that this end asks for; it isn't in the table yet. */
    Connection create(TransportAddress peer, CmState state) {
        if (table.size() >= config.maxConnections()) {
            throw new VerbsException(
                    Errno.ENOMEM,
                    "there are %d connections already; raise CmConfig.maxConnections"
                            .formatted(table.size()));
        }
        Connection c = new Connection(freshId(), peer, transactions++, state);
        c.proven = true;
        return c;
    }

    /** Whether strangers' requests have to be dropped: too much is kept, or waits to be told. */
    boolean isFull() {
        return table.size() >= config.maxConnections() || events.size() >= config.maxConnections();
    }

    /** What becomes of a request. */
    enum Admission {
        REFUSED,
        /** Its sender is to show that it gets answers. */
        DOUBTED,
        ADMITTED,
        /** The same; its sender gets answers. */
        PROVEN
    }

    /** Finds out about a request, and makes room for it if it is due. */
    Admission admission(Listener listener, TransportAddress from, int remoteId, long nowNs) {
        Gid peer = from.gid();
        if (isFull() || !table.hasRoom(peer)) {
            return Admission.REFUSED;
        }
        if (!doubts.isSettled(from, remoteId)) {
            return listener.hasRoomForDoubted(peer) ? Admission.ADMITTED : Admission.DOUBTED;
        }
        if (!listener.hasRoom(peer)) {
            listener.displaced(peer, nowNs).ifPresent(this::displace);
        }
        if (!listener.hasRoom(peer)) {
            return Admission.REFUSED;
        }
        doubts.forget(from, remoteId);
        return Admission.PROVEN;
    }

    /** Asks the sender of a request to show that it gets answers. */
    void doubt(TransportAddress from, int remoteId, int qpn, ByteBuffer b, int at, long nowNs) {
        count(CmCounter.DOUBTED);
        answer(from, doubts.doubt(from, remoteId, qpn, b, at, nowNs));
    }

    /** Returns a number that isn't in use and that others can't guess. */
    int freshId() {
        int id;
        do {
            id = random.nextInt();
        } while (id == 0 || table.contains(id));
        return id;
    }

    void send(TransportAddress to, ByteBuffer mad) {
        counters.increment(CmCounter.SENT);
        sink.send(to, mad.asReadOnlyBuffer());
    }

    /** Sends one of whom nothing is kept what is no longer than what came. */
    void answer(TransportAddress to, ByteBuffer mad) {
        counters.increment(CmCounter.SENT);
        sink.answer(to, mad.asReadOnlyBuffer());
    }

    /** Sends, unless that is more than the peer has paid for by what it sent. */
    void send(Connection c, ByteBuffer mad) {
        if (!c.proven && c.credit == 0) {
            counters.increment(CmCounter.UNPAID);
            return;
        }
        c.credit = Math.max(0, c.credit - 1);
        send(c.peer, mad);
    }

    /**
     * An answer may have been lost on its way here: now and then one more is sent than was paid.
     */
    void lend(Connection c, long nowNs) {
        if (!c.proven && c.credit == 0 && unpaid.mayAnswer(c.peer.gid(), nowNs)) {
            c.credit = 1;
            count(CmCounter.LENT);
        }
    }

    /** The peer has sent a request, or has sent it again. */
    static void credit(Connection c) {
        c.credit = Math.min(c.credit + CREDIT, MOST_CREDIT);
    }

    /** The peer has shown that it gets what is sent to it. */
    static void prove(Connection c, long nowNs) {
        c.proven = true;
        if (c.listener != null) {
            c.listener.prove(c, nowNs);
        }
    }

    /** Makes room: peer and application are told; who asks for datagrams asks again. */
    void displace(Connection c) {
        count(CmCounter.DISPLACED);
        int reason = RejectReason.NO_RESOURCES.code();
        if (c.state != CmState.SIDR_REQ_RCVD) {
            int message = c.lastSent == null ? CmRej.REQ : CmRej.OTHER;
            send(c, outgoing.rej(c, message, reason, PrivateData.NONE));
        }
        tell(new CmEvent.Rejected(c.id, reason, PrivateData.NONE));
        forget(c);
    }

    void sendClear(TransportAddress to, ByteBuffer mad) {
        counters.increment(CmCounter.SENT);
        sink.sendClear(to, mad.asReadOnlyBuffer());
    }

    /** Sends what must be answered, and sends it again until another state is entered. */
    void ask(Connection c, CmState state, ByteBuffer mad, long answerNs, int retries, long nowNs) {
        c.state = state;
        c.lastSent = mad;
        c.intervalNs = answerNs;
        c.retriesLeft = retries;
        table.setDeadline(c, Math.min(nowNs + answerNs, c.endNs));
        send(c, mad);
    }

    /** Sends again what wasn't answered; returns false when that has been done often enough. */
    boolean askAgain(Connection c, long nowNs) {
        if (c.retriesLeft == 0 || nowNs >= c.endNs) {
            return false;
        }
        if (isFirst(c.state) && c.retriesLeft == config.maxRetries()) {
            sink.unanswered(c.peer);
        }
        c.retriesLeft--;
        lend(c, nowNs);
        table.setDeadline(c, Math.min(nowNs + c.intervalNs, c.endNs));
        insist(c);
        return true;
    }

    /** Sends again what wasn't answered, and leaves when that is to be done next. */
    void insist(Connection c) {
        counters.increment(CmCounter.RETRIES);
        send(c, c.lastSent);
    }

    /** Whether nothing has been heard of the peer yet. */
    private static boolean isFirst(CmState state) {
        return state == CmState.REQ_SENT || state == CmState.SIDR_REQ_SENT;
    }

    /** The host of a peer says that nobody is there: what waits for its answer waits no longer. */
    void onRefused(TransportAddress peer) {
        for (Connection c : table.all()) {
            if (isFirst(c.state) && c.peer.equals(peer)) {
                c.refused = true;
                c.retriesLeft = 0;
            }
        }
    }

    /** Sends the last message again for a peer that has repeated its own. */
    void repeat(Connection c) {
        counters.increment(CmCounter.DUPLICATES);
        send(c, c.lastSent);
    }

    /** Enters a state in which nothing is waited for. */
    void rest(Connection c, CmState state) {
        c.state = state;
        table.setDeadline(c, Connection.NEVER);
    }

    /** Refuses or answers for good, and keeps that for a while in case the peer asks again. */
    void conclude(Connection c, CmState state, ByteBuffer mad, long nowNs) {
        Listener.release(c);
        table.removeRemoteQp(c);
        c.state = state;
        c.lastSent = mad;
        table.setDeadline(c, nowNs + 2 * c.peerPatienceNs);
        send(c, mad);
        Connection oldest = table.remember(c);
        if (oldest != null) {
            forget(oldest);
        }
    }

    /** The connection has ended; its numbers stay taken until no packet can be under way. */
    void enterTimewait(Connection c, long nowNs) {
        Listener.release(c);
        c.state = CmState.TIMEWAIT;
        c.lastSent = null;
        table.setDeadline(c, nowNs + c.timewaitNs);
        Connection oldest = table.waitOut(c);
        if (oldest != null) {
            leaveTimewait(oldest);
        }
    }

    void leaveTimewait(Connection c) {
        forget(c);
        tell(new CmEvent.TimewaitExit(c.id));
    }

    void forget(Connection c) {
        Listener.release(c);
        table.remove(c);
    }

    void tell(CmEvent event) {
        events.addLast(event);
    }

    void count(CmCounter counter) {
        counters.increment(counter);
    }

    /**
     * Returns how long packets may be under way, from the code of an ACK timeout: that one is two
     * ways and some delay, and a packet that was sent again just before the end may be as late.
     */
    static long timewaitNs(int ackTimeout) {
        int code = Math.max(1, Math.min(ackTimeout, MOST_ACK_TIMEOUT));
        return 2 * AckTimeout.nanos(code);
    }
}

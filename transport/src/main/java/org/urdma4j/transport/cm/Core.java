package org.urdma4j.transport.cm;

import org.urdma4j.codec.ib.AckTimeout;
import org.urdma4j.transport.wire.TransportAddress;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.VerbsException;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.random.RandomGenerator;

/** What every part of the connection manager does: send, ask until answered, keep, forget, tell. */
final class Core {
    final CmConfig config;
    final Outgoing outgoing;
    final ConnectionTable table = new ConnectionTable();
    final CmCounters counters = new CmCounters();
    final ArrayDeque<CmEvent> events = new ArrayDeque<>();
    private final RandomGenerator random;
    private final MadSink sink;

    /** Counts up from anywhere: no two of a process are the same, and keys hang on that. */
    private long transactions;

    Core(CmConfig config, RandomGenerator random, MadSink sink) {
        this.config = config;
        this.outgoing = new Outgoing(config);
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
        return new Connection(freshId(), peer, transactions++, state);
    }

    /** Whether strangers' requests have to be dropped: too much is kept, or waits to be told. */
    boolean isFull() {
        return table.size() >= config.maxConnections() || events.size() >= config.maxConnections();
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
        table.setDeadline(c, nowNs + answerNs);
        send(c.peer, mad);
    }

    /** Sends again what wasn't answered; returns false when that has been done often enough. */
    boolean askAgain(Connection c, long nowNs) {
        if (c.retriesLeft == 0) {
            return false;
        }
        if (isFirst(c.state) && c.retriesLeft == config.maxRetries()) {
            sink.unanswered(c.peer);
        }
        c.retriesLeft--;
        table.setDeadline(c, nowNs + c.intervalNs);
        insist(c);
        return true;
    }

    /** Sends again what wasn't answered, and leaves when that is to be done next. */
    void insist(Connection c) {
        counters.increment(CmCounter.RETRIES);
        send(c.peer, c.lastSent);
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
        send(c.peer, c.lastSent);
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
        send(c.peer, mad);
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
        int code = Math.max(1, Math.min(ackTimeout, CmConfig.MAX_TIMEOUT));
        return 2 * AckTimeout.nanos(code);
    }
}

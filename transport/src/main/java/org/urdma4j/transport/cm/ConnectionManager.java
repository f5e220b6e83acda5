package org.urdma4j.transport.cm;

import org.urdma4j.codec.cm.CmMessage;
import org.urdma4j.codec.cm.CmStatus;
import org.urdma4j.codec.cm.PrivateData;
import org.urdma4j.codec.cm.RejectReason;
import org.urdma4j.codec.cm.ServiceId;
import org.urdma4j.codec.cm.SidrRep;
import org.urdma4j.transport.wire.TransportAddress;
import org.urdma4j.verbs.VerbsException;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Makes and ends connections of one address. Whoever drives it calls {@link #onMad} for each
 * datagram to queue pair 1, {@link #onTimer} when {@link #nextDeadlineNs} has come, and after these
 * and its own calls {@link #pollEvent} until there is none. Datagrams go to the sink within the
 * calls. Times are in nanoseconds of one clock that never goes back.
 *
 * <p>An application names a connection by a number, which it gets from {@link #connect} or from an
 * event. A connection may end at any time; a call that comes too late does nothing and returns
 * false. Nothing that a peer sends throws.
 *
 * <p>Confined to one thread.
 */
public final class ConnectionManager {
    private final Core core;
    private final Listeners listeners = new Listeners();
    private final ActiveSide active;
    private final PassiveSide passive;
    private final Teardown teardown;
    private final DatagramServices datagrams;
    private long vanishedNs = Long.MAX_VALUE;

    /**
     * Creates one without connections.
     *
     * @param random draws the numbers of connections; unpredictable outside of tests, as who knows
     *     a number can end the connection
     * @param sink takes what is to be sent
     */
    public ConnectionManager(CmConfig config, RandomGenerator random, MadSink sink) {
        core = new Core(config, random, sink);
        active = new ActiveSide(core);
        passive = new PassiveSide(core, listeners);
        teardown = new Teardown(core);
        datagrams = new DatagramServices(core, listeners);
    }

    /**
     * Offers a service.
     *
     * @param serviceId from {@link ServiceId}; its port space says whether connections or datagrams
     * @param backlog requests that are unfinished at a time: not decided, or accepted and not yet
     *     established. Half of them may be of one address, three quarters of one network; a quarter
     *     of peers that haven't shown that they get answers, which others are asked to show first.
     *     When there are more, the oldest goes of the network that has most. What isn't taken is
     *     dropped, and comes again
     * @throws VerbsException EADDRINUSE if it is offered already
     */
    public void listen(long serviceId, int backlog) {
        listeners.add(serviceId, backlog);
    }

    /** Takes an offer back; requests that have arrived go on. Returns whether there was one. */
    public boolean unlisten(long serviceId) {
        return listeners.remove(serviceId);
    }

    /**
     * Asks for a connection. {@link CmEvent.ConnectResponse}, {@link CmEvent.Rejected} or {@link
     * CmEvent.Unreachable} follows.
     *
     * @param sourcePort told to the peer's application
     * @param own this end's queue pair, at most 56 bytes of application data; without offer if
     *     there are more than 32
     * @return the connection's number
     * @throws VerbsException ENOMEM if there are too many already
     * @throws IllegalArgumentException if there is too much data
     */
    public int connect(
            TransportAddress peer,
            int sourcePort,
            long serviceId,
            CmPath path,
            CmEndpoint own,
            long nowNs) {
        return active.connect(peer, sourcePort, serviceId, path, own, nowNs);
    }

    /**
     * Accepts what a {@link CmEvent.ConnectRequest} asks for, the queue pair being ready to
     * receive. {@link CmEvent.Established}, {@link CmEvent.Rejected} or {@link CmEvent.Unreachable}
     * follows.
     *
     * @param own this end's queue pair, at most 196 bytes of application data; without offer if
     *     there are more than 172
     * @return false if the request is gone
     * @throws IllegalArgumentException if there is too much data
     */
    public boolean accept(int id, CmEndpoint own, long nowNs) {
        return passive.accept(id, own, nowNs);
    }

    /**
     * Tells the peer after a {@link CmEvent.ConnectResponse} that this end is ready to receive.
     *
     * @return false if the connection is gone
     */
    public boolean establish(int id) {
        return active.establish(id);
    }

    /**
     * A packet of the peer has come to the queue pair of an accepted connection: it is ready, even
     * if its word was lost.
     *
     * @return whether that was news; {@link CmEvent.Established} follows
     */
    public boolean communicationEstablished(int id) {
        Connection connection = core.table.get(id);
        return connection != null && passive.established(connection);
    }

    /**
     * Refuses what a {@link CmEvent.ConnectRequest} asks for or a {@link CmEvent.ConnectResponse}
     * says.
     *
     * @param reason {@link RejectReason#CONSUMER_DEFINED} unless there is a better one
     * @param data at most 148 bytes
     * @return false if it is gone
     */
    public boolean reject(int id, RejectReason reason, PrivateData data, long nowNs) {
        return teardown.reject(id, reason.code(), data, nowNs);
    }

    /**
     * Ends a connection in whatever state it is; one that isn't established yet is cancelled, of
     * which no event tells. After an established one {@link CmEvent.Disconnected} follows, and
     * {@link CmEvent.TimewaitExit}.
     *
     * @return false if it has ended already
     */
    public boolean disconnect(int id, long nowNs) {
        return teardown.disconnect(id, nowNs);
    }

    /** Returns the connections that end and whose peers haven't said that they know. */
    public List<Integer> unanswered() {
        return teardown.unanswered();
    }

    /**
     * Asks a peer again to end a connection, before it is time for that, if it hasn't answered:
     * nobody will be here to do so later.
     */
    public void insist(int id) {
        teardown.insist(id);
    }

    /**
     * The peer of an established connection doesn't answer any more: {@link CmEvent.Disconnected}
     * tells so at once. It is asked to end the connection nevertheless, as its way here may be the
     * one that is broken.
     *
     * @return false if the connection isn't established, or not any more
     */
    public boolean vanish(int id, long nowNs) {
        vanishedNs = nowNs;
        return teardown.vanish(id, nowNs);
    }

    /**
     * Asks for the queue pair behind a datagram service. {@link CmEvent.ServiceResolved}, {@link
     * CmEvent.ServiceRefused} or {@link CmEvent.Unreachable} follows.
     *
     * @param data at most 180 bytes
     * @return the number of the question; {@link #disconnect} withdraws it
     * @throws VerbsException ENOMEM if there are too many connections already
     */
    public int resolve(
            TransportAddress peer, int sourcePort, long serviceId, PrivateData data, long nowNs) {
        return datagrams.resolve(peer, sourcePort, serviceId, data, nowNs);
    }

    /**
     * Answers a {@link CmEvent.ServiceRequest}.
     *
     * @param data at most 136 bytes
     * @return false if it was answered already
     */
    public boolean answer(int id, int qpn, int qKey, PrivateData data, long nowNs) {
        return datagrams.answer(id, SidrRep.VALID, qpn, qKey, data, nowNs);
    }

    /**
     * Refuses a {@link CmEvent.ServiceRequest}.
     *
     * @param status why, a constant of {@link SidrRep}
     * @param data at most 136 bytes
     * @return false if it was answered already
     */
    public boolean refuse(int id, int status, PrivateData data, long nowNs) {
        return datagrams.answer(id, status, 0, 0, data, nowNs);
    }

    /**
     * Takes a datagram that came to queue pair 1.
     *
     * @param from whose it is
     * @param b holds it, big-endian, from {@code at} on; read during the call only
     * @param length in bytes
     */
    public void onMad(TransportAddress from, ByteBuffer b, int at, int length, long nowNs) {
        core.count(CmCounter.RECEIVED);
        CmStatus status = CmMessage.status(b, at, length);
        if (status != CmStatus.OK) {
            core.count(
                    status == CmStatus.UNKNOWN_ATTRIBUTE
                            ? CmCounter.UNKNOWN_MESSAGE
                            : CmCounter.MALFORMED);
            return;
        }
        switch (CmMessage.of(b, at)) {
            case REQ -> passive.onReq(from, b, at, nowNs);
            case MRA -> active.onMra(from, b, at, nowNs);
            case REJ -> teardown.onRej(from, b, at, nowNs);
            case REP -> active.onRep(from, b, at, nowNs);
            case RTU -> passive.onRtu(from, b, at);
            case DREQ -> teardown.onDreq(from, b, at, nowNs);
            case DREP -> onDrep(from, b, at, nowNs);
            case SIDR_REQ -> datagrams.onRequest(from, b, at, nowNs);
            case SIDR_REP -> datagrams.onAnswer(from, b, at);
        }
    }

    private void onDrep(TransportAddress from, ByteBuffer b, int at, long nowNs) {
        ByteBuffer request = teardown.onDrep(from, b, at, nowNs);
        if (request != null) {
            if (CmMessage.of(request, 0) == CmMessage.REQ) {
                passive.onReq(from, request, 0, nowNs);
            } else {
                datagrams.onRequest(from, request, 0, nowNs);
            }
        }
    }

    /**
     * A datagram came in the clear, where none may: if it asks for something, its sender is told
     * so, also in the clear. Nothing is kept of it.
     *
     * @param b holds it, from {@code at} on
     * @param length in bytes
     */
    public void refuseClear(TransportAddress from, ByteBuffer b, int at, int length) {
        boolean asks =
                CmMessage.status(b, at, length) == CmStatus.OK
                        && CmMessage.of(b, at) == CmMessage.REQ;
        if (asks) {
            core.sendClear(from, Outgoing.protectionRequired(b, at));
        }
    }

    /** Returns what tells a connection from all others, null if there is none of this number. */
    public CmNames names(int id) {
        Connection c = core.table.get(id);
        return c == null ? null : new CmNames(c.transactionId, c.id, c.remoteId);
    }

    /**
     * A host has said that nobody has the UDP port open. That is a hint which anyone could forge:
     * it ends no connection, but who waits for a first answer gives up when the next is due.
     */
    public void onRefused(TransportAddress peer) {
        core.onRefused(peer);
    }

    /**
     * The peer of a connection has proven to be somewhere else now: what it says counts from there,
     * and what it is told goes there.
     */
    public void moved(int id, TransportAddress to) {
        Connection connection = core.table.get(id);
        if (connection != null) {
            core.table.move(connection, to);
        }
    }

    /** Does what is due at {@code nowNs}. */
    public void onTimer(long nowNs) {
        while (core.table.earliestNs() <= nowNs) {
            teardown.onDeadline(core.table.earliest(), nowNs);
        }
    }

    /**
     * Returns when {@link #onTimer} must be called, {@link Long#MAX_VALUE} for never. Of a {@link
     * #vanish} the events may be polled then: its caller is in the middle of a queue pair's end.
     */
    public long nextDeadlineNs() {
        long earliestNs = core.table.earliestNs();
        return core.events.isEmpty() ? earliestNs : Math.min(earliestNs, vanishedNs);
    }

    /** Returns the next thing that an application is to know, or null. */
    public CmEvent pollEvent() {
        return core.events.pollFirst();
    }

    /** Returns where a connection stands, or null if there is none of this number. */
    public CmState state(int id) {
        Connection connection = core.table.get(id);
        return connection == null ? null : connection.state;
    }

    /** Returns how many entries of all kinds are kept. */
    public int size() {
        return core.table.size();
    }

    /**
     * Returns how many requests and answers are kept of those who were asked to show themselves.
     */
    public int waiting() {
        return core.doubts.size();
    }

    public CmCounters counters() {
        return core.counters;
    }
}

package org.urdma4j.transport.cm;

import org.urdma4j.codec.cm.CmDrep;
import org.urdma4j.codec.mad.Mad;
import org.urdma4j.transport.cm.Cookies.Cookie;
import org.urdma4j.transport.wire.TransportAddress;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.random.RandomGenerator;

/**
 * Requests whose senders have to show first that they get answers. They are asked to end what isn't
 * there: a DREQ with a {@linkplain Cookies cookie} for its numbers, which every connection manager,
 * Linux's among them, answers with a DREP of the same numbers. The request waits meanwhile, as the
 * datagram that it came in; if others have taken its place, the answer lets in the next one of the
 * same number, which is on its way when nothing answers the first.
 */
final class Doubts {
    /** Requests that wait, and answers that wait for their requests, each; the oldest goes. */
    static final int MOST = 1024;

    private record Request(TransportAddress from, int remoteId) {}

    private final Cookies cookies;
    private final LinkedHashMap<Request, ByteBuffer> waiting = new LinkedHashMap<>();
    private final LinkedHashMap<Request, Boolean> answered = new LinkedHashMap<>();

    Doubts(RandomGenerator random) {
        cookies = new Cookies(random);
    }

    /**
     * Keeps a request.
     *
     * @return what to ask its sender
     */
    ByteBuffer doubt(
            TransportAddress from, int remoteId, int qpn, ByteBuffer b, int at, long nowNs) {
        ByteBuffer copy = ByteBuffer.allocate(Mad.LENGTH).put(0, b, at, Mad.LENGTH);
        keep(waiting, new Request(from, remoteId), copy);
        Cookie cookie = cookies.of(from, remoteId, nowNs);
        return Outgoing.dreq(cookie.transactionId(), cookie.commId(), remoteId, qpn);
    }

    private static <V> void keep(SequencedMap<Request, V> map, Request key, V value) {
        map.putLast(key, value);
        if (map.size() > MOST) {
            map.pollFirstEntry();
        }
    }

    /** Whether a DREP answers a question of {@link #doubt}. */
    boolean isAnswer(TransportAddress from, ByteBuffer drep, int at, long nowNs) {
        Cookie said =
                new Cookie(Mad.transactionId(drep, at), CmDrep.REMOTE_COMM_ID.getInt(drep, at));
        return cookies.isRight(said, from, CmDrep.LOCAL_COMM_ID.getInt(drep, at), nowNs);
    }

    /** Takes the request of an answer out, if it is still here; otherwise it may come again. */
    Optional<ByteBuffer> take(TransportAddress from, int remoteId) {
        Request request = new Request(from, remoteId);
        ByteBuffer kept = waiting.remove(request);
        keep(answered, request, true);
        return Optional.ofNullable(kept);
    }

    /** Whether the sender of a request has answered for it. */
    boolean isSettled(TransportAddress from, int remoteId) {
        return answered.containsKey(new Request(from, remoteId));
    }

    /** The request is taken in: the answer counts once. */
    void forget(TransportAddress from, int remoteId) {
        answered.remove(new Request(from, remoteId));
    }

    int size() {
        return waiting.size() + answered.size();
    }
}

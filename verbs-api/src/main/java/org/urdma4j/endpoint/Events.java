package org.urdma4j.endpoint;

import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.cm.CmEvent;
import org.urdma4j.verbs.cm.CmEventType;
import org.urdma4j.verbs.cm.CmId;

import java.net.InetSocketAddress;
import java.time.Duration;

/** Waits for events, and says in an exception what went wrong instead. */
final class Events {
    private Events() {}

    /** Returns the next event, which must be of the type. */
    static CmEvent await(CmId id, CmEventType type, Duration patience) throws InterruptedException {
        CmEvent event = id.channel().getCmEvent(patience);
        if (event == null) {
            throw new VerbsException(Errno.ETIMEDOUT, "no %s within %s".formatted(type, patience));
        }
        if (event.eventType() != type) {
            throw failure(event);
        }
        return event;
    }

    /** Resolves a peer's address and the way to it. */
    static void resolve(CmId id, InetSocketAddress peer, Duration patience)
            throws InterruptedException {
        id.resolveAddr(null, peer, patience);
        await(id, CmEventType.ADDR_RESOLVED, patience);
        id.resolveRoute(patience);
        await(id, CmEventType.ROUTE_RESOLVED, patience);
    }

    static VerbsException failure(CmEvent event) {
        Object peer = event.id().peerAddr();
        return switch (event.eventType()) {
            case REJECTED ->
                    new VerbsException(
                            Errno.ECONNREFUSED,
                            "%s refuses, reason %d".formatted(peer, event.status()));
            case UNREACHABLE ->
                    new VerbsException(
                            Errno.ETIMEDOUT,
                            "%s doesn't answer; is its program running, UDP port 4791 open?"
                                    .formatted(peer));
            case DISCONNECTED ->
                    new VerbsException(Errno.ECONNRESET, peer + " has ended the connection");
            case DEVICE_REMOVAL -> new VerbsException(Errno.ENODEV, "the device was closed");
            default ->
                    new VerbsException(
                            Errno.EIO,
                            "no connection with %s: %s, status %d"
                                    .formatted(peer, event.eventType(), event.status()));
        };
    }
}

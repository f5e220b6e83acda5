package org.urdma4j.endpoint;

import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.cm.CmEvent;
import org.urdma4j.verbs.cm.CmEventType;
import org.urdma4j.verbs.cm.CmId;
import org.urdma4j.verbs.cm.ConnectionRejectedException;

import java.net.InetSocketAddress;
import java.time.Duration;

/** Waits for events, and says in an exception what went wrong instead. */
final class Events {
    private Events() {}

    /** Returns the next event, which must be of the type. */
    static CmEvent await(CmId id, CmEventType type, Duration patience) throws InterruptedException {
        CmEvent event = id.channel().getCmEvent(patience);
        if (event == null) {
            throw new VerbsException(
                    Errno.ETIMEDOUT, "%s within %s".formatted(missing(id, type), patience));
        }
        if (event.eventType() != type) {
            throw failure(event);
        }
        return event;
    }

    private static String missing(CmId id, CmEventType type) {
        return type == CmEventType.ESTABLISHED
                ? "no answer from %s".formatted(id.peerAddr())
                : "no " + type;
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
        return event.eventType() == CmEventType.REJECTED
                ? new ConnectionRejectedException(event)
                : new VerbsException(errno(event), event.describe());
    }

    private static Errno errno(CmEvent event) {
        return switch (event.eventType()) {
            case DISCONNECTED -> event.peerVanished() ? Errno.ETIMEDOUT : Errno.ECONNRESET;
            case DEVICE_REMOVAL -> Errno.ENODEV;
            case UNREACHABLE ->
                    event.status() == -Errno.ECONNREFUSED.value()
                            ? Errno.ECONNREFUSED
                            : Errno.ETIMEDOUT;
            default -> event.status() == -Errno.ENODEV.value() ? Errno.ENODEV : Errno.EIO;
        };
    }
}

package org.urdma4j.tools.peer;

import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.cm.CmEvent;
import org.urdma4j.verbs.cm.ConnectionRejectedException;

import java.net.ConnectException;

/**
 * Says for people why a channel to a command elsewhere can't be connected.
 *
 * @param command that runs there
 * @param start how it is started, in backquotes
 * @param fewer what to do, beside waiting, if it has no room
 */
public record Unanswered(String command, String start, String fewer) {
    /** Returns the reason, without the name of the host. */
    public String reason(ConnectException e, int port) {
        VerbsException found = found(e);
        if (found instanceof ConnectionRejectedException rejected) {
            return refusal(rejected);
        }
        Errno errno = found == null ? null : found.errno();
        if (errno == Errno.ECONNREFUSED) {
            return nobody();
        }
        if (errno == Errno.ETIMEDOUT || errno == Errno.EHOSTUNREACH) {
            return "no answer; does `%s` run there, and is UDP port %d open?"
                    .formatted(command, port);
        }
        return e.getMessage();
    }

    private String nobody() {
        return "nobody serves there; start " + start;
    }

    private String refusal(ConnectionRejectedException rejected) {
        if (rejected.protectionRequired()) {
            return "it asks for keys; give --protect psk:FILE with the same key";
        }
        return switch (rejected.reason()) {
            case CmEvent.REJECTED_BY_PEER ->
                    "it takes no more connections now; try later, or " + fewer;
            // its backlog is full, or its memory is short
            case CmEvent.NO_RESOURCES ->
                    "it has no room for another connection now; try later, or " + fewer;
            case CmEvent.INVALID_SERVICE_ID -> nobody();
            default -> rejected.getMessage();
        };
    }

    /** What was found may be the cause of a cause: it comes from the channel's own thread. */
    private static VerbsException found(Throwable failure) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            if (at instanceof VerbsException found) {
                return found;
            }
        }
        return null;
    }
}

package org.urdma4j.transport.urdma;

import org.urdma4j.transport.urdma.responder.NakSender;
import org.urdma4j.transport.urdma.responder.ResponseSender;

/** Whether a queue pair still speaks to its peer. Confined to the event loop. */
final class Standing {
    private final NakSender nakSender;
    private final ResponseSender answers;
    private boolean stopped;

    Standing(Parts parts) {
        nakSender = parts.nakSender;
        answers = parts.responseSender;
    }

    /** The queue pair is connected. */
    void start() {
        stopped = false;
    }

    /** No request is sent any more. */
    void stop() {
        stopped = true;
    }

    boolean stopped() {
        return stopped;
    }

    /** A request of the peer has failed, and answers to those before it have not arrived yet. */
    boolean draining() {
        return stopped && nakSender.fatal() && answers.owes();
    }

    /** Returns whether nothing at all goes out. */
    boolean isSilent() {
        return stopped && !nakSender.owed() && !draining();
    }
}

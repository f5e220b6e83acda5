package org.urdma4j.transport.urdma;

/** Whether a queue pair still speaks to its peer. Confined to the event loop. */
final class DrainState {
    private final Parts parts;
    private boolean stopped;

    DrainState(Parts parts) {
        this.parts = parts;
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
        return stopped && parts.nakSender.fatal() && parts.responseSender.owes();
    }

    /** The peer isn't where the refusal of its request went, or may not be. */
    boolean following() {
        return stopped && parts.nakSender.fatal() && parts.migration.isMoving();
    }

    /** Returns whether nothing at all goes out. */
    boolean isSilent() {
        return stopped && !parts.nakSender.owed() && !draining() && !following();
    }
}

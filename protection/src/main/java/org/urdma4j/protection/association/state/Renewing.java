package org.urdma4j.protection.association.state;

import org.urdma4j.protection.association.message.Message;
import org.urdma4j.protection.association.message.Message.Renewal;
import org.urdma4j.protection.association.tls.TlsFailure;
import org.urdma4j.protection.association.tls.TlsOutcome;
import org.urdma4j.protection.key.Role;

import java.util.function.Consumer;

/** When new generations are made over a connection, and the one that is being made. */
final class Renewing {
    private final Role role;
    private final Local local;
    private final Consumer<Message> send;
    private Handover handover;
    private int attempt;
    private long dueNs;
    private long endNs;

    Renewing(Role role, Local local, Consumer<Message> send) {
        this.role = role;
        this.local = local;
        this.send = send;
    }

    /** The client makes the next one then. */
    void schedule(long atNs) {
        dueNs = atNs;
    }

    void stop() {
        if (handover != null) {
            handover.close();
            handover = null;
        }
    }

    /** Returns whether the one that is being made is this one. */
    boolean isMaking(int generation) {
        return handover != null && handover.generation() == generation;
    }

    boolean isLate(long nowNs) {
        return handover != null && nowNs - endNs >= 0;
    }

    /** Begins the next one if that is due. */
    void onTimer(int generation, long nowNs) {
        if (handover == null && role == Role.CLIENT && nowNs - dueNs >= 0) {
            attempt++;
            begin(generation, attempt, nowNs);
        }
    }

    /** Returns when something is due, or {@code otherwise} if that is sooner or nothing is. */
    long nextNs(long otherwise) {
        if (handover == null && role == Role.SERVER) {
            return otherwise;
        }
        long next = handover == null ? dueNs : endNs;
        return next - otherwise < 0 ? next : otherwise;
    }

    /**
     * Takes a piece of a handshake.
     *
     * @param onOutcome is told what it gave, before the peer can know
     * @return whether that was the last piece
     * @throws TlsFailure if it failed
     */
    boolean receive(
            Renewal message, Generations generations, Consumer<TlsOutcome> onOutcome, long nowNs)
            throws TlsFailure {
        boolean others = handover == null || !handover.is(message);
        if (others && role == Role.SERVER && generations.isAhead(message.generation())) {
            stop();
            begin(message.generation(), message.attempt(), nowNs);
        } else if (others) {
            // What is left of an attempt that failed.
            return false;
        }
        return handover.receive(message, onOutcome);
    }

    private void begin(int generation, int number, long nowNs) {
        endNs = nowNs + local.timing().handshakeNs();
        handover = new Handover(role, local.tls(), generation, number, send);
    }
}

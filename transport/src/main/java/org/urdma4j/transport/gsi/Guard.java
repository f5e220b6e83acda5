package org.urdma4j.transport.gsi;

import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.seal.Keyring;
import org.urdma4j.transport.wire.ReceivedPacket;
import org.urdma4j.verbs.Gid;

import java.util.Optional;

/**
 * Lets in to queue pair 1 what may come in: where there are keys, or there must be, nothing that
 * isn't sealed. Confined to the event loop.
 */
final class Guard {
    /** Ten answers a second to whoever asks in the clear: no amplifier, and no silence. */
    private static final long ANSWER_INTERVAL_NS = 100_000_000L;

    private final Optional<Keyring> keyring;
    private boolean answered;
    private long answeredNs;

    Guard(Optional<Keyring> keyring) {
        this.keyring = keyring;
    }

    /**
     * Opens what is sealed.
     *
     * @return why a packet is to be dropped, null if it isn't
     */
    Counter refusal(ReceivedPacket packet, Gid from, long nowNs) {
        if (keyring.isEmpty()) {
            return packet.isSealedDatagram() ? Counter.DROPPED_EPOCH : null;
        }
        Keyring keys = keyring.get();
        if (packet.isSealedDatagram()) {
            return keys.open(packet, from, nowNs);
        }
        boolean needed = keys.settings().required() || keys.of(from) != null;
        return needed ? Counter.DROPPED_NOT_PROTECTED : null;
    }

    /** Returns whether somebody who asked in the clear may be told that this isn't enough. */
    boolean mayAnswer(long nowNs) {
        if (answered && nowNs - answeredNs < ANSWER_INTERVAL_NS) {
            return false;
        }
        answered = true;
        answeredNs = nowNs;
        return true;
    }
}

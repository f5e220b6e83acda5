package org.urdma4j.transport.gsi;

import org.urdma4j.protection.admission.AnswerRate;
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
    /** To whoever asks in the clear, in a second: no longer than what he sent, and no silence. */
    private static final int ANSWERS = 1_000;

    private static final int ANSWERS_TO_NETWORK = 10;
    private static final int NETWORKS = 1024;

    private final Optional<Keyring> keyring;
    private final AnswerRate answers = new AnswerRate(ANSWERS, ANSWERS_TO_NETWORK, NETWORKS);

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
    boolean mayAnswer(Gid from, long nowNs) {
        return answers.mayAnswer(from, nowNs);
    }
}

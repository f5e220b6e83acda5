package org.urdma4j.protection.association.state;

import org.urdma4j.protection.association.message.Message;
import org.urdma4j.protection.association.message.Message.Renewal;
import org.urdma4j.protection.association.tls.TlsEnd;
import org.urdma4j.protection.association.tls.TlsFailure;
import org.urdma4j.protection.association.tls.TlsOutcome;
import org.urdma4j.protection.association.tls.TlsSettings;
import org.urdma4j.protection.key.Role;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * The handshake of a new generation: a TLS connection inside the kept one, of which nothing but the
 * handshake is used.
 */
final class Handover implements AutoCloseable {
    private static final int PIECE_BYTES = 1 << 14;

    private final int generation;
    private final int attempt;
    private final TlsEnd end;
    private final Consumer<Message> send;

    /** Begins; a client sends its first flight. */
    Handover(Role role, TlsSettings settings, int generation, int attempt, Consumer<Message> send) {
        this.generation = generation;
        this.attempt = attempt;
        this.send = send;
        end = TlsEnd.of(role, settings);
        sendOutput();
    }

    int generation() {
        return generation;
    }

    boolean is(Renewal message) {
        return message.generation() == generation && message.attempt() == attempt;
    }

    /**
     * Takes a piece of the peer's, and answers.
     *
     * @param onOutcome is told what the handshake gave, once, before the answer by which the peer
     *     learns of it
     * @return whether this was the last piece
     * @throws TlsFailure if it failed, which the peer is told
     */
    boolean receive(Renewal message, Consumer<TlsOutcome> onOutcome) throws TlsFailure {
        boolean before = end.isEstablished();
        byte[] bytes = new byte[message.tls().remaining()];
        message.tls().duplicate().get(bytes);
        try {
            end.receive(bytes, 0, bytes.length);
            if (!before && end.isEstablished()) {
                onOutcome.accept(end.takeOutcome());
                return true;
            }
            return false;
        } finally {
            sendOutput();
        }
    }

    private void sendOutput() {
        byte[] output = end.takeOutput();
        for (int at = 0; at < output.length; at += PIECE_BYTES) {
            byte[] piece =
                    Arrays.copyOfRange(output, at, Math.min(output.length, at + PIECE_BYTES));
            send.accept(new Renewal(generation, attempt, ByteBuffer.wrap(piece)));
        }
    }

    /** Says nothing: the connection around it goes on. */
    @Override
    public void close() {
        end.close();
    }
}

package org.urdma4j.protection.association.message;

import org.urdma4j.protection.association.message.Message.Bye;
import org.urdma4j.protection.association.message.Message.Heartbeat;
import org.urdma4j.protection.association.message.Message.Hello;
import org.urdma4j.protection.association.message.Message.Refused;
import org.urdma4j.protection.association.message.Message.Renewal;
import org.urdma4j.protection.association.message.Message.Renewed;
import org.urdma4j.protection.association.message.Message.Resume;
import org.urdma4j.protection.association.message.Message.Welcome;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;

/** Bytes of a connection to messages; keeps what isn't complete. Not thread-safe. */
public final class MessageReader {
    /** Epochs have 2^8 packets or more. */
    public static final int LEAST_EPOCH_BITS = 8;

    /** Epochs have 2^22 packets or fewer. */
    public static final int MOST_EPOCH_BITS = 22;

    private static final int PROOF_BYTES = 48;

    private byte[] kept = new byte[0];

    /** Takes bytes, however they were cut. */
    public void add(byte[] bytes) {
        int old = kept.length;
        kept = Arrays.copyOf(kept, old + bytes.length);
        System.arraycopy(bytes, 0, kept, old, bytes.length);
    }

    /**
     * Returns the next message.
     *
     * @throws MalformedMessage if it is none: nothing that follows is one either
     */
    public Optional<Message> poll() throws MalformedMessage {
        if (kept.length < MessageWriter.HEADER_BYTES) {
            return Optional.empty();
        }
        int end =
                MessageWriter.HEADER_BYTES + Short.toUnsignedInt(ByteBuffer.wrap(kept).getShort(1));
        if (kept.length < end) {
            return Optional.empty();
        }
        ByteBuffer body =
                ByteBuffer.wrap(kept, MessageWriter.HEADER_BYTES, end - MessageWriter.HEADER_BYTES)
                        .slice();
        Message message = parse(kept[0], body);
        kept = Arrays.copyOfRange(kept, end, kept.length);
        return Optional.of(message);
    }

    private static Message parse(byte type, ByteBuffer body) throws MalformedMessage {
        try {
            Message message =
                    switch (type) {
                        case MessageWriter.HELLO -> hello(body);
                        case MessageWriter.WELCOME ->
                                new Welcome(
                                        device(body), index(body), epochBits(body), seconds(body));
                        case MessageWriter.REFUSED -> new Refused(Refusal.of(body.get()));
                        case MessageWriter.HEARTBEAT -> new Heartbeat();
                        case MessageWriter.RENEWAL -> renewal(body);
                        case MessageWriter.RENEWED -> new Renewed(Byte.toUnsignedInt(body.get()));
                        case MessageWriter.BYE -> new Bye();
                        default -> throw new MalformedMessage("a message of unknown type");
                    };
            if (body.hasRemaining()) {
                throw new MalformedMessage("a message that is too long");
            }
            return message;
        } catch (BufferUnderflowException _) {
            throw new MalformedMessage("a message that is too short");
        }
    }

    private static Hello hello(ByteBuffer body) throws MalformedMessage {
        if (body.get() != Message.VERSION) {
            throw new MalformedMessage("a message of another version");
        }
        UUID device = device(body);
        int index = index(body);
        int bits = epochBits(body);
        int seconds = seconds(body);
        Optional<Resume> resume = Optional.empty();
        if (body.hasRemaining()) {
            int theirs = index(body);
            int generation = Byte.toUnsignedInt(body.get());
            byte[] proof = new byte[PROOF_BYTES];
            body.get(proof);
            resume = Optional.of(new Resume(theirs, generation, ByteBuffer.wrap(proof)));
        }
        return new Hello(device, index, bits, seconds, resume);
    }

    private static Renewal renewal(ByteBuffer body) {
        int generation = Byte.toUnsignedInt(body.get());
        int attempt = body.getInt();
        byte[] tls = new byte[body.remaining()];
        body.get(tls);
        return new Renewal(generation, attempt, ByteBuffer.wrap(tls));
    }

    private static UUID device(ByteBuffer body) {
        return new UUID(body.getLong(), body.getLong());
    }

    private static int index(ByteBuffer body) throws MalformedMessage {
        int index = body.getInt();
        if (index == 0) {
            throw new MalformedMessage("an association without index");
        }
        return index;
    }

    private static int epochBits(ByteBuffer body) throws MalformedMessage {
        int bits = body.get();
        if (bits < LEAST_EPOCH_BITS || bits > MOST_EPOCH_BITS) {
            throw new MalformedMessage("a number of packets that no epoch has");
        }
        return bits;
    }

    private static int seconds(ByteBuffer body) throws MalformedMessage {
        int seconds = body.getInt();
        if (seconds < 1) {
            throw new MalformedMessage("a time that no epoch has");
        }
        return seconds;
    }
}

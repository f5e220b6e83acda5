package org.urdma4j.protection.association.message;

import org.urdma4j.protection.association.message.Message.Bye;
import org.urdma4j.protection.association.message.Message.Heartbeat;
import org.urdma4j.protection.association.message.Message.Hello;
import org.urdma4j.protection.association.message.Message.Refused;
import org.urdma4j.protection.association.message.Message.Renewal;
import org.urdma4j.protection.association.message.Message.Renewed;
import org.urdma4j.protection.association.message.Message.Welcome;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.UUID;

/** Messages to bytes. */
public final class MessageWriter {
    static final int HEADER_BYTES = 3;

    /** Most bytes of a body: a TLS flight with a chain of certificates fits. */
    static final int MOST_BODY_BYTES = (1 << 16) - 1;

    static final byte HELLO = 1;
    static final byte WELCOME = 2;
    static final byte REFUSED = 3;
    static final byte HEARTBEAT = 4;
    static final byte RENEWAL = 5;
    static final byte RENEWED = 6;
    static final byte BYE = 7;

    private MessageWriter() {}

    /**
     * Returns a message with its header.
     *
     * @throws IllegalArgumentException if it is longer than 65,535 bytes
     */
    public static byte[] write(Message message) {
        ByteBuffer body = ByteBuffer.allocate(HEADER_BYTES + MOST_BODY_BYTES);
        body.position(HEADER_BYTES);
        byte type =
                switch (message) {
                    case Hello hello -> writeHello(hello, body);
                    case Welcome welcome -> {
                        put(welcome.device(), body);
                        body.putInt(welcome.index()).put((byte) welcome.epochBits());
                        body.putInt(welcome.epochSeconds());
                        yield WELCOME;
                    }
                    case Refused refused -> {
                        body.put((byte) refused.why().code());
                        yield REFUSED;
                    }
                    case Heartbeat _ -> HEARTBEAT;
                    case Renewal renewal -> writeRenewal(renewal, body);
                    case Renewed renewed -> {
                        body.put((byte) renewed.generation());
                        yield RENEWED;
                    }
                    case Bye _ -> BYE;
                };
        int bytes = body.position();
        body.put(0, type).putShort(1, (short) (bytes - HEADER_BYTES));
        return Arrays.copyOf(body.array(), bytes);
    }

    private static byte writeHello(Hello hello, ByteBuffer body) {
        body.put((byte) Message.VERSION);
        put(hello.device(), body);
        body.putInt(hello.index()).put((byte) hello.epochBits()).putInt(hello.epochSeconds());
        hello.resume()
                .ifPresent(resume ->
                        body.putInt(resume.index())
                                .put((byte) resume.generation())
                                .put(resume.proof().duplicate()));
        return HELLO;
    }

    private static byte writeRenewal(Renewal renewal, ByteBuffer body) {
        body.put((byte) renewal.generation()).putInt(renewal.attempt());
        if (renewal.tls().remaining() > body.remaining()) {
            throw new IllegalArgumentException(
                    "%d bytes are more than a message".formatted(renewal.tls().remaining()));
        }
        body.put(renewal.tls().duplicate());
        return RENEWAL;
    }

    private static void put(UUID device, ByteBuffer body) {
        body.putLong(device.getMostSignificantBits()).putLong(device.getLeastSignificantBits());
    }
}

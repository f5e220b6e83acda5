package org.urdma4j.forward.message;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;

/**
 * The first bytes of a stream to the exit, numbers in network order: {@code 75 52 46 01} ("uRF" and
 * the version), the kind (1), zero (1), port (2), length of the host (2), the host in ASCII.
 *
 * @param kind what is asked for
 * @param host name or address, of letters, digits and {@code . - _ :}, 1 to 255
 * @param port 1 to 65,535
 */
public record OpenRequest(Kind kind, String host, int port) {
    /** What is asked for. */
    public enum Kind {
        /** A TCP connection to the target. */
        CONNECT(1);

        private final int number;

        Kind(int number) {
            this.number = number;
        }

        private static Kind of(int number) throws IOException {
            for (Kind kind : values()) {
                if (kind.number == number) {
                    return kind;
                }
            }
            throw new IOException("the request is of kind " + number + ", which isn't known");
        }
    }

    static final int MAGIC = 0x75524601;

    /** Bytes before the host. */
    private static final int HEADER = 10;

    private static final int LONGEST_HOST = 255;
    private static final int MOST_PORT = 0xffff;

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if one is out of them
     */
    public OpenRequest {
        if (host.isEmpty() || host.length() > LONGEST_HOST || !isHost(host)) {
            throw new IllegalArgumentException(
                    "a host has 1 to 255 letters, digits and . - _ : (names beyond ASCII as xn--…)");
        }
        if (port < 1 || port > MOST_PORT) {
            throw new IllegalArgumentException("a port is 1 to 65535, not " + port);
        }
    }

    private static boolean isHost(String host) {
        return host.chars().allMatch(OpenRequest::isHostCharacter);
    }

    private static boolean isHostCharacter(int c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '.'
                || c == '-'
                || c == '_'
                || c == ':';
    }

    /** Returns the target as text, an IPv6 address in brackets. */
    public String target() {
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }

    /** Returns the bytes. */
    public ByteBuffer encode() {
        return ByteBuffer.allocate(HEADER + host.length())
                .putInt(MAGIC)
                .put((byte) kind.number)
                .put((byte) 0)
                .putShort((short) port)
                .putShort((short) host.length())
                .put(host.getBytes(StandardCharsets.US_ASCII))
                .flip();
    }

    /**
     * Reads a request, and nothing of what follows.
     *
     * @throws EOFException if the stream ends before
     * @throws IOException if it is none
     */
    public static OpenRequest read(ReadableByteChannel from) throws IOException {
        ByteBuffer header = readFully(from, HEADER);
        if (header.getInt() != MAGIC) {
            throw new IOException("the first bytes aren't those of version 1");
        }
        Kind kind = Kind.of(Byte.toUnsignedInt(header.get()));
        boolean zero = header.get() == 0;
        int port = Short.toUnsignedInt(header.getShort());
        int length = Short.toUnsignedInt(header.getShort());
        if (!zero || length > LONGEST_HOST) {
            throw new IOException("the request's header can't be right");
        }
        String host = ascii(readFully(from, length));
        try {
            return new OpenRequest(kind, host, port);
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** Returns a character for each byte; those beyond ASCII aren't a host's. */
    private static String ascii(ByteBuffer bytes) {
        StringBuilder text = new StringBuilder(bytes.remaining());
        while (bytes.hasRemaining()) {
            text.append((char) Byte.toUnsignedInt(bytes.get()));
        }
        return text.toString();
    }

    /** Returns so many bytes, ready to be read. */
    static ByteBuffer readFully(ReadableByteChannel from, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining()) {
            if (from.read(bytes) < 0) {
                throw new EOFException("the stream ended within its first message");
            }
        }
        return bytes.flip();
    }
}

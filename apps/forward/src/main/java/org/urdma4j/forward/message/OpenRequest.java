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
 * @param host name or address, of letters, digits and {@code . - _ :}, 1 to 255; or the path of a
 *     UNIX socket, from {@code /} on, 2 to 107 printable ASCII characters
 * @param port 1 to 65,535; 0 with a path
 */
public record OpenRequest(Kind kind, String host, int port) {
    /** What is asked for. */
    public enum Kind {
        /** A connection to the target. */
        CONNECT(1),
        /**
         * Listening there, for as long as the stream lives. The answer is followed by a token of
         * {@link #TOKEN} hexadecimal digits, and by a byte for each program that has connected.
         */
        LISTEN(2),
        /**
         * One of the programs that have connected to what listens; the host is the token, the port
         * 1. The answer comes when there is one.
         */
        ACCEPT(3);

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

    /** Before the path of a UNIX socket, where people write it. */
    public static final String UNIX = "unix:";

    /** Characters of a listener's token. */
    public static final int TOKEN = 32;

    static final int MAGIC = 0x75524601;

    /** Bytes before the host. */
    private static final int HEADER = 10;

    private static final int LONGEST_HOST = 255;

    /** What sun_path of unix(7) has room for, without the zero at its end. */
    private static final int LONGEST_PATH = 107;

    private static final int MOST_PORT = 0xffff;

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if one is out of them
     */
    public OpenRequest {
        if (host.startsWith("/")) {
            checkPath(host);
            if (port != 0) {
                throw new IllegalArgumentException("a UNIX socket has no port");
            }
        } else {
            checkAddress(host, port);
        }
    }

    private static void checkPath(String path) {
        boolean printable = path.chars().allMatch(c -> c >= ' ' && c <= '~');
        if (path.length() < 2 || path.length() > LONGEST_PATH || !printable) {
            throw new IllegalArgumentException(
                    "the path of a UNIX socket has 2 to 107 printable ASCII characters, from / on");
        }
    }

    private static void checkAddress(String host, int port) {
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

    /**
     * Returns the path of {@code unix:/PATH}.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static String path(String text) {
        String path = text.startsWith(UNIX) ? text.substring(UNIX.length()) : "";
        checkPath(path.startsWith("/") ? path : "");
        return path;
    }

    /** Returns whether it is about a UNIX socket; the host is its path then. */
    public boolean isUnix() {
        return host.startsWith("/");
    }

    /** Returns the target as text, an IPv6 address in brackets. */
    public String target() {
        if (isUnix()) {
            return UNIX + host;
        }
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

    /** Returns a listener's token, which follows the answer to {@link Kind#LISTEN}. */
    public static String readToken(ReadableByteChannel from) throws IOException {
        return ascii(readFully(from, TOKEN));
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

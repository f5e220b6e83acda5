package org.urdma4j.forward.message;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/**
 * What the exit answers to an {@link OpenRequest}: eight bytes, {@code 75 52 46 01} ("uRF" and the
 * version), the number of a value of this in one byte, three of zero. The stream's bytes follow
 * {@link #OPEN}; the stream ends after any other.
 */
public enum OpenStatus {
    /** It is connected. */
    OPEN(0, "it is connected"),
    /** Nobody listens at the target. */
    REFUSED(1, "connection refused"),
    /** The target doesn't answer. */
    TIMED_OUT(2, "the target doesn't answer"),
    /** There is no route to the target. */
    UNREACHABLE(3, "there is no route to the target"),
    /** The exit's rules don't name the target. */
    NOT_ALLOWED(4, "the exit doesn't allow it (--allow and --allow-listen there)"),
    /** There is no address for the target's name. */
    UNRESOLVED(5, "the exit knows no address for that name"),
    /** The exit has as many streams as it takes. */
    LIMITS(6, "the exit has no room for another stream"),
    /** The exit can't read the request. */
    MALFORMED(7, "the exit can't read the request; are both ends of one version?"),
    /** The exit can't listen there, or doesn't any more. */
    NOT_LISTENING(8, "the exit can't listen there; does another program?");

    /** Of an answer. */
    public static final int BYTES = 8;

    private final int number;
    private final String text;

    OpenStatus(int number, String text) {
        this.number = number;
        this.text = text;
    }

    /** Returns what it means, for people. */
    public String text() {
        return text;
    }

    /** Returns the bytes of the answer. */
    public ByteBuffer encode() {
        return ByteBuffer.allocate(BYTES).putInt(OpenRequest.MAGIC).put((byte) number).rewind();
    }

    /**
     * Reads an answer, and nothing of what follows.
     *
     * @throws EOFException if the stream ends before
     * @throws IOException if it is none
     */
    public static OpenStatus read(ReadableByteChannel from) throws IOException {
        ByteBuffer bytes = OpenRequest.readFully(from, BYTES);
        int magic = bytes.getInt();
        int number = Byte.toUnsignedInt(bytes.get());
        for (OpenStatus status : values()) {
            if (magic == OpenRequest.MAGIC && status.number == number) {
                return status;
            }
        }
        throw new IOException("who answers there is no exit of `urdma forward`");
    }
}

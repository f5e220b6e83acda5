package org.urdma4j.verbs;

import java.util.Objects;

/**
 * A verbs call failed. {@link #errno()} is what libibverbs would have given; the message begins
 * with its name and says what was wrong and what to do about it. Use after {@code close()} is an
 * {@link IllegalStateException} instead, and a null or a value out of its range an {@link
 * NullPointerException} or {@link IllegalArgumentException}.
 */
public class VerbsException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Errno errno;

    /** Creates one from what was wrong and what to do about it. */
    public VerbsException(Errno errno, String message) {
        this(errno, message, null);
    }

    /** Creates one that another exception caused. */
    public VerbsException(Errno errno, String message, Throwable cause) {
        super(Objects.requireNonNull(errno, "errno") + ": " + message, cause);
        this.errno = errno;
    }

    /** Returns the error number that libibverbs would have given. */
    public final Errno errno() {
        return errno;
    }
}

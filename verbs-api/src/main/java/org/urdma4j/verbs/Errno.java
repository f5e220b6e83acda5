package org.urdma4j.verbs;

/**
 * The error numbers that verbs calls give, with the values of Linux (errno(3)). They are part of
 * the API: programs that were written against libibverbs find the number they expect.
 */
public enum Errno {
    /** Operation not permitted. */
    EPERM(1, "operation not permitted"),

    /** No such entry. */
    ENOENT(2, "no such entry"),

    /** Interrupted. */
    EINTR(4, "interrupted"),

    /** Input/output error. */
    EIO(5, "input/output error"),

    /** Try again later. */
    EAGAIN(11, "try again later"),

    /** Out of memory, or a queue is full. */
    ENOMEM(12, "out of memory or queue full"),

    /** Access denied. */
    EACCES(13, "access denied"),

    /** Bad address. */
    EFAULT(14, "bad address"),

    /** Still in use. */
    EBUSY(16, "still in use"),

    /** No such device. */
    ENODEV(19, "no such device"),

    /** Invalid argument. */
    EINVAL(22, "invalid argument"),

    /** No room left in a table. */
    ENOSPC(28, "no room left"),

    /** Not there at all. */
    ENOSYS(38, "not available"),

    /** Message too long. */
    EMSGSIZE(90, "message too long"),

    /** Protocol not supported. */
    EPROTONOSUPPORT(93, "protocol not supported"),

    /** Operation not supported. */
    EOPNOTSUPP(95, "operation not supported"),

    /** Address in use. */
    EADDRINUSE(98, "address in use"),

    /** Not an address of this machine. */
    EADDRNOTAVAIL(99, "not an address of this machine"),

    /** Network unreachable. */
    ENETUNREACH(101, "network unreachable"),

    /** Connection reset. */
    ECONNRESET(104, "connection reset"),

    /** No buffer space. */
    ENOBUFS(105, "no buffer space"),

    /** Timed out. */
    ETIMEDOUT(110, "timed out"),

    /** Connection refused. */
    ECONNREFUSED(111, "connection refused"),

    /** Host unreachable. */
    EHOSTUNREACH(113, "host unreachable");

    private static final Errno[] VALUES = values();

    private final int value;
    private final String description;

    Errno(int value, String description) {
        this.value = value;
        this.description = description;
    }

    /** Returns the error number of Linux, positive. */
    public int value() {
        return value;
    }

    /** Returns what it means, in a few words. */
    public String description() {
        return description;
    }

    /**
     * Returns the constant of this number.
     *
     * @throws IllegalArgumentException if no verbs call gives {@code value}
     */
    public static Errno fromValue(int value) {
        return EnumLookup.byValue(VALUES, Errno::value, value, "errno");
    }
}

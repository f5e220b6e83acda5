package org.urdma4j.transport.port.pipeline;

import io.netty.channel.unix.Errors.NativeIoException;

import org.urdma4j.transport.port.linux.KernelRefusal;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.VerbsException;

import java.util.Locale;

/**
 * Says in words why a port could not be opened.
 *
 * @param what backend and address
 * @param where address, and UDP port if that was chosen
 * @param unprivileged what is thrown where a privilege is missing
 * @param advice what to do then: goes on from {@code what}
 */
public record OpenFailure(String what, String where, Errno unprivileged, String advice) {
    /** Returns what to throw when the system has refused something. */
    public VerbsException explain(Throwable cause) {
        return switch (errnoOf(cause)) {
            case EADDRINUSE ->
                    new VerbsException(
                            Errno.EADDRINUSE,
                            "UDP %s is taken by another process or an open context; take another"
                                    .formatted(where),
                            cause);
            case EADDRNOTAVAIL -> notOurs(cause);
            case EACCES -> new VerbsException(unprivileged, what + " " + advice, cause);
            default ->
                    new VerbsException(
                            Errno.EIO,
                            "%s can't be opened: %s".formatted(what, cause.getMessage()),
                            cause);
        };
    }

    public VerbsException notOurs(Throwable cause) {
        return new VerbsException(
                Errno.EADDRNOTAVAIL,
                what + " can't be opened: no network interface has this address",
                cause);
    }

    /** The kernel and epoll give a number, NIO the words of the system. */
    private static Errno errnoOf(Throwable cause) {
        int number =
                switch (cause) {
                    case KernelRefusal refusal -> refusal.errno();
                    case NativeIoException e -> -e.expectedErr();
                    default -> 0;
                };
        String words = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
        if (is(Errno.EADDRINUSE, number) || words.contains("address already in use")) {
            return Errno.EADDRINUSE;
        }
        if (is(Errno.EADDRNOTAVAIL, number) || words.contains("cannot assign requested")) {
            return Errno.EADDRNOTAVAIL;
        }
        if (is(Errno.EACCES, number)
                || is(Errno.EPERM, number)
                || words.contains("permission denied")) {
            return Errno.EACCES;
        }
        return Errno.EIO;
    }

    private static boolean is(Errno errno, int number) {
        return errno.value() == number;
    }
}

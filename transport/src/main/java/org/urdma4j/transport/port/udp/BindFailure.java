package org.urdma4j.transport.port.udp;

import io.netty.channel.unix.Errors.NativeIoException;

import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.VerbsException;

import java.util.Locale;

/** Says in words why a socket could not be bound. */
final class BindFailure {
    private BindFailure() {}

    static VerbsException explain(String where, Throwable cause) {
        Errno errno = errnoOf(cause);
        String why =
                switch (errno) {
                    case EADDRINUSE ->
                            "UDP %s is taken: another process, or a context that is still open, holds it"
                                    .formatted(where);
                    case EADDRNOTAVAIL ->
                            "UDP %s can't be opened: no network interface has this address"
                                    .formatted(where);
                    case EACCES ->
                            "UDP %s can't be opened without privilege: use a port from 1024 on"
                                    .formatted(where);
                    default -> "UDP %s can't be opened: %s".formatted(where, cause.getMessage());
                };
        return new VerbsException(errno, why, cause);
    }

    /** Epoll gives a number, NIO the words of the system. */
    private static Errno errnoOf(Throwable cause) {
        String words = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
        int number = cause instanceof NativeIoException e ? -e.expectedErr() : 0;
        if (is(Errno.EADDRINUSE, number) || words.contains("address already in use")) {
            return Errno.EADDRINUSE;
        }
        if (is(Errno.EADDRNOTAVAIL, number) || words.contains("cannot assign requested")) {
            return Errno.EADDRNOTAVAIL;
        }
        if (is(Errno.EACCES, number) || words.contains("permission denied")) {
            return Errno.EACCES;
        }
        return Errno.EIO;
    }

    private static boolean is(Errno errno, int number) {
        return errno.value() == number;
    }
}

package org.urdma4j.verbs;

import java.util.Locale;

/** How a device reaches its UDP sockets. */
public enum IoTransport {
    /** Linux's epoll and system calls, several packets each; NIO where there is no epoll. */
    EPOLL,

    /**
     * Linux's io_uring: what arrives is read without a system call for it. Needs kernel 6.0, and
     * that neither the system nor a sandbox forbids it.
     */
    IO_URING,

    /** The JDK's own sockets: any system, a packet a system call. */
    NIO;

    /** Returns its name as options have it: {@code epoll}, {@code io_uring} or {@code nio}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}

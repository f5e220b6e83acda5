package org.urdma4j.transport.port.linux;

/** What the JDK and Netty can't do with file descriptors. Any thread may call. */
public final class Descriptors {
    private static final int F_DUPFD_CLOEXEC = 1030;

    private Descriptors() {}

    /**
     * Makes a second descriptor of an open socket (fcntl(2)), by which an event loop can wait for
     * something else than by the first. The socket is closed once both are.
     *
     * @param fd an open descriptor
     * @return the caller's, to be closed
     * @throws KernelRefusal EMFILE if the process has too many
     */
    public static int duplicate(int fd) {
        return KernelRefusal.unless("fcntl", new Libc().fcntl(fd, F_DUPFD_CLOEXEC, 0));
    }
}

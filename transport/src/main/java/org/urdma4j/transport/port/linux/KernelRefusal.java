package org.urdma4j.transport.port.linux;

/** A system call that failed where the caller can't go on. */
public final class KernelRefusal extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int errno;

    KernelRefusal(String call, int errno) {
        super("%s failed with errno %d".formatted(call, errno));
        this.errno = errno;
    }

    /** Returns what a call returned, unless that is minus errno. */
    static int unless(String call, int result) {
        if (result < 0) {
            throw new KernelRefusal(call, -result);
        }
        return result;
    }

    /** Returns the number that the kernel gave, positive. */
    public int errno() {
        return errno;
    }
}

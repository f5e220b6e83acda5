package org.urdma4j.wan.tap;

/** Error numbers of Linux that are told apart here, and words for those that a user may meet. */
final class Errno {
    static final int EPERM = 1;
    static final int ENOENT = 2;
    static final int EINTR = 4;
    static final int EAGAIN = 11;
    static final int EACCES = 13;
    static final int EBUSY = 16;

    private Errno() {}

    static boolean isRefusal(int errno) {
        return errno == EPERM || errno == EACCES;
    }

    static String words(int errno) {
        return switch (errno) {
            case EPERM, EACCES -> "not permitted; run it as root";
            case ENOENT -> "there is no such file";
            case EBUSY -> "it is in use";
            default -> "errno " + errno;
        };
    }
}

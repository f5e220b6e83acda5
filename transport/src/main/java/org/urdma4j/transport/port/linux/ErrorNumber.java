package org.urdma4j.transport.port.linux;

/** Error numbers of Linux that are told apart here, and words for those that a user may meet. */
public final class ErrorNumber {
    public static final int EPERM = 1;
    public static final int ENOENT = 2;
    public static final int EINTR = 4;
    public static final int EIO = 5;
    public static final int ENXIO = 6;
    public static final int EAGAIN = 11;
    public static final int EACCES = 13;
    public static final int EBUSY = 16;
    public static final int ENODEV = 19;
    public static final int EINVAL = 22;
    public static final int EMSGSIZE = 90;
    public static final int EADDRINUSE = 98;
    public static final int EADDRNOTAVAIL = 99;
    public static final int ENETDOWN = 100;
    public static final int ENOBUFS = 105;

    private ErrorNumber() {}

    public static boolean isRefusal(int errno) {
        return errno == EPERM || errno == EACCES;
    }

    public static String words(int errno) {
        return switch (errno) {
            case EPERM, EACCES -> "not permitted; run it as root";
            case ENOENT -> "there is no such file";
            case EBUSY -> "it is in use";
            default -> "errno " + errno;
        };
    }
}

package org.urdma4j.copy.tree;

import org.urdma4j.copy.tree.DiskException.Kind;

/** Error numbers of Linux (asm-generic/errno.h; x86_64 and aarch64 have the same). */
final class ErrnoKinds {
    static final int EPERM = 1;
    static final int ENOENT = 2;
    static final int EINTR = 4;
    static final int ENXIO = 6;
    static final int E2BIG = 7;
    static final int EAGAIN = 11;
    static final int EACCES = 13;
    static final int EEXIST = 17;
    static final int EXDEV = 18;
    static final int ENODEV = 19;
    static final int ENOTDIR = 20;
    static final int EISDIR = 21;
    static final int EINVAL = 22;
    static final int ENFILE = 23;
    static final int EMFILE = 24;
    static final int ETXTBSY = 26;
    static final int EFBIG = 27;
    static final int ENOSPC = 28;
    static final int EROFS = 30;
    static final int ENAMETOOLONG = 36;
    static final int ENOSYS = 38;
    static final int ENOTEMPTY = 39;
    static final int ELOOP = 40;
    static final int ENODATA = 61;
    static final int EOVERFLOW = 75;
    static final int EILSEQ = 84;
    static final int EOPNOTSUPP = 95;
    static final int EDQUOT = 122;

    private ErrnoKinds() {}

    static Kind kind(int errno) {
        return switch (errno) {
            case ENOENT -> Kind.NOT_FOUND;
            case EPERM, EACCES -> Kind.NO_PERMISSION;
            case ENOSPC, EDQUOT -> Kind.NO_SPACE;
            case EROFS -> Kind.READ_ONLY;
            case ENAMETOOLONG, EILSEQ, EINVAL -> Kind.BAD_NAME;
            case ENXIO, ENODEV -> Kind.SPECIAL;
            // a link that leads out is EXDEV before it is seen to be a link
            case ELOOP, EXDEV -> Kind.LINK;
            case EISDIR -> Kind.IS_DIRECTORY;
            case ENOTDIR -> Kind.NOT_DIRECTORY;
            case ENOTEMPTY -> Kind.NOT_EMPTY;
            case EEXIST -> Kind.EXISTS;
            case EAGAIN, ETXTBSY -> Kind.IN_USE;
            case EFBIG, EOVERFLOW -> Kind.TOO_LARGE;
            case EMFILE, ENFILE -> Kind.TOO_MANY_OPEN;
            default -> Kind.IO;
        };
    }
}

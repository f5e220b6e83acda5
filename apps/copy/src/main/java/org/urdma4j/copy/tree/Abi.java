package org.urdma4j.copy.tree;

import java.util.Locale;

/** Numbers of Linux that processors don't share, and those that they do. */
final class Abi {
    private static final boolean ARM =
            System.getProperty("os.arch").toLowerCase(Locale.ROOT).equals("aarch64");

    static final int O_RDONLY = 0;
    static final int O_RDWR = 2;
    static final int O_CREAT = 0100;
    static final int O_EXCL = 0200;
    static final int O_NOCTTY = 0400;
    static final int O_NONBLOCK = 04000;
    static final int O_DIRECTORY = ARM ? 040000 : 0200000;
    static final int O_NOFOLLOW = ARM ? 0100000 : 0400000;
    static final int O_CLOEXEC = 02000000;
    static final int O_PATH = 010000000;

    static final int AT_FDCWD = -100;
    static final int AT_SYMLINK_NOFOLLOW = 0x100;
    static final int AT_REMOVEDIR = 0x200;
    static final int AT_EMPTY_PATH = 0x1000;
    static final int RENAME_NOREPLACE = 1;

    static final int STATX_BASIC_STATS = 0x7ff;

    static final int LOCK_EX = 2;
    static final int LOCK_NB = 4;

    static final int SEEK_DATA = 3;

    static final long SYS_GETDENTS64 = ARM ? 61 : 217;
    static final long SYS_OPENAT2 = 437;

    /** {@code struct open_how}: flags, mode, resolve. */
    static final long OPEN_HOW_BYTES = 24;

    static final long RESOLVE_NO_MAGICLINKS = 0x02;
    static final long RESOLVE_NO_SYMLINKS = 0x04;
    static final long RESOLVE_BENEATH = 0x08;

    private Abi() {}
}

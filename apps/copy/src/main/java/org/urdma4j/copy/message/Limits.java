package org.urdma4j.copy.message;

/** How much may be said at once. */
public final class Limits {
    /** Bytes of a chunk; files are cut at multiples of it. */
    public static final int CHUNK = 1 << 20;

    /** Bytes of a path, as Linux has it. */
    public static final int PATH = 4096;

    /** Bytes of a name, as Linux has it, and of a pattern. */
    public static final int NAME = 255;

    /** Bytes of an extended attribute, as Linux has it. */
    public static final int XATTR = 1 << 16;

    /** Patterns of names that are left out. */
    public static final int GLOBS = 64;

    /** Connections of one copy. */
    public static final int PARTS = 64;

    /** Bytes of the token by which the connections of one copy know each other. */
    public static final int TOKEN = 16;

    /** Bytes of a SHA-256. */
    public static final int DIGEST = 32;

    /** Bytes of an MD5. */
    public static final int MD5 = 16;

    /** Bytes of a file that one CRC is of, as HDFS has them by default. */
    public static final int CELL = 512;

    /** Bytes of a file whose checksums one message asks for. */
    public static final int SUMMED = 1 << 30;

    /** Files that a connection has begun to write and not finished, outside of passes. */
    public static final int NEW_FILES = 32;

    /** Ranges of chunks that one message names. */
    public static final int RANGES = 2048;

    /** Bytes of a text for people. */
    public static final int TEXT = 2 * PATH + 1024;

    /** Bytes of all of a message but its data. */
    public static final int HEAD = 48 << 10;

    /** Bytes of a message, its length not counted. */
    public static final int FRAME = CHUNK + HEAD;

    private Limits() {}
}

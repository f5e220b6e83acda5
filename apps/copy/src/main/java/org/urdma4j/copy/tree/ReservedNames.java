package org.urdma4j.copy.tree;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Names that a copy gives to what isn't whole yet, in the directory where it belongs. No file with
 * such a name is copied or written for anybody.
 */
public final class ReservedNames {
    /** How all of them begin. */
    public static final String PREFIX = ".urdma4j-copy-";

    private static final byte[] PREFIX_BYTES = PREFIX.getBytes(StandardCharsets.US_ASCII);
    private static final String TEMPORARY = PREFIX + "t-";
    private static final String PARTIAL = PREFIX + "p-";
    private static final String JOURNAL = PREFIX + "j-";

    private ReservedNames() {}

    public static boolean isReserved(byte[] name) {
        return startsWith(name, PREFIX_BYTES);
    }

    /**
     * Refuses a path whose last name is one of them, for what isn't a copy's own.
     *
     * @throws DiskException BAD_NAME
     */
    public static void check(TreePath path) throws DiskException {
        if (isReserved(path.name())) {
            throw new DiskException(
                    DiskException.Kind.BAD_NAME,
                    path,
                    "names like this are for files that are being copied");
        }
    }

    /** Returns whether what has this name is of no use once nobody writes it. */
    public static boolean isTemporary(byte[] name) {
        return startsWith(name, bytes(TEMPORARY));
    }

    private static boolean startsWith(byte[] name, byte[] start) {
        return name.length >= start.length
                && Arrays.equals(name, 0, start.length, start, 0, start.length);
    }

    /**
     * Returns the name of something that takes a moment to write; {@code random} tells it apart.
     */
    public static byte[] temporary(long random) {
        return bytes(TEMPORARY + HexFormat.of().toHexDigits(random));
    }

    /** Returns the name of what is there of a file, from the name that it will have. */
    public static byte[] partial(byte[] name) {
        return bytes(PARTIAL + digest(name));
    }

    /** Returns the name of the journal of {@link #partial}. */
    public static byte[] journal(byte[] name) {
        return bytes(JOURNAL + digest(name));
    }

    private static String digest(byte[] name) {
        try {
            byte[] all = MessageDigest.getInstance("SHA-256").digest(name);
            return HexFormat.of().formatHex(all, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private static byte[] bytes(String name) {
        return name.getBytes(StandardCharsets.US_ASCII);
    }
}

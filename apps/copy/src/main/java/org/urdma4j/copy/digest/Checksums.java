package org.urdma4j.copy.digest;

import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.FileHandle;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256 (FIPS 180-4) of what is in buffers and files. Any thread may use it. */
public final class Checksums {
    /** How long one is. */
    public static final int BYTES = 32;

    private static final int STEP = 1 << 18;
    private static final ThreadLocal<MessageDigest> SHA256 =
            ThreadLocal.withInitial(Checksums::sha256);

    private Checksums() {}

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** Returns that of what remains of {@code data}, whose position stays. */
    public static byte[] of(ByteBuffer data) {
        MessageDigest digest = SHA256.get();
        digest.reset();
        digest.update(data.duplicate());
        return digest.digest();
    }

    /** Returns whether what remains of {@code data} has this SHA-256; the position stays. */
    public static boolean match(ByteBuffer data, byte[] expected) {
        return MessageDigest.isEqual(of(data), expected);
    }

    /** Returns that of a whole file, as long as it is while it is read. */
    public static byte[] of(FileHandle file) throws DiskException {
        MessageDigest digest = sha256();
        ByteBuffer step = ByteBuffer.allocateDirect(STEP);
        long offset = 0;
        int got;
        do {
            got = file.read(step.clear(), offset);
            digest.update(step.flip());
            offset += got;
        } while (got == STEP);
        return digest.digest();
    }
}

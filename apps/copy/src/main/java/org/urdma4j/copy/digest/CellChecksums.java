package org.urdma4j.copy.digest;

import org.urdma4j.copy.message.Limits;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.zip.CRC32C;

/**
 * What HDFS has of a block: the CRC-32C (RFC 3720) of all of it, and the MD5 (RFC 1321) of the
 * CRC-32C of each {@value Limits#CELL} bytes. For one thread.
 */
public final class CellChecksums {
    private final CRC32C all = new CRC32C();
    private final CRC32C cell = new CRC32C();
    private final ByteBuffer sums = ByteBuffer.allocate(Limits.CHUNK / Limits.CELL * Integer.BYTES);
    private final MessageDigest md5;
    private int length;

    /** Of nothing yet. */
    public CellChecksums() {
        try {
            md5 = MessageDigest.getInstance("MD5");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has MD5", e);
        }
    }

    /**
     * Adds what remains of {@code data}, whose position moves to its limit.
     *
     * @param data whole cells, unless it is the last; up to {@value Limits#CHUNK} bytes
     */
    public void update(ByteBuffer data) {
        int limit = data.limit();
        length += data.remaining();
        all.update(data.duplicate());
        sums.clear();
        while (data.position() < limit) {
            data.limit(Math.min(limit, data.position() + Limits.CELL));
            cell.reset();
            cell.update(data);
            sums.putInt((int) cell.getValue());
        }
        md5.update(sums.flip());
    }

    /** Returns how many bytes there were, fewer than 2^31. */
    public int length() {
        return length;
    }

    /** Returns the CRC of all of them. */
    public int crc32c() {
        return (int) all.getValue();
    }

    /** Returns the MD5 of the CRCs of all cells; nothing may be added afterwards. */
    public byte[] md5() {
        return md5.digest();
    }
}

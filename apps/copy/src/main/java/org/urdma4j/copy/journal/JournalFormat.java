package org.urdma4j.copy.journal;

import org.urdma4j.copy.digest.Checksums;
import org.urdma4j.copy.tree.FileIdentity;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * The bytes of a journal, big-endian: a header, then records of one length. Each ends with a
 * CRC-32C of what is before it in the header or record; a record's begins with the header's, so
 * that it counts in no other journal.
 *
 * <pre>
 * header   8 "U4JCOPY1"   4 chunk length   40 identity of the source   4 CRC-32C
 * record   8 chunk        32 SHA-256                                   4 CRC-32C
 * </pre>
 */
final class JournalFormat {
    static final int HEADER = 56;
    static final int RECORD = 44;

    private static final long MAGIC = 0x55344A434F505931L; // U4JCOPY1
    private static final int CRC = 4;

    private final byte[] header;

    JournalFormat(FileIdentity source, int chunkBytes) {
        ByteBuffer to = ByteBuffer.allocate(HEADER).putLong(MAGIC).putInt(chunkBytes);
        to.put(source.bytes());
        to.putInt(crc(to.array(), 0, HEADER - CRC, new byte[0]));
        header = to.array();
    }

    private static int crc(byte[] bytes, int start, int length, byte[] before) {
        CRC32C crc = new CRC32C();
        crc.update(before);
        crc.update(bytes, start, length);
        return (int) crc.getValue();
    }

    byte[] header() {
        return header.clone();
    }

    /**
     * Returns whether a journal that begins with these bytes is of this source and chunk length.
     */
    boolean isHeader(byte[] bytes) {
        return Arrays.equals(header, bytes);
    }

    byte[] record(long chunk, byte[] sha256) {
        ByteBuffer to = ByteBuffer.allocate(RECORD).putLong(chunk).put(sha256);
        to.putInt(crc(to.array(), 0, RECORD - CRC, header));
        return to.array();
    }

    /** Returns whether a record is whole and of this journal; the position stays. */
    boolean isRecord(ByteBuffer bytes) {
        byte[] record = new byte[RECORD];
        bytes.get(bytes.position(), record);
        int found = ByteBuffer.wrap(record).getInt(RECORD - CRC);
        return found == crc(record, 0, RECORD - CRC, header);
    }

    static long chunk(ByteBuffer record) {
        return record.getLong(record.position());
    }

    static byte[] sha256(ByteBuffer record) {
        byte[] sha256 = new byte[Checksums.BYTES];
        record.get(record.position() + Long.BYTES, sha256);
        return sha256;
    }
}

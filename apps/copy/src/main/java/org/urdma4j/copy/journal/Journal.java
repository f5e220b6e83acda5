package org.urdma4j.copy.journal;

import org.urdma4j.copy.digest.Checksums;
import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.FileHandle;
import org.urdma4j.copy.tree.FileIdentity;

import java.nio.ByteBuffer;

/**
 * The chunks of a file that have arrived and were verified, with their SHA-256. Chunks are recorded
 * after their bytes were handed to the kernel, so what is recorded is there after any end of the
 * process. After a loss of power it may not be: who replays a journal reads each chunk again and
 * believes its SHA-256 alone. Any thread may use it.
 */
public final class Journal implements AutoCloseable {
    /** Takes what a journal says. */
    @FunctionalInterface
    public interface Claims {
        /**
         * Takes one chunk.
         *
         * @param chunk any number
         * @param sha256 what its content had
         */
        void claim(long chunk, byte[] sha256) throws DiskException;
    }

    private static final int RECORDS_AT_ONCE = 1024;

    private final FileHandle file;
    private final JournalFormat format;
    private long end;

    /**
     * @param file an open file, which is closed with this
     * @param source the source file that chunks are of
     * @param chunkBytes how long they are
     */
    public Journal(FileHandle file, FileIdentity source, int chunkBytes) {
        this.file = file;
        format = new JournalFormat(source, chunkBytes);
    }

    /**
     * Reads what is there, and goes on behind it. A record that is torn or damaged is passed over.
     *
     * @return false if this is the journal of nothing, of another source or of other chunks; then
     *     {@link #begin} it
     */
    public synchronized boolean replay(Claims claims) throws DiskException {
        byte[] header = new byte[JournalFormat.HEADER];
        int got = file.read(ByteBuffer.wrap(header), 0);
        if (got < header.length || !format.isHeader(header)) {
            return false;
        }
        ByteBuffer records = ByteBuffer.allocateDirect(JournalFormat.RECORD * RECORDS_AT_ONCE);
        end = JournalFormat.HEADER;
        do {
            got = file.read(records.clear(), end);
            records.flip();
            while (records.remaining() >= JournalFormat.RECORD) {
                if (format.isRecord(records)) {
                    claims.claim(JournalFormat.chunk(records), JournalFormat.sha256(records));
                }
                records.position(records.position() + JournalFormat.RECORD);
                end += JournalFormat.RECORD;
            }
        } while (got == records.capacity());
        file.truncate(end);
        return true;
    }

    /** Forgets what is there, so that nothing is claimed from now on. */
    public synchronized void clear() throws DiskException {
        file.truncate(0);
        end = 0;
    }

    /** Begins a new one; {@link #clear} first. */
    public synchronized void begin() throws DiskException {
        file.write(ByteBuffer.wrap(format.header()), 0);
        end = JournalFormat.HEADER;
    }

    /**
     * Records that a chunk is there.
     *
     * @throws DiskException NO_SPACE, IO; then it may or may not be recorded
     */
    public synchronized void record(long chunk, byte[] sha256) throws DiskException {
        if (sha256.length != Checksums.BYTES) {
            throw new IllegalArgumentException("no SHA-256: " + sha256.length + " bytes");
        }
        file.write(ByteBuffer.wrap(format.record(chunk, sha256)), end);
        end += JournalFormat.RECORD;
    }

    @Override
    public void close() {
        file.close();
    }
}

package org.urdma4j.hadoop;

import org.apache.hadoop.fs.CompositeCrcFileChecksum;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.MD5MD5CRC32CastagnoliFileChecksum;
import org.apache.hadoop.fs.MD5MD5CRC32GzipFileChecksum;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.MD5Hash;
import org.apache.hadoop.util.CrcComposer;
import org.apache.hadoop.util.CrcUtil;
import org.apache.hadoop.util.DataChecksum;
import org.urdma4j.copy.message.Limits;
import org.urdma4j.copy.message.Message;
import org.urdma4j.copy.tree.TreePath;

import java.io.EOFException;
import java.io.IOException;

/**
 * Checksums of files as HDFS has them (HDFS-13056), so that they can be compared with its own: by
 * default an MD5 of the MD5s of blocks, of which each is of the CRC-32C of 512 bytes; or the
 * CRC-32C of the whole file. The server reads the file; only sums are sent.
 */
final class FileChecksums {
    private static final long STEP = 128 << 20;

    private FileChecksums() {}

    /** Returns that of the first {@code length} bytes, null if there is none. */
    static FileChecksum of(Server server, TreePath path, long length, Settings settings)
            throws IOException {
        if (settings.composite()) {
            return composite(server, path, length, Math.min(settings.blockSize(), STEP));
        }
        if (Math.min(length, settings.blockSize()) > Limits.SUMMED) {
            return null;
        }
        return ofBlocks(server, path, length, settings.blockSize());
    }

    private static FileChecksum composite(Server server, TreePath path, long length, long step)
            throws IOException {
        CrcComposer crc = CrcComposer.newCrcComposer(DataChecksum.Type.CRC32C, step);
        for (long done = 0; done < length; done += step) {
            Message.Checksummed sums = ask(server, path, done, Math.min(step, length - done));
            crc.update(sums.crc32c(), sums.length());
        }
        return new CompositeCrcFileChecksum(
                CrcUtil.readInt(crc.digest(), 0), DataChecksum.Type.CRC32C, Limits.CELL);
    }

    private static FileChecksum ofBlocks(Server server, TreePath path, long length, long block)
            throws IOException {
        // HDFS hashes all of the buffer, with the zeros behind what was written
        DataOutputBuffer blocks = new DataOutputBuffer();
        for (long done = 0; done < length; done += Math.min(block, length - done)) {
            Message.Checksummed sums = ask(server, path, done, Math.min(block, length - done));
            blocks.write(sums.md5().toBytes());
        }
        MD5Hash hash = MD5Hash.digest(blocks.getData());
        if (length == 0) {
            return new MD5MD5CRC32GzipFileChecksum(0, 0, hash);
        }
        long crcsOfBlock = length > block ? block / Limits.CELL : 0;
        return new MD5MD5CRC32CastagnoliFileChecksum(Limits.CELL, crcsOfBlock, hash);
    }

    private static Message.Checksummed ask(Server server, TreePath path, long from, long length)
            throws IOException {
        Message.Checksummed sums = server.ask(files -> files.checksum(path, from, (int) length));
        if (sums.length() < length) {
            throw new EOFException(path + ": has become shorter while its checksum was made");
        }
        return sums;
    }
}

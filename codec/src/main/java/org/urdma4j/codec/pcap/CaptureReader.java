package org.urdma4j.codec.pcap;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Reads the packets of a capture file one by one, so that the file may be larger than memory.
 *
 * <p>Reads pcap (both byte orders, microseconds and nanoseconds) and pcapng (any number of sections
 * and interfaces, both byte orders, Enhanced, Simple and obsolete Packet Blocks, if_tsresol and
 * if_tsoffset). Not thread-safe.
 */
public final class CaptureReader implements Closeable {
    private static final int GZIP_MAGIC = 0x1f8b;

    private final CaptureSource source;
    private final CaptureFormat format;
    private CaptureException failure;

    private CaptureReader(CaptureSource source, CaptureFormat format) {
        this.source = source;
        this.format = format;
    }

    /** Opens a capture file; throws if it is missing, empty, or no capture. */
    public static CaptureReader open(Path file) throws CaptureException {
        if (Files.isDirectory(file)) {
            throw new CaptureException(file + ": is a folder, not a capture file");
        }
        FileChannel channel;
        try {
            channel = FileChannel.open(file);
        } catch (NoSuchFileException e) {
            throw new CaptureException(file + ": no such file", e);
        } catch (AccessDeniedException e) {
            throw new CaptureException(file + ": permission denied", e);
        } catch (IOException e) {
            throw new CaptureException(file + ": can't be opened: " + e.getMessage(), e);
        }
        return open(file.toString(), channel);
    }

    /**
     * Reads a capture from a blocking channel, such as a pipe. The reader owns the channel from
     * here on, and has closed it when this throws.
     *
     * @param name what errors call the file
     */
    public static CaptureReader open(String name, ReadableByteChannel channel)
            throws CaptureException {
        CaptureSource source = new CaptureSource(name, channel);
        try {
            return new CaptureReader(source, format(source));
        } catch (CaptureException e) {
            try {
                source.close();
            } catch (IOException suppressed) {
                e.addSuppressed(suppressed);
            }
            throw e;
        }
    }

    private static CaptureFormat format(CaptureSource source) throws CaptureException {
        if (source.isAtEnd()) {
            throw source.unusable("is empty");
        }
        int magic = source.take(4, "the magic number").getInt(0);
        return switch (magic) {
            case PcapFormat.MAGIC_MICROS -> new PcapFormat(source, ByteOrder.BIG_ENDIAN, 1000);
            case PcapFormat.MAGIC_NANOS -> new PcapFormat(source, ByteOrder.BIG_ENDIAN, 1);
            case PcapFormat.SWAPPED_MICROS -> new PcapFormat(source, ByteOrder.LITTLE_ENDIAN, 1000);
            case PcapFormat.SWAPPED_NANOS -> new PcapFormat(source, ByteOrder.LITTLE_ENDIAN, 1);
            case PcapngFormat.SECTION_HEADER -> new PcapngFormat(source);
            default -> throw notACapture(source, magic);
        };
    }

    private static CaptureException notACapture(CaptureSource source, int magic) {
        return source.unusable(
                magic >>> 16 == GZIP_MAGIC
                        ? "is compressed with gzip; unpack it first"
                        : "is not a capture file: starts with 0x%08x, which is neither pcap nor pcapng"
                                .formatted(magic));
    }

    /**
     * Returns the next packet, or null at the end of the file. After an exception every further
     * call throws the same one; the records before it were sound.
     */
    public CaptureRecord next() throws CaptureException {
        if (failure != null) {
            throw failure;
        }
        try {
            return format.next();
        } catch (CaptureException e) {
            failure = e;
            throw e;
        }
    }

    @Override
    public void close() throws IOException {
        source.close();
    }
}

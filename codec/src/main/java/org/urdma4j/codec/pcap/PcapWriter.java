package org.urdma4j.codec.pcap;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Writes a pcap file with nanosecond timestamps, buffered; {@link #close} writes the rest. Writing
 * a packet allocates nothing. Not thread-safe.
 */
public final class PcapWriter implements Closeable {
    private static final int BUFFER = 256 * 1024;
    private static final int MAX_PACKET = BUFFER - PcapFormat.RECORD_HEADER_LENGTH;
    private static final long NS_PER_SECOND = 1_000_000_000;
    private static final long MAX_SECONDS = 0xffff_ffffL;

    private final WritableByteChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);

    /**
     * Writes the file header.
     *
     * @param linkType what each packet starts with, one of {@link LinkType}
     */
    public PcapWriter(WritableByteChannel channel, int linkType) {
        this.channel = channel;
        buffer.putInt(PcapFormat.MAGIC_NANOS)
                .putShort((short) PcapFormat.VERSION_MAJOR)
                .putShort((short) PcapFormat.VERSION_MINOR)
                .putLong(0)
                .putInt(BUFFER)
                .putInt(linkType);
    }

    /** Creates the file, or replaces what it holds. */
    public static PcapWriter create(Path file, int linkType) throws IOException {
        return new PcapWriter(
                Files.newByteChannel(
                        file,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.TRUNCATE_EXISTING),
                linkType);
    }

    /**
     * Appends a whole packet.
     *
     * @param timestampNs nanoseconds since 1970-01-01 UTC, from 0 to the year 2106
     * @param packet from position to limit; both stay as they are
     */
    public void write(long timestampNs, ByteBuffer packet) throws IOException {
        write(timestampNs, packet, packet.remaining());
    }

    /**
     * Appends a packet of which only the beginning is at hand.
     *
     * @param originalLength bytes of the whole packet, at least those given
     */
    public void write(long timestampNs, ByteBuffer packet, int originalLength) throws IOException {
        int captured = packet.remaining();
        long seconds = timestampNs / NS_PER_SECOND;
        if (timestampNs < 0 || seconds > MAX_SECONDS) {
            throw new IllegalArgumentException(
                    "timestamp " + timestampNs + " ns is outside 1970 to 2106, the range of pcap");
        }
        if (captured > MAX_PACKET || originalLength < captured) {
            throw new IllegalArgumentException(
                    "%d bytes of a packet of %d: give at most %d bytes, and no more than the packet has"
                            .formatted(captured, originalLength, MAX_PACKET));
        }
        if (buffer.remaining() < PcapFormat.RECORD_HEADER_LENGTH + captured) {
            flush();
        }
        buffer.putInt((int) seconds)
                .putInt((int) (timestampNs % NS_PER_SECOND))
                .putInt(captured)
                .putInt(originalLength);
        int position = packet.position();
        buffer.put(packet);
        packet.position(position);
    }

    /** Hands everything written so far to the channel. */
    public void flush() throws IOException {
        buffer.flip();
        try {
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
        } finally {
            buffer.compact();
        }
    }

    @Override
    public void close() throws IOException {
        try (channel) {
            flush();
        }
    }
}

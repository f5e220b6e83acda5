package org.urdma4j.codec.pcap;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/** The bytes of a capture in their order, fetched in chunks that slices may keep in use. */
final class CaptureSource implements Closeable {
    private static final int CHUNK = 64 * 1024;

    private final String name;
    private final ReadableByteChannel channel;
    private ByteBuffer chunk = ByteBuffer.allocate(0);

    /** File position behind the chunk's limit. */
    private long end;

    CaptureSource(String name, ReadableByteChannel channel) {
        this.name = name.replaceAll("\\p{Cntrl}", "?");
        this.channel = channel;
    }

    /** Position in the file of the next byte. */
    long offset() {
        return end - chunk.remaining();
    }

    boolean isAtEnd() throws CaptureException {
        return available(1) == 0;
    }

    /** The next {@code length} bytes; {@code what} says in an error which part they are. */
    ByteBuffer take(int length, String what) throws CaptureException {
        int available = available(length);
        if (available < length) {
            throw cutShort(length, available, what);
        }
        ByteBuffer slice = chunk.slice(chunk.position(), length);
        chunk.position(chunk.position() + length);
        return slice;
    }

    void skip(long length, String what) throws CaptureException {
        for (long left = length; left > 0; ) {
            int available = available(1);
            if (available == 0) {
                throw cutShort(left, 0, what);
            }
            int step = (int) Math.min(left, chunk.remaining());
            chunk.position(chunk.position() + step);
            left -= step;
        }
    }

    CaptureException damaged(long offset, String fault) {
        return new CaptureException("%s: damaged at byte %d: %s".formatted(name, offset, fault));
    }

    CaptureException unusable(String fault) {
        return new CaptureException(name + ": " + fault);
    }

    private CaptureException cutShort(long wanted, int available, String what) {
        return new CaptureException(
                "%s: cut short at byte %d: %s needs %d bytes, %d are left"
                        .formatted(name, offset(), what, wanted, available));
    }

    /** How many of the next {@code wanted} bytes there are, all of them in the chunk. */
    private int available(int wanted) throws CaptureException {
        if (chunk.remaining() < wanted) {
            fetch(wanted);
        }
        return Math.min(chunk.remaining(), wanted);
    }

    /** Never overwrites what was handed out: goes on behind it, or in a new chunk. */
    private void fetch(int wanted) throws CaptureException {
        if (chunk.capacity() - chunk.position() < wanted) {
            chunk = ByteBuffer.allocate(Math.max(CHUNK, wanted)).put(chunk).flip();
        }
        int start = chunk.position();
        chunk.position(chunk.limit()).limit(chunk.capacity());
        try {
            while (chunk.position() - start < wanted) {
                int read = channel.read(chunk);
                if (read < 0) {
                    break;
                }
                end += read;
            }
        } catch (IOException e) {
            throw new CaptureException(
                    "%s: can't be read at byte %d: %s".formatted(name, end, e.getMessage()), e);
        } finally {
            chunk.limit(chunk.position()).position(start);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}

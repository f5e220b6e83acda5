package org.urdma4j.hadoop;

import org.apache.hadoop.fs.FSExceptionMessages;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.Syncable;
import org.urdma4j.copy.files.RemoteWriter;
import org.urdma4j.copy.message.Limits;
import org.urdma4j.copy.pass.SessionException;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * A file that is written. It has its name once it is closed, and until then nobody sees any of it.
 * For one thread, as all such streams.
 */
final class UrdmaOutputStream extends OutputStream implements Syncable, StreamCapabilities {
    private static final int BUFFER = Limits.CHUNK / 4;

    private final Path path;
    private final RemoteWriter writer;
    private final FileSystem.Statistics statistics;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
    private IOException failure;
    private boolean closed;

    UrdmaOutputStream(Path path, RemoteWriter writer, FileSystem.Statistics statistics) {
        this.path = path;
        this.writer = writer;
        this.statistics = statistics;
    }

    private void check() throws IOException {
        if (closed) {
            throw new IOException("%s: %s".formatted(path, FSExceptionMessages.STREAM_IS_CLOSED));
        }
        if (failure != null) {
            throw new IOException(failure.getMessage(), failure);
        }
    }

    @Override
    public void write(int value) throws IOException {
        check();
        buffer.put((byte) value);
        sendIfFull();
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        check();
        int done = 0;
        while (done < length) {
            int part = Math.min(length - done, buffer.remaining());
            buffer.put(bytes, offset + done, part);
            done += part;
            sendIfFull();
        }
    }

    private void sendIfFull() throws IOException {
        if (!buffer.hasRemaining()) {
            send();
        }
    }

    private void send() throws IOException {
        int length = buffer.flip().remaining();
        try {
            if (length > 0) {
                writer.write(buffer);
                statistics.incrementBytesWritten(length);
            }
        } catch (IOException e) {
            failure = e;
            throw e;
        } finally {
            buffer.clear();
        }
    }

    /** Sends what there is; it says nothing of where it has arrived. */
    @Override
    public void flush() throws IOException {
        if (!closed) {
            check();
            send();
        }
    }

    /** Can't be had: a file is seen when it is whole. */
    @Override
    public void hflush() {
        throw new UnsupportedOperationException(
                "urdma:// has no hflush: a file is seen once it is closed");
    }

    @Override
    public void hsync() {
        throw new UnsupportedOperationException(
                "urdma:// has no hsync: a file is seen once it is closed");
    }

    @Override
    public boolean hasCapability(String capability) {
        return false;
    }

    /**
     * Gives the file its name. After a failure there is none.
     *
     * @throws IOException if not all of it is there, or somebody else has taken the name
     */
    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        try {
            check();
            send();
            writer.commit();
        } catch (SessionException e) {
            throw Faults.of(path, e);
        } finally {
            closed = true;
        }
    }
}

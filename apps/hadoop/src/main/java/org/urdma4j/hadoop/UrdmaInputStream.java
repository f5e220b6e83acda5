package org.urdma4j.hadoop;

import org.apache.hadoop.fs.FSExceptionMessages;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.urdma4j.copy.files.Pending;
import org.urdma4j.copy.files.RemoteFiles;
import org.urdma4j.copy.message.Limits;
import org.urdma4j.copy.pass.SessionException;
import org.urdma4j.copy.tree.TreePath;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A file that is read, as long as it was when it was opened. If the connection ends, it goes on
 * over a new one. Reads at positions may come from any thread; the rest is for one at a time.
 */
final class UrdmaInputStream extends FSInputStream {
    private final Path path;
    private final TreePath place;
    private final long size;
    private final Server server;
    private final FileSystem.Statistics statistics;
    private final ReadWindow window;
    private RemoteFiles files;
    private long position;
    private volatile boolean closed;

    UrdmaInputStream(
            Path path, long size, Server server, int readAhead, FileSystem.Statistics statistics) {
        this.path = path;
        this.size = size;
        this.server = server;
        this.statistics = statistics;
        place = Paths.of(path);
        window = new ReadWindow(place, size, readAhead);
    }

    private void check() throws IOException {
        if (closed) {
            throw new IOException("%s: %s".formatted(path, FSExceptionMessages.STREAM_IS_CLOSED));
        }
    }

    @Override
    public synchronized void seek(long to) throws IOException {
        check();
        if (to < 0) {
            throw new EOFException(
                    "%s: %s (%d)".formatted(path, FSExceptionMessages.NEGATIVE_SEEK, to));
        }
        if (to > size) {
            throw new EOFException(
                    "%s: %s (%d of %d)"
                            .formatted(path, FSExceptionMessages.CANNOT_SEEK_PAST_EOF, to, size));
        }
        position = to;
    }

    @Override
    public synchronized long getPos() throws IOException {
        check();
        return position;
    }

    @Override
    public boolean seekToNewSource(long to) {
        return false;
    }

    @Override
    public synchronized int available() throws IOException {
        check();
        return (int) Math.min(size - position, Integer.MAX_VALUE);
    }

    @Override
    public synchronized int read() throws IOException {
        check();
        ByteBuffer there = next();
        if (there == null) {
            return -1;
        }
        move(1);
        return there.get() & 0xff;
    }

    @Override
    public synchronized int read(byte[] into, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, into.length);
        check();
        if (length == 0) {
            return 0;
        }
        ByteBuffer there = next();
        if (there == null) {
            return -1;
        }
        int count = Math.min(there.remaining(), length);
        there.get(into, offset, count);
        move(count);
        return count;
    }

    private void move(int count) {
        position += count;
        statistics.incrementBytesRead(count);
    }

    /** Returns what is at the position; over a new connection if the one before has ended. */
    private ByteBuffer next() throws IOException {
        if (position >= size) {
            return null;
        }
        try {
            return server.ask(now -> {
                if (now != files) {
                    window.clear();
                    files = now;
                }
                return window.at(position, now);
            });
        } catch (SessionException e) {
            window.clear();
            throw Faults.of(path, e);
        }
    }

    @Override
    public int read(long at, byte[] into, int offset, int length) throws IOException {
        check();
        validatePositionedReadArgs(at, into, offset, length);
        if (length == 0) {
            return 0;
        }
        int wanted = (int) Math.min(length, size - at);
        if (wanted <= 0) {
            return -1;
        }
        try {
            int count = server.ask(now -> readAt(now, at, into, offset, wanted));
            statistics.incrementBytesRead(count);
            return count == 0 ? -1 : count;
        } catch (SessionException e) {
            throw Faults.of(path, e);
        }
    }

    /** Asks for all of it at once, a few MiB at a time. */
    private int readAt(RemoteFiles now, long at, byte[] into, int offset, int length)
            throws IOException {
        List<Pending<Integer>> answers = new ArrayList<>();
        int most = Math.min(length, 8 * Limits.CHUNK);
        // what comes late, after a failure, must not get into the caller's array
        ByteBuffer buffer = ByteBuffer.allocate(most);
        for (int done = 0; done < most; done += Limits.CHUNK) {
            ByteBuffer part = buffer.slice(done, Math.min(Limits.CHUNK, most - done));
            answers.add(now.read(place, at + done, part));
        }
        int count = 0;
        for (Pending<Integer> answer : answers) {
            int got = answer.await();
            count += got;
            if (got < Limits.CHUNK) {
                break;
            }
        }
        buffer.get(0, into, offset, count);
        return count;
    }

    @Override
    public synchronized void close() {
        closed = true;
        window.clear();
    }
}

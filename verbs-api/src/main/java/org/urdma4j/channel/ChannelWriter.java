package org.urdma4j.channel;

import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.MemoryRegion;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;

/** What is written to a channel, by one thread at a time; see {@link RdmaChannel} for each call. */
final class ChannelWriter {
    /** Bytes that are copied at a time, so that they are on their way while others are copied. */
    private static final int CHUNK = 1 << 18;

    private final Link link;
    private final Flow flow;
    private final Outbound out;
    private final ChannelState state;
    private final Runnable abort;
    private final ReentrantLock lock;
    private final List<MemoryRegion> regions = new CopyOnWriteArrayList<>();

    /**
     * Creates it.
     *
     * @param link is connected
     * @param abort is run when a thread that waits is interrupted
     */
    ChannelWriter(Link link, ChannelState state, Runnable abort) {
        this.link = link;
        this.state = state;
        this.abort = abort;
        flow = link.flow();
        out = link.outbound();
        lock = link.writing();
    }

    MemoryRegion allocate(long bytes) {
        MemoryRegion region = link.allocate(bytes, AccessFlags.LOCAL_WRITE);
        regions.add(region);
        return region;
    }

    int write(ByteBuffer src) throws IOException {
        Objects.requireNonNull(src, "src");
        lock.lock();
        try {
            int before = src.remaining();
            MemoryRegion region = registered(src);
            if (region != null) {
                writeDirect(region, src);
            }
            int room = 1;
            while (src.hasRemaining() && room > 0) {
                room = awaitRoom();
                int length = Math.min(Math.min(room, src.remaining()), CHUNK);
                if (length > 0) {
                    out.ring().put(out.position(), src, length);
                    flow.commit(length);
                }
            }
            if (before == 0) {
                flow.checkWritable();
            }
            return before - src.remaining();
        } catch (ClosedByInterruptException e) {
            abort.run();
            throw e;
        } finally {
            lock.unlock();
        }
    }

    private int awaitRoom() throws IOException {
        if (out.lags()) {
            link.lengthen();
        }
        return flow.awaitRoom(state.isBlocking());
    }

    long write(ByteBuffer[] srcs, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, srcs.length);
        lock.lock();
        try {
            flow.checkWritable();
            long done = 0;
            int at = pastEmpty(srcs, offset, offset + length);
            int room = 1;
            while (at < offset + length && room > 0) {
                room = Math.min(awaitRoom(), CHUNK);
                int part = 0;
                while (at < offset + length && part < room) {
                    int piece = Math.min(room - part, srcs[at].remaining());
                    out.ring().put(out.position() + part, srcs[at], piece);
                    part += piece;
                    at = pastEmpty(srcs, at, offset + length);
                }
                if (part > 0) {
                    flow.commit(part);
                    done += part;
                }
            }
            return done;
        } catch (ClosedByInterruptException e) {
            abort.run();
            throw e;
        } finally {
            lock.unlock();
        }
    }

    /** Returns the first index from which there is something, {@code end} if nothing is left. */
    private static int pastEmpty(ByteBuffer[] srcs, int from, int end) {
        int at = from;
        while (at < end && !srcs[at].hasRemaining()) {
            at++;
        }
        return at;
    }

    private MemoryRegion registered(ByteBuffer src) {
        if (!state.isBlocking() || !src.isDirect() || src.remaining() < out.most()) {
            return null;
        }
        for (MemoryRegion region : regions) {
            if (offset(region, src) >= 0) {
                return region;
            }
        }
        return null;
    }

    /** Returns where in a region the rest of a direct buffer begins, -1 if it isn't in there. */
    private static long offset(MemoryRegion region, ByteBuffer src) {
        long offset = MemorySegment.ofBuffer(src).address() - region.segment().address();
        return offset >= 0 && offset <= region.length() - src.remaining() ? offset : -1;
    }

    private void writeDirect(MemoryRegion region, ByteBuffer src) throws IOException {
        long offset = offset(region, src);
        long length = src.remaining();
        long done = 0;
        while (done < length) {
            done += flow.post(region, offset + done, length - done, true);
        }
        flow.awaitAcknowledged();
        src.position(src.limit());
    }

    int write(byte[] src, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, src.length);
        lock.lock();
        try {
            flow.checkWritable();
            int done = 0;
            int room = 1;
            while (done < length && room > 0) {
                room = awaitRoom();
                int part = Math.min(Math.min(room, length - done), CHUNK);
                if (part > 0) {
                    out.ring().put(out.position(), src, offset + done, part);
                    flow.commit(part);
                    done += part;
                }
            }
            return done;
        } catch (ClosedByInterruptException e) {
            abort.run();
            throw e;
        } finally {
            lock.unlock();
        }
    }

    long write(MemoryRegion region, long offset, long length) throws IOException {
        Objects.checkFromIndexSize(offset, length, region.length());
        lock.lock();
        try {
            flow.checkWritable();
            long done = 0;
            long posted = 1;
            while (done < length && posted > 0) {
                posted = flow.post(region, offset + done, length - done, state.isBlocking());
                done += posted;
            }
            return done;
        } catch (ClosedByInterruptException e) {
            abort.run();
            throw e;
        } finally {
            lock.unlock();
        }
    }

    void flush() throws IOException {
        state.checkBlocking();
        lock.lock();
        try {
            flow.awaitAcknowledged();
        } catch (ClosedByInterruptException e) {
            abort.run();
            throw e;
        } finally {
            lock.unlock();
        }
    }
}

package org.urdma4j.copy.read;

import org.urdma4j.copy.tree.Root;
import org.urdma4j.copy.tree.TreePath;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Reads files before they are asked for, several chunks at a time, with the SHA-256 of each; the
 * chunks are delivered in order. Memory is bounded: when all of it is taken, reading waits until
 * chunks are closed.
 *
 * <p>Any thread may submit requests, one takes chunks.
 */
public final class ReadAhead implements AutoCloseable {
    private static final int REQUESTS = 4096;
    private static final int MAX_MEMORY = 1 << 30;

    /** The one without a file. */
    private static final ReadRequest END = new ReadRequest(TreePath.ROOT, null, null, null);

    private final BlockingQueue<ReadRequest> requests = new ArrayBlockingQueue<>(REQUESTS);
    private final BlockingQueue<Slot> slots = new LinkedBlockingQueue<>();
    private final ReentrantLock planning = new ReentrantLock();
    private final List<Thread> threads = new ArrayList<>();
    private final Planner planner;
    private boolean ended;
    private Slot current;

    /**
     * Starts the threads that read.
     *
     * @param chunkBytes how long a chunk is, at least 4096
     * @param chunks how many fit in the memory, at least 2; files of less than a chunk take less.
     *     All together take at most 1 GiB
     * @param readers how many threads read, at least 1
     */
    public ReadAhead(Root root, int chunkBytes, int chunks, int readers) {
        long memory = (long) chunkBytes * chunks;
        if (chunkBytes < 4096 || chunks < 2 || readers < 1 || memory > MAX_MEMORY) {
            throw new IllegalArgumentException(
                    "%d chunks of %d bytes, %d readers".formatted(chunks, chunkBytes, readers));
        }
        planner = new Planner(root, chunkBytes, new RingMemory((int) memory));
        for (int i = 0; i < readers; i++) {
            threads.add(Thread.ofPlatform().daemon().name("read-ahead-" + i).start(this::run));
        }
    }

    private void run() {
        try {
            boolean more = true;
            while (more) {
                more = step();
            }
        } catch (InterruptedException e) {
            // closed
        }
    }

    private boolean step() throws InterruptedException {
        Slot slot;
        planning.lockInterruptibly();
        try {
            if (ended) {
                return false;
            }
            slot = planner.hasFile() ? planner.part() : begin(requests.take());
            slots.add(slot);
        } finally {
            planning.unlock();
        }
        slot.fill();
        return true;
    }

    private Slot begin(ReadRequest request) throws InterruptedException {
        ended = request.stat() == null;
        return ended ? new Slot.End() : planner.begin(request);
    }

    /** Has a file read after those that were submitted before; waits while too many are waiting. */
    public void submit(ReadRequest request) throws InterruptedException {
        requests.put(request);
    }

    /** Says that no more requests come. */
    public void end() throws InterruptedException {
        requests.put(END);
    }

    /**
     * Returns the next chunk, once it has been read, or null after the {@link #end}; waits for a
     * request if there is none.
     */
    public ReadChunk next() throws InterruptedException {
        while (true) {
            if (current == null) {
                current = slots.take();
            }
            ReadChunk chunk = current.take();
            if (current instanceof Slot.End) {
                return null;
            }
            current = null;
            if (chunk != null) {
                return chunk;
            }
        }
    }

    /** Stops reading and closes the files; what was submitted and not taken is forgotten. */
    @Override
    public void close() {
        for (Thread thread : threads) {
            thread.interrupt();
        }
        boolean interrupted = false;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (current != null) {
            current.discard();
            current = null;
        }
        for (Slot slot = slots.poll(); slot != null; slot = slots.poll()) {
            slot.discard();
        }
        planner.close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

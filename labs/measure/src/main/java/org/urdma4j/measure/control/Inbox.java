package org.urdma4j.measure.control;

import org.urdma4j.transport.port.SystemClock;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * What came over a control connection and waits to be handled. A thread of its own reads, so that
 * whoever handles it can wait for other things too, and notices at once when the other side is
 * gone. Signs of life are noted and not handed on. One thread polls.
 */
public final class Inbox {
    /**
     * How long the other side may be silent while it is listened to; it says something a second.
     */
    public static final long SILENCE_NS = 20_000_000_000L;

    private static final int CAPACITY = 64;

    private final BlockingQueue<Item> items = new LinkedBlockingQueue<>(CAPACITY);
    private final ControlConnection connection;
    private final String peer;
    private final long silenceNs;
    private long listensNs = SystemClock.nowNs();
    private volatile long heardNs = listensNs;
    private volatile long openingNs = listensNs;

    /** A message, or why there are no more. */
    private record Item(JsonNode message, ControlException end) {}

    /**
     * Starts to read.
     *
     * @param peer what the other side is called in messages
     * @param silenceNs how long it may be silent, {@link #SILENCE_NS} but for tests
     */
    public Inbox(ControlConnection connection, String peer, long silenceNs) {
        this.connection = connection;
        this.peer = peer;
        this.silenceNs = silenceNs;
        Thread.ofVirtual().name("bench-control").start(this::read);
    }

    private void read() {
        try {
            while (connection.awaitLine()) {
                heardNs = SystemClock.nowNs();
                JsonNode message = connection.receive((int) Math.max(1, silenceNs / 1_000_000));
                if (message == null) {
                    break;
                }
                heardNs = SystemClock.nowNs();
                if (Handshake.isOpening(message)) {
                    openingNs = heardNs;
                } else if (!Handshake.isAlive(message)) {
                    items.put(new Item(message, null));
                }
            }
            items.put(new Item(null, new ControlException(peer + " closed the connection")));
        } catch (IOException e) {
            var _ = items.offer(new Item(null, gone(e.getMessage(), e)));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private ControlException gone(String why, IOException cause) {
        return new ControlException("%s is gone: %s".formatted(peer, why), cause);
    }

    /** The other side is listened to from now on: it may have been silent before. */
    public void listen() {
        listensNs = SystemClock.nowNs();
    }

    /**
     * Waits for the next message.
     *
     * @return null when none came in time
     * @throws ControlException when there will be no more, or the other side is silent for long
     */
    public JsonNode poll(long timeoutNs) throws ControlException, InterruptedException {
        long deadlineNs = SystemClock.nowNs() + timeoutNs;
        while (true) {
            long nowNs = SystemClock.nowNs();
            long silentNs = silentAtNs();
            long leftNs = Math.max(0, Math.min(deadlineNs - nowNs, silentNs - nowNs));
            Item item = items.poll(leftNs, TimeUnit.NANOSECONDS);
            if (item != null) {
                return opened(item);
            }
            nowNs = SystemClock.nowNs();
            if (nowNs - silentAtNs() >= 0) {
                throw gone("nothing was heard for %.1f s".formatted(silenceNs / 1e9), null);
            }
            if (nowNs - deadlineNs >= 0) {
                return null;
            }
        }
    }

    private long silentAtNs() {
        return later(heardNs, listensNs) + silenceNs;
    }

    private JsonNode opened(Item item) throws ControlException {
        if (item.end() != null) {
            var _ = items.offer(item); // whoever polls again shall learn it too
            throw item.end();
        }
        return item.message();
    }

    /**
     * Listens, and waits for the next message as long as the other side says that it is opening,
     * and a while beyond.
     *
     * @param patienceNs that while
     * @return null when none came in time
     * @throws ControlException as {@link #poll}
     */
    public JsonNode await(long patienceNs) throws ControlException, InterruptedException {
        listen();
        long beganNs = listensNs;
        JsonNode message = null;
        long leftNs = patienceNs;
        while (message == null && leftNs > 0) {
            message = poll(leftNs);
            leftNs = later(beganNs, openingNs) + patienceNs - SystemClock.nowNs();
        }
        return message;
    }

    private static long later(long one, long other) {
        return one - other > 0 ? one : other;
    }
}

package org.urdma4j.measure.control;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * What came over a control connection and waits to be handled. A thread of its own reads, so that
 * whoever handles it can wait for other things too, and notices at once when the other side is
 * gone. One thread polls.
 */
public final class Inbox {
    /** How long the other side may be silent; it says something every second. */
    private static final int SILENCE_MS = 20_000;

    private static final int CAPACITY = 64;

    private final BlockingQueue<Item> items = new LinkedBlockingQueue<>(CAPACITY);
    private final ControlConnection connection;
    private final String peer;

    /** A message, or why there are no more. */
    private record Item(JsonNode message, ControlException end) {}

    /**
     * Starts to read.
     *
     * @param peer what the other side is called in messages
     */
    public Inbox(ControlConnection connection, String peer) {
        this.connection = connection;
        this.peer = peer;
        Thread.ofVirtual().name("bench-control").start(this::read);
    }

    private void read() {
        try {
            while (true) {
                JsonNode message = connection.receive(SILENCE_MS);
                if (message == null) {
                    items.put(
                            new Item(null, new ControlException(peer + " closed the connection")));
                    return;
                }
                items.put(new Item(message, null));
            }
        } catch (IOException e) {
            var _ = items.offer(new Item(null, explained(e)));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private ControlException explained(IOException e) {
        return new ControlException("%s is gone: %s".formatted(peer, e.getMessage()), e);
    }

    /**
     * Waits for the next message.
     *
     * @return null when none came in time
     * @throws ControlException when there will be no more
     */
    public JsonNode poll(long timeoutNs) throws ControlException, InterruptedException {
        Item item = items.poll(timeoutNs, TimeUnit.NANOSECONDS);
        if (item == null) {
            return null;
        }
        if (item.end() != null) {
            var _ = items.offer(item); // whoever polls again shall learn it too
            throw item.end();
        }
        return item.message();
    }
}

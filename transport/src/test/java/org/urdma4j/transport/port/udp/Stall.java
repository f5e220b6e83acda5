package org.urdma4j.transport.port.udp;

import org.urdma4j.transport.port.NetworkPort;

import java.util.concurrent.CountDownLatch;

/** Keeps the event loop of a port from doing anything until it is closed. */
public final class Stall implements AutoCloseable {
    private final CountDownLatch stalled = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private final Thread caller;

    private Stall(NetworkPort port) {
        caller = Thread.ofVirtual().start(() -> port.call(this::block));
    }

    /** Returns when the loop has stopped. */
    public static Stall of(NetworkPort port) throws InterruptedException {
        Stall stall = new Stall(port);
        stall.stalled.await();
        return stall;
    }

    private Void block() {
        stalled.countDown();
        try {
            released.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return null;
    }

    @Override
    public void close() {
        released.countDown();
        Endpoint.await(() -> !caller.isAlive(), "the loop to go on");
    }
}

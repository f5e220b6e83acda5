package org.urdma4j.tunnel.site;

import org.urdma4j.protection.association.net.Associations;

import java.net.InetAddress;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * Asks the other end for keys until there are, and again when they are gone. Has a virtual thread
 * of its own.
 */
final class Asking implements AutoCloseable {
    private static final long FIRST_WAIT_MS = 500;
    private static final long LONGEST_WAIT_MS = 10_000;

    private final Associations associations;
    private final InetAddress remote;
    private final Notices notices;
    private final Thread thread;

    private Asking(Associations associations, InetAddress remote, Notices notices) {
        this.associations = associations;
        this.remote = remote;
        this.notices = notices;
        thread = Thread.ofVirtual().name("tunnel-asks").unstarted(this::run);
    }

    static Asking start(Associations associations, InetAddress remote, Notices notices) {
        Asking asking = new Asking(associations, remote, notices);
        asking.thread.start();
        return asking;
    }

    /** While there is an association, asking for one costs nothing. */
    private void run() {
        long waitMs = FIRST_WAIT_MS;
        try {
            while (!Thread.interrupted()) {
                waitMs = ask() ? FIRST_WAIT_MS : Math.min(2 * waitMs, LONGEST_WAIT_MS);
                TimeUnit.MILLISECONDS.sleep(waitMs);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean ask() throws InterruptedException {
        try {
            var _ = associations.ask(remote).get();
            return true;
        } catch (ExecutionException e) {
            notices.once(
                    "no keys with %s: %s"
                            .formatted(remote.getHostAddress(), e.getCause().getMessage()));
            return false;
        }
    }

    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}

package org.urdma4j.tools.copy.ssh;

import org.urdma4j.copy.serve.CopyServer;
import org.urdma4j.copy.serve.ServeListener;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Ends a server when all connections of its first copy have ended. Any thread. */
public final class ServeOnce implements ServeListener {
    private final ServeListener next;
    private final CountDownLatch come = new CountDownLatch(1);
    private volatile CopyServer server;

    /**
     * @param next is told, too
     */
    public ServeOnce(ServeListener next) {
        this.next = next;
    }

    /** Says which server. */
    public void ends(CopyServer which) {
        server = which;
        endIfOver(); // somebody may have been fast
    }

    /** Waits for nobody any more. */
    void giveUp() {
        come.countDown();
    }

    /** Waits for the first connection; returns whether it came in time, or nobody waits for it. */
    boolean awaitFirst(long time, TimeUnit unit) throws InterruptedException {
        return come.await(time, unit);
    }

    @Override
    public void onRefused(String why) {
        next.onRefused(why);
    }

    @Override
    public void onConnected(String peer) {
        come.countDown();
        next.onConnected(peer);
    }

    @Override
    public void onEnded(String peer, long files, long bytes, String why) {
        next.onEnded(peer, files, bytes, why);
        endIfOver();
    }

    private void endIfOver() {
        CopyServer ending = server;
        if (ending != null && come.getCount() == 0 && ending.connections() == 0) {
            try {
                ending.close();
            } catch (IOException _) {
                // it has ended all the same
            }
        }
    }
}

package org.urdma4j.channel;

import java.net.InetSocketAddress;
import java.util.Arrays;

/**
 * Tells the log, once, of a channel that nobody can reach any more and nobody has closed: where it
 * was opened, in a line, and at DEBUG with the whole stack. Its threads, its memory and its peer
 * are left as they are. Any thread.
 */
final class Unclosed implements Runnable {
    private static final System.Logger LOG = System.getLogger(RdmaChannel.class.getName());

    private final InetSocketAddress peer;
    private final Throwable opened = new Throwable("it was opened here");
    private volatile boolean closed;

    /** Remembers the stack of this thread. */
    Unclosed(InetSocketAddress peer) {
        this.peer = peer;
    }

    /** Begins to watch; the owner must not be reachable from here. */
    void watch(RdmaChannel owner) {
        RingMemory.CLEANER.register(owner, this);
    }

    /** There is nothing to tell of. */
    void close() {
        closed = true;
    }

    @Override
    public void run() {
        if (!closed) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    () ->
                            "a channel to %s was never closed; opened by %s"
                                    .formatted(peer, place()));
            LOG.log(System.Logger.Level.DEBUG, () -> "the channel to " + peer, opened);
        }
    }

    /** Returns the first caller from outside this package. */
    private String place() {
        String ours = Unclosed.class.getPackageName() + ".";
        return Arrays.stream(opened.getStackTrace())
                .filter(frame -> !frame.getClassName().startsWith(ours))
                .findFirst()
                .map(StackTraceElement::toString)
                .orElse("?");
    }
}

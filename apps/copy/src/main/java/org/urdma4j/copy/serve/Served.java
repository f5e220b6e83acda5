package org.urdma4j.copy.serve;

import org.urdma4j.copy.pass.PassListener;
import org.urdma4j.copy.tree.TreePath;
import org.urdma4j.copy.wire.MessageStream;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/** A connection that is served, and what went over it. Any thread may call. */
final class Served implements PassListener {
    final String peer;
    final MessageStream stream;
    final Activity activity;
    private final LongAdder files = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private final AtomicReference<String> dropped = new AtomicReference<>();

    Served(String peer, MessageStream stream) {
        this.peer = peer;
        this.stream = stream;
        activity = new Activity(stream);
    }

    @Override
    public void onDone(TreePath path) {
        files.increment();
    }

    @Override
    public void onMoved(long count) {
        bytes.add(count);
    }

    long files() {
        return files.sum();
    }

    long bytes() {
        return bytes.sum();
    }

    /** Ends it from another thread than its own, once. */
    void drop(String why) {
        if (dropped.compareAndSet(null, why)) {
            Thread.ofPlatform().daemon().name("serve-drop").start(this::close);
        }
    }

    /** Returns why it was dropped, null if it wasn't. */
    String dropped() {
        return dropped.get();
    }

    void close() {
        try {
            stream.close();
        } catch (IOException _) {
            // who does nothing doesn't take what it was sent either
        }
    }
}

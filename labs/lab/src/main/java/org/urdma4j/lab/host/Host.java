package org.urdma4j.lab.host;

import org.urdma4j.gateway.process.Subprocess;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/**
 * Starts processes, and keeps a list of what to undo: children to kill, namespaces to delete. After
 * {@link #close}, which may come from the thread that the JVM runs at its end, nothing can be
 * started any more.
 */
final class Host implements AutoCloseable {
    private final Deque<Subprocess> children = new ArrayDeque<>();
    private final Deque<String> namespaces = new ArrayDeque<>();
    private volatile boolean closed;

    /** Starts a process that lives until it ends, {@link #release} or {@link #close}. */
    synchronized Subprocess start(String name, List<String> command) throws IOException {
        if (closed) {
            throw new IOException("the lab is being torn down");
        }
        Subprocess child = Subprocess.start(name, command);
        children.push(child);
        return child;
    }

    /** Starts a process that can be told something, and passes on what it prints. */
    synchronized Subprocess startListening(
            String name, List<String> command, Consumer<String> lines) throws IOException {
        if (closed) {
            throw new IOException("the lab is being torn down");
        }
        Subprocess child = Subprocess.listening(name, command, lines, _ -> {});
        children.push(child);
        return child;
    }

    boolean isClosed() {
        return closed;
    }

    /** Kills a process if it still runs, and forgets it. */
    void release(Subprocess child) {
        child.close();
        synchronized (this) {
            children.remove(child);
        }
    }

    Subprocess startIn(String namespace, String name, List<String> command) throws IOException {
        List<String> all = new ArrayList<>(List.of("ip", "netns", "exec", namespace));
        all.addAll(command);
        return start(name, all);
    }

    /**
     * Makes a namespace that lives until {@link #close}.
     *
     * @throws IOException if it can't be made
     */
    synchronized void addNamespace(String name) throws IOException, InterruptedException {
        if (closed) {
            throw new IOException("the lab is being torn down");
        }
        namespaces.push(name);
        Subprocess.run("ip", "netns", "add", name);
    }

    /** Kills the children and deletes the namespaces, all of them whatever fails. */
    @Override
    public synchronized void close() {
        closed = true;
        while (!children.isEmpty()) {
            children.pop().close();
        }
        while (!namespaces.isEmpty()) {
            try {
                Subprocess.run("ip", "netns", "del", namespaces.pop());
            } catch (IOException _) {
                // it was never made
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
    }
}

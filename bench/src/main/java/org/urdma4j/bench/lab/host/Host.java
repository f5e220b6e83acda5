package org.urdma4j.bench.lab.host;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Starts processes, and keeps a list of what to undo: children to kill, namespaces to delete. After
 * {@link #close}, which may come from the thread that the JVM runs at its end, nothing can be
 * started any more.
 */
final class Host implements AutoCloseable {
    private static final File NOTHING = new File("/dev/null");
    private static final long COMMAND_TIMEOUT_S = 20;

    private final Deque<Child> children = new ArrayDeque<>();
    private final Deque<String> namespaces = new ArrayDeque<>();
    private volatile boolean closed;

    /** Starts a process that lives until it ends, {@link #release} or {@link #close}. */
    synchronized Child start(String name, List<String> command) throws IOException {
        if (closed) {
            throw new IOException("the lab is being torn down");
        }
        Child child = new Child(name, process(command));
        children.push(child);
        return child;
    }

    boolean isClosed() {
        return closed;
    }

    private static Process process(List<String> command) throws IOException {
        return new ProcessBuilder(command).redirectInput(Redirect.from(NOTHING)).start();
    }

    /** Kills a process if it still runs, and forgets it. */
    void release(Child child) {
        child.close();
        synchronized (this) {
            children.remove(child);
        }
    }

    /** Starts a process in a namespace. */
    Child startIn(String namespace, String name, List<String> command) throws IOException {
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
        run("ip", "netns", "add", name);
    }

    /**
     * Runs a short command.
     *
     * @throws IOException if it fails; the message is what it said
     */
    static void run(String... command) throws IOException, InterruptedException {
        Process process = process(List.of(command));
        try (Child child = new Child(command[0], process)) {
            String said = child.awaitEnd(COMMAND_TIMEOUT_S);
            if (process.exitValue() != 0) {
                throw new IOException(String.join(" ", command) + ": " + said);
            }
        }
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
                run("ip", "netns", "del", namespaces.pop());
            } catch (IOException _) {
                // it was never made
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
    }
}

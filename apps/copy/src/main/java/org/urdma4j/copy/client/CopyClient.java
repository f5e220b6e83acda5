package org.urdma4j.copy.client;

import org.urdma4j.copy.message.ByteString;
import org.urdma4j.copy.message.Facts;
import org.urdma4j.copy.message.Limits;
import org.urdma4j.copy.message.Message;
import org.urdma4j.copy.pass.SessionException;
import org.urdma4j.copy.tree.Preserve;
import org.urdma4j.copy.tree.TreePath;
import org.urdma4j.copy.wire.MessageStream;
import org.urdma4j.copy.wire.Throttle;

import java.io.Closeable;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Connections to one server, kept alive. One copy at a time. */
public final class CopyClient implements Closeable {
    private static final long PING_MS = 5000;

    private final List<Connection> connections = new ArrayList<>();
    private final boolean joined;
    private final CountDownLatch over = new CountDownLatch(1);

    /** What is done over one of the connections. */
    interface Work {
        /** Does it over connection {@code part}. */
        void run(int part, Connection connection) throws IOException, InterruptedException;
    }

    /**
     * Connects.
     *
     * @param jobs connections, 1 to 64
     * @param throttle told of all bytes of all connections
     * @throws IOException with a line for the user
     */
    public CopyClient(Connector connector, int jobs, Throttle throttle) throws IOException {
        try {
            for (int i = 0; i < jobs; i++) {
                connections.add(connect(connector, throttle));
            }
            joined = jobs > 1 && join(connector, throttle);
        } catch (IOException e) {
            close();
            throw e;
        }
        Thread.ofPlatform().daemon().name("copy-ping").start(this::ping);
    }

    private static Connection connect(Connector connector, Throttle throttle) throws IOException {
        MessageStream stream = new MessageStream(connector.connect(), throttle);
        try {
            return new Connection(stream);
        } catch (IOException e) {
            stream.close();
            throw e;
        }
    }

    /** Has the server know that the connections belong together; the last one asks first. */
    private boolean join(Connector connector, Throttle throttle) throws IOException {
        byte[] random = new byte[Limits.TOKEN];
        new SecureRandom().nextBytes(random);
        ByteString token = ByteString.of(random);
        int parts = connections.size();
        for (int part = parts - 1; part >= 0; part--) {
            if (!connections.get(part).join(token, part, parts)) {
                if (part < parts - 1) {
                    throw new IOException("connections reach servers of several versions");
                }
                // an older server: those that haven't asked keep it, if it serves one copy alone
                connections.get(part).close();
                connections.set(part, connect(connector, throttle));
                return false;
            }
        }
        return true;
    }

    private void ping() {
        try {
            while (!over.await(PING_MS, TimeUnit.MILLISECONDS)) {
                for (Connection connection : connections) {
                    connection.stream().sendNow(new Message.Ping());
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (IOException _) {
            // who receives is told why
        }
    }

    /** Returns whether nothing may be written there. */
    public boolean isReadOnly() {
        return first().isReadOnly();
    }

    /**
     * Says what copies keep; before any.
     *
     * @return what of it the server keeps of what it writes
     * @throws SessionException UNSUPPORTED if the server is too old
     */
    public Preserve preserve(Preserve preserve) throws IOException {
        if (preserve.isNone()) {
            return preserve;
        }
        Preserve there = preserve;
        for (Connection connection : connections) {
            there = connection.preserve(preserve);
        }
        return there;
    }

    public Optional<Facts> stat(TreePath path) throws IOException {
        return first().stat(path);
    }

    /** Returns the same of several paths, in their order. */
    public List<Optional<Facts>> stat(List<TreePath> paths) throws IOException {
        return first().stat(paths);
    }

    /**
     * Returns the folder of the server's that a path leads to when links are followed.
     *
     * @throws IOException if it leads to something else, or out of the folder that is served
     */
    public TreePath resolve(TreePath path) throws IOException {
        return first().resolve(path);
    }

    /** Removes a file, a link or an empty folder of the server's. */
    public void remove(TreePath path) throws IOException {
        first().remove(path);
    }

    public void makeFolder(TreePath path) throws IOException {
        first().makeFolder(path);
    }

    Connection first() {
        return connections.getFirst();
    }

    /** Returns whether long files may go over all connections. */
    boolean isJoined() {
        return joined;
    }

    int jobs() {
        return connections.size();
    }

    /**
     * Does something over all connections at once; when one fails, all end.
     *
     * @throws IOException what failed first
     */
    void onAll(Work work) throws IOException, InterruptedException {
        List<Thread> threads = new ArrayList<>();
        List<Exception> failures = new ArrayList<>();
        for (int i = 1; i < connections.size(); i++) {
            int part = i;
            Runnable one = () -> attempt(work, part, failures);
            threads.add(Thread.ofPlatform().daemon().name("copy-" + part).start(one));
        }
        attempt(work, 0, failures);
        for (Thread thread : threads) {
            thread.join();
        }
        if (!failures.isEmpty()) {
            switch (failures.getFirst()) {
                case IOException e -> throw e;
                case InterruptedException e -> throw e;
                case RuntimeException e -> throw e;
                case Exception e -> throw new IllegalStateException(e);
            }
        }
    }

    private void attempt(Work work, int part, List<Exception> failures) {
        try {
            work.run(part, connections.get(part));
        } catch (IOException | InterruptedException | RuntimeException e) {
            synchronized (failures) {
                failures.add(e);
            }
            abort();
        }
    }

    private void abort() {
        for (Connection connection : connections) {
            try {
                connection.close();
            } catch (IOException _) {
                // it has ended before
            }
        }
    }

    @Override
    public void close() throws IOException {
        over.countDown();
        IOException failure = null;
        for (Connection connection : connections) {
            try {
                connection.close();
            } catch (IOException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}

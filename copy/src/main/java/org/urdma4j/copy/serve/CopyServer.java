package org.urdma4j.copy.serve;

import org.urdma4j.copy.message.Fault;
import org.urdma4j.copy.message.Message;
import org.urdma4j.copy.pass.PassListener;
import org.urdma4j.copy.tree.Root;
import org.urdma4j.copy.tree.TreePath;
import org.urdma4j.copy.wire.CopyClock;
import org.urdma4j.copy.wire.Listener;
import org.urdma4j.copy.wire.MessageStream;
import org.urdma4j.copy.wire.Throttle;

import java.io.Closeable;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * Serves a folder: a thread that accepts, one for each connection, and one that drops who does
 * nothing. Any thread may call.
 */
public final class CopyServer implements Closeable {
    private static final long LOOK_MS = 200;

    private final Listener clients;
    private final Root root;
    private final ServeOptions options;
    private final ServeListener listener;
    private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition ended = lock.newCondition();
    private final RandomGenerator.SplittableGenerator seeds;
    private String failure;
    private boolean over;

    /** A connection that is served. */
    private static final class Connection implements PassListener {
        final String peer;
        final MessageStream stream;
        final LongAdder files = new LongAdder();
        final LongAdder bytes = new LongAdder();
        volatile ServeSession session;
        volatile boolean dropped;

        Connection(String peer, MessageStream stream) {
            this.peer = peer;
            this.stream = stream;
        }

        @Override
        public void onDone(TreePath path) {
            files.increment();
        }

        @Override
        public void onMoved(long count) {
            bytes.add(count);
        }
    }

    /**
     * Begins to serve.
     *
     * @param clients is closed with the server
     * @param root what is served; not closed
     * @param seeds makes temporary names
     */
    public CopyServer(
            Listener clients,
            Root root,
            ServeOptions options,
            ServeListener listener,
            RandomGenerator.SplittableGenerator seeds) {
        this.clients = clients;
        this.root = root;
        this.options = options;
        this.listener = listener;
        this.seeds = seeds;
        Thread.ofPlatform().daemon().name("serve-accept").start(this::accept);
        Thread.ofPlatform().daemon().name("serve-idle").start(this::watch);
    }

    /** As the other one, with names by chance. */
    public static CopyServer start(
            Listener clients, Root root, ServeOptions options, ServeListener listener) {
        RandomGenerator.SplittableGenerator seeds =
                RandomGeneratorFactory.<RandomGenerator.SplittableGenerator>of("L64X128MixRandom")
                        .create();
        return new CopyServer(clients, root, options, listener, seeds);
    }

    private void accept() {
        try {
            while (true) {
                Listener.Accepted client = clients.accept();
                begin(client);
            }
        } catch (IOException | RuntimeException e) {
            end(e.getMessage() == null ? e.toString() : e.getMessage());
        }
    }

    private void begin(Listener.Accepted client) {
        MessageStream stream = new MessageStream(client.channel(), Throttle.NONE);
        Connection connection = new Connection(client.peer(), stream);
        boolean room = connections.size() < options.connections();
        if (room) {
            connections.add(connection);
        }
        RandomGenerator random = seeds.split();
        Thread.ofPlatform()
                .daemon()
                .name("serve-" + client.peer())
                .start(() -> run(connection, room, random));
    }

    private void run(Connection connection, boolean room, RandomGenerator random) {
        String why = null;
        try {
            if (room) {
                listener.onConnected(connection.peer);
                ServeSession session =
                        new ServeSession(root, connection.stream, options, connection, random);
                connection.session = session;
                session.run();
            } else {
                why =
                        "refused: %d connections are all there may be"
                                .formatted(options.connections());
                String text =
                        "the server has its %d connections already: try later, or with fewer --jobs"
                                .formatted(options.connections());
                connection.stream.sendNow(new Message.Failed(0, Fault.LIMIT, text));
            }
        } catch (InterruptedException _) {
            why = "interrupted";
        } catch (IOException | RuntimeException e) {
            why = e.getMessage() == null ? e.toString() : e.getMessage();
        }
        if (connection.dropped) {
            why = "dropped: it did nothing for %d s".formatted(options.idle().toSeconds());
        }
        try {
            connection.stream.close();
        } catch (IOException e) {
            why = why == null ? e.getMessage() : why;
        }
        connections.remove(connection);
        if (room || why != null) {
            listener.onEnded(connection.peer, connection.files.sum(), connection.bytes.sum(), why);
        }
    }

    private void watch() {
        lock.lock();
        try {
            while (!over) {
                var _ = ended.await(LOOK_MS, TimeUnit.MILLISECONDS);
                long now = CopyClock.nowNs();
                for (Connection connection : connections) {
                    look(connection, now);
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    private void look(Connection connection, long now) {
        ServeSession session = connection.session;
        boolean idle = session != null && session.activity().idleNs(now) > options.idle().toNanos();
        if (idle && !connection.dropped) {
            connection.dropped = true;
            Thread.ofPlatform().daemon().name("serve-drop").start(() -> close(connection));
        }
    }

    private static void close(Connection connection) {
        try {
            connection.stream.close();
        } catch (IOException _) {
            // who does nothing doesn't take what it was sent either
        }
    }

    private void end(String why) {
        lock.lock();
        try {
            if (!over) {
                over = true;
                failure = why;
                ended.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until the server is closed.
     *
     * @throws IOException if it ended otherwise
     */
    public void await() throws IOException, InterruptedException {
        lock.lock();
        try {
            while (!over) {
                ended.await();
            }
            if (failure != null) {
                throw new IOException("can't serve any more: " + failure);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Returns how many connections are served. */
    public int connections() {
        return connections.size();
    }

    /** Ends all connections. */
    @Override
    public void close() throws IOException {
        end(null);
        clients.close();
        for (Connection connection : connections) {
            close(connection);
        }
    }
}

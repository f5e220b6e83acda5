package org.urdma4j.copy.serve;

import org.urdma4j.copy.message.Fault;
import org.urdma4j.copy.message.Message;
import org.urdma4j.copy.receive.Room;
import org.urdma4j.copy.tree.MemoryBudget;
import org.urdma4j.copy.tree.Root;
import org.urdma4j.copy.wire.Listener;
import org.urdma4j.copy.wire.MessageStream;
import org.urdma4j.copy.wire.Throttle;
import org.urdma4j.transport.port.SystemClock;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
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
    private final Places places;
    private final MemoryBudget memory;
    private final Room room;
    private final Copies copies = new Copies();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition ended = lock.newCondition();
    private final RandomGenerator.SplittableGenerator seeds;
    private String failure;
    private boolean over;

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
        places = new Places(options);
        room = new Room(root);
        memory = new MemoryBudget(options.pathMemory());
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
                begin(clients.accept());
            }
        } catch (IOException | RuntimeException e) {
            end(e.getMessage() == null ? e.toString() : e.getMessage());
        } catch (Error e) { // of who listens: nobody would be let in any more
            end(words(e));
        }
    }

    private void begin(Listener.Accepted client) {
        Served one = null;
        boolean begun = false;
        try {
            one = new Served(client.peer(), new MessageStream(client.channel(), Throttle.NONE));
            Served served = one;
            RandomGenerator random = seeds.split();
            String refused = client.refusal();
            Fault fault = refused == null ? Fault.LIMIT : Fault.NO_PERMISSION;
            String why = refused == null ? places.take(served) : refused;
            Thread.ofPlatform()
                    .daemon()
                    .name("serve-" + client.peer())
                    .start(() -> run(served, why, fault, random));
            begun = true;
        } catch (OutOfMemoryError e) {
            listener.onEnded(client.peer(), 0, 0, "refused: " + words(e));
        } finally {
            if (!begun) {
                giveUp(client, one);
            }
        }
    }

    private void giveUp(Listener.Accepted client, Served one) {
        if (one != null) {
            places.leave(one);
        }
        try {
            client.channel().close();
        } catch (IOException _) {
            // what it was given up for is told
        }
    }

    /** Whatever happens, what it had is given back. */
    private void run(Served one, String refusal, Fault fault, RandomGenerator random) {
        String why = null;
        try {
            if (refusal == null) {
                listener.onConnected(one.peer);
                new ServeSession(
                                new ServeSession.Shared(root, options, memory, room, copies),
                                one.stream,
                                one,
                                random)
                        .run();
            } else {
                why = "refused: " + refusal;
                one.stream.sendNow(new Message.Failed(0, fault, refusal));
            }
        } catch (InterruptedException _) {
            why = "interrupted";
        } catch (IOException | RuntimeException e) {
            why = e.getMessage() == null ? e.toString() : e.getMessage();
        } catch (Error e) {
            why = words(e);
        } finally {
            places.leave(one);
            why = close(one, why);
        }
        if (refusal == null || why != null) {
            listener.onEnded(one.peer, one.files(), one.bytes(), why);
        }
    }

    private static String words(Error e) {
        return e instanceof OutOfMemoryError
                ? "not enough memory (%s)".formatted(e.getMessage())
                : "a defect: " + e;
    }

    private static String close(Served one, String why) {
        String dropped = one.dropped();
        try {
            one.stream.close();
        } catch (IOException e) {
            return dropped != null ? dropped : why == null ? e.getMessage() : why;
        }
        return dropped != null ? dropped : why;
    }

    private void watch() {
        lock.lock();
        try {
            while (!over) {
                var _ = ended.await(LOOK_MS, TimeUnit.MILLISECONDS);
                long now = SystemClock.nowNs();
                for (Served one : places.all()) {
                    look(one, now);
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    private void look(Served one, long now) {
        Activity activity = one.activity;
        activity.look(now);
        Duration idle = options.idle();
        if (activity.idleNs() > idle.toNanos()) {
            one.drop("dropped: it did nothing for %d s".formatted(idle.toSeconds()));
        } else if (activity.restingNs() > idle.toNanos() * ServeOptions.SIGNS) {
            one.drop(
                    "dropped: it only said that it is there for %d s"
                            .formatted(idle.toSeconds() * ServeOptions.SIGNS));
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

    public int connections() {
        return places.all().size();
    }

    @Override
    public void close() throws IOException {
        end(null);
        clients.close();
        places.all().forEach(Served::close);
    }
}

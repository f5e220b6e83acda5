package org.urdma4j.measure.run;

import org.urdma4j.measure.control.ControlConnection;
import org.urdma4j.measure.control.Handshake;
import org.urdma4j.measure.port.Arrivals;
import org.urdma4j.measure.port.ServerPort;
import org.urdma4j.measure.traffic.TrafficEnds;
import org.urdma4j.protection.admission.Quota;
import org.urdma4j.protection.admission.Shares;
import org.urdma4j.protection.association.listener.TcpConnection;
import org.urdma4j.transport.port.SystemClock;
import org.urdma4j.verbs.Gid;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.InetAddress;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Waits for clients and does what they ask for, several at a time: one more is told that the server
 * is busy. Text that isn't of the protocol is answered with one line and dropped. Agreements on
 * keys and TCP streams come to the same {@link ServerPort}.
 */
public final class BenchServer implements AutoCloseable {
    /**
     * How long a client may take. It makes its memory ready first, which takes a busy machine long.
     *
     * @param lineNs for its first line, to start a run, to end one, and until the next
     * @param stillNs in a run in which nothing moves; longer than URDMA's patience by default
     * @param clients that are served at a time
     * @param patience with a client that is served
     */
    record Limits(long lineNs, long stillNs, int clients, Patience patience) {
        Limits(long lineNs, long stillNs, int clients) {
            this(lineNs, stillNs, clients, Patience.DEFAULT);
        }

        static final Limits DEFAULT = new Limits(30_000_000_000L, 60_000_000_000L, DEFAULT_CLIENTS);
    }

    /** Clients at a time unless it is said otherwise; each may take some GiB of memory. */
    public static final int DEFAULT_CLIENTS = 4;

    /** Control connections at a time that aren't served; each has a thread. And most that are. */
    public static final int MOST_CONNECTIONS = 32;

    private static final Quota ASKING = new Quota(MOST_CONNECTIONS, 24, 16);

    private static final String NO_MEMORY =
            "the server has no memory for such a run; use a smaller --size, or fewer --qps";

    private static final int LEAVING_MS = 1_000;

    private final ServerPort tcp;
    private final TrafficEnds ends;
    private final ServerListener listener;
    private final String software;
    private final boolean once;
    private final Limits limits;
    private final Semaphore free;

    /** Guarded by itself. */
    private final Shares<ControlConnection> asking = new Shares<>(ASKING);

    private final CountDownLatch over = new CountDownLatch(1);
    private final Set<ControlConnection> served = ConcurrentHashMap.newKeySet();

    /**
     * Binds to the control port, and begins to serve.
     *
     * @param bind address of this machine, the wildcard of a family for any of it, or null for any
     * @param port TCP port, which is also the UDP port of RDMA; 0 for any free one
     * @param once whether one client is served and no more
     * @param clients that are served at a time, 1 to {@link #MOST_CONNECTIONS}
     * @throws IOException if the port can't be had; the message is a line for people
     */
    public BenchServer(
            InetAddress bind,
            int port,
            TrafficEnds ends,
            ServerListener listener,
            String software,
            boolean once,
            int clients)
            throws IOException {
        this(
                bind,
                port,
                ends,
                listener,
                software,
                once,
                new Limits(Limits.DEFAULT.lineNs(), Limits.DEFAULT.stillNs(), clients));
    }

    BenchServer(
            InetAddress bind,
            int port,
            TrafficEnds ends,
            ServerListener listener,
            String software,
            boolean once,
            Limits limits)
            throws IOException {
        this.limits = limits;
        free = new Semaphore(once ? 1 : limits.clients());
        this.ends = ends;
        this.listener = listener;
        this.software = software;
        this.once = once;
        var patience = new ServerPort.Limits(limits.lineNs(), ServerPort.MOST_STRANGERS);
        try {
            tcp = ServerPort.open(bind, port, patience);
        } catch (IOException e) {
            throw new IOException(
                    "can't listen on %s port %d: %s; is another server running? See --port, --bind"
                            .formatted(
                                    bind == null ? "any address" : bind.getHostAddress(),
                                    port,
                                    e.getMessage()),
                    e);
        }
        tcp.admit(new Door());
    }

    /** Returns the port that it listens on. */
    public int port() {
        return tcp.port();
    }

    /** Returns how many connections were closed as they said nothing, or nothing known here. */
    public long turnedAway() {
        return tcp.turnedAway();
    }

    /** Returns how many control connections there are that aren't served. */
    int asking() {
        synchronized (asking) {
            return asking.size();
        }
    }

    /** Returns when the one client of {@code once} was served, or the server is closed. */
    public void await() throws InterruptedException {
        over.await();
    }

    /** Who comes to the port, on its event loop. */
    private final class Door implements Arrivals {
        @Override
        public void control(TcpConnection accepted) {
            ControlConnection connection = new ControlConnection(accepted);
            if (!enter(connection)) {
                connection.close(); // without a word: it could be slow to take one
                return;
            }
            try {
                Thread.ofPlatform().daemon().name("bench-client").start(() -> attend(connection));
            } catch (OutOfMemoryError e) { // there is no thread for it
                leave(connection);
                connection.close();
                tcp.refused(connection.remote(), "there is no memory for a thread");
            }
        }

        @Override
        public void turnedAway(String peer, String why, long closed) {
            listener.onRefused(
                    peer,
                    closed == 1 ? why : "%s; %d connections were closed so".formatted(why, closed));
        }
    }

    /** Whoever holds most makes room for those who hold less. */
    private boolean enter(ControlConnection connection) {
        Gid from = Gid.of(connection.remote());
        Optional<ControlConnection> displaced;
        synchronized (asking) {
            long nowNs = SystemClock.nowNs();
            displaced = asking.displaced(from, nowNs);
            displaced.ifPresent(asking::remove);
            if (!asking.hasRoom(from)) {
                return false;
            }
            asking.add(from, connection, nowNs);
        }
        displaced.ifPresent(ControlConnection::close);
        return true;
    }

    private void leave(ControlConnection connection) {
        synchronized (asking) {
            asking.remove(connection);
        }
    }

    private void attend(ControlConnection connection) {
        try {
            greet(connection);
        } catch (OutOfMemoryError _) { // of one that isn't served yet
            tcp.refused(connection.remote(), NO_MEMORY);
        } catch (Error e) {
            tcp.refused(connection.remote(), "a defect: " + e);
        } finally {
            leave(connection);
        }
    }

    private void greet(ControlConnection connection) {
        String peer = connection.remote().getHostAddress();
        try (connection) {
            JsonNode first;
            try {
                first = first(connection);
            } catch (IOException | RuntimeException e) {
                tcp.refused(connection.remote(), words(e));
                refuse(connection, words(e));
                return;
            }
            if (first == null) {
                return; // someone looked whether the port is open
            }
            // The client before may just be being taken leave of.
            if (!free.tryAcquire(LEAVING_MS, TimeUnit.MILLISECONDS)) {
                refuse(connection, busy());
                return;
            }
            serve(connection, first, peer);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static String words(Exception e) {
        return e.getMessage() == null ? e.toString() : e.getMessage();
    }

    /**
     * Returns what a client asks for, which it may take long to be ready for.
     *
     * @throws IOException if it is no request for a run
     */
    private JsonNode first(ControlConnection connection) throws IOException {
        JsonNode line;
        do {
            line = connection.receive((int) (limits.lineNs() / 1_000_000));
        } while (line != null && Handshake.isFirstOpening(line));
        if (line != null) {
            var _ = Handshake.readRequest(line); // a stranger's, who gets no place for it
        }
        return line;
    }

    private String busy() {
        return served.stream()
                .map(each -> each.remote().getHostAddress())
                .sorted()
                .collect(
                        Collectors.joining(
                                ", ", "the server is busy with a run for ", "; try later"));
    }

    private void serve(ControlConnection connection, JsonNode first, String peer) {
        boolean ran = false;
        ServerListener own = listener;
        try {
            leave(connection);
            served.add(connection);
            own = listener.forClient(peer, connection.remotePort());
            ServerSession session = new ServerSession(connection, ends, tcp, software, own, limits);
            ran = session.serve(first);
        } catch (IOException | RuntimeException e) {
            own.onRefused(peer, words(e));
            refuse(connection, words(e));
        } catch (OutOfMemoryError _) {
            own.onRefused(peer, NO_MEMORY);
            refuse(connection, NO_MEMORY);
        } catch (Error e) {
            own.onRefused(peer, "a defect: " + e);
            refuse(connection, "a defect of the server: " + e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            served.remove(connection);
            try {
                own.onLeft();
            } finally {
                free.release();
            }
            if (ran && once) {
                close();
            }
        }
    }

    private void refuse(ControlConnection connection, String message) {
        try {
            connection.send(Handshake.error(message, software));
        } catch (IOException _) {
            // whoever it was is gone
        }
    }

    /** Stops to serve, and ends the runs that go on. */
    @Override
    public void close() {
        tcp.close();
        served.forEach(ControlConnection::close);
        over.countDown();
    }
}

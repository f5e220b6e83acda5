package org.urdma4j.protection.association.net;

import org.urdma4j.protection.association.AssociationInfo;
import org.urdma4j.protection.association.AssociationListener;
import org.urdma4j.protection.association.ProtectionConfig;
import org.urdma4j.protection.association.message.Message.Hello;
import org.urdma4j.protection.association.message.Message.Refused;
import org.urdma4j.protection.association.message.Refusal;
import org.urdma4j.protection.association.state.Local;
import org.urdma4j.protection.association.state.Timing;
import org.urdma4j.protection.association.tls.TlsOutcome;
import org.urdma4j.protection.association.tls.TlsSettings;
import org.urdma4j.protection.key.Role;

import java.io.IOException;
import java.net.InetAddress;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/**
 * All associations of a device. Peers come in by the door of its configuration from {@link #open}
 * to {@link #close}. Any thread, but no event loop's for {@link #close}, which waits.
 */
public final class Associations implements AutoCloseable {
    /** Most handshakes at a time, of strangers and of this device each. */
    public static final int MOST_HANDSHAKES = 64;

    /** Most handshakes at a time of strangers from one address. */
    public static final int MOST_HANDSHAKES_OF_ADDRESS = 8;

    /** Most handshakes at a time of strangers from one network: 24 bits of IPv4, 56 of IPv6. */
    public static final int MOST_HANDSHAKES_OF_NETWORK = 16;

    private static final int MOST_TO_CLOSE_SECONDS = 5;

    private final Shared shared;
    private final Registry registry = new Registry();
    private final Acceptor acceptor;

    private Associations(Shared shared) {
        this.shared = shared;
        shared.registry = registry;
        acceptor = new Acceptor(shared, this::admit);
    }

    private void listen(ProtectionConfig config) throws IOException {
        shared.port = config.keyPort();
        shared.port = acceptor.open(config.listener(), config.keyPort());
    }

    /**
     * Begins to listen.
     *
     * @param local address of the device
     * @param config what it proves itself with, and how
     * @param listener is told of everything
     * @throws IOException with one line for people, if the credentials are expired, the key log
     *     can't be written, or the port is taken
     * @throws IllegalArgumentException if nobody's certificate would be believed
     */
    public static Associations open(
            InetAddress local, ProtectionConfig config, AssociationListener listener)
            throws IOException {
        return open(
                local,
                config,
                listener,
                Timing.of(config.generationTime()),
                InstantSource.system());
    }

    static Associations open(
            InetAddress local,
            ProtectionConfig config,
            AssociationListener listener,
            Timing timing,
            InstantSource time)
            throws IOException {
        config.credentials().checkUsable(time.instant());
        SecureRandom random = new SecureRandom();
        TlsSettings tls =
                TlsSettings.of(
                        config.credentials(), config.peerPin(), config.peerName(), random, time);
        UUID name = new UUID(random.nextLong(), random.nextLong());
        int epochSeconds = (int) config.epochTime().toSeconds();
        Optional<KeyLog> keyLog =
                config.keyLog().isPresent()
                        ? Optional.of(KeyLog.open(config.keyLog().get()))
                        : Optional.empty();
        Shared shared =
                new Shared(
                        local,
                        new Local(name, tls, timing, config.epochBits(), epochSeconds),
                        random,
                        listener,
                        keyLog);
        try {
            Associations opened = new Associations(shared);
            opened.listen(config);
            return opened;
        } catch (IOException e) {
            shared.sockets.close();
            shared.closeKeyLog();
            throw e;
        }
    }

    /** Returns the TCP port it listens on, if it does. */
    public int port() {
        return acceptor.port();
    }

    public int strangers() {
        return acceptor.strangers();
    }

    /** Returns how many there are, with those that are being made. */
    public int count() {
        return registry.all().size();
    }

    /**
     * Gets an association with a peer, which may be there already. When both ends ask at once, one
     * of the two connections counts at both.
     *
     * @return completes when {@link AssociationListener#established} has returned, or with an
     *     {@link AssociationException}, within some 15 s, on a thread of the association's
     */
    public CompletableFuture<AssociationInfo> ask(InetAddress peer) {
        return registry.findOrMake(peer, index -> AssociationThread.client(shared, peer, index))
                .map(thread -> thread.ready().copy())
                .orElseGet(() ->
                        CompletableFuture.failedFuture(
                                new AssociationException("no further association")));
    }

    /**
     * Ends an association and says so to the peer; nothing if there is none.
     *
     * @param index that names it at this end
     * @param why one line for people, which {@link AssociationListener#ended} is given
     */
    public void end(int index, String why) {
        registry.find(index).ifPresent(thread -> tell(thread, new Event.Close(why)));
    }

    /** Ends all associations, stops to listen, and returns when the port is free. */
    @Override
    public void close() {
        acceptor.close();
        List<CompletableFuture<Void>> ends = new ArrayList<>();
        for (AssociationThread thread : registry.close()) {
            tell(thread, new Event.Close("the device is closed"));
            ends.add(thread.ended());
        }
        var _ =
                CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new))
                        .completeOnTimeout(null, MOST_TO_CLOSE_SECONDS, TimeUnit.SECONDS)
                        .join();
        shared.sockets.close();
        shared.closeKeyLog();
    }

    private static void tell(AssociationThread thread, Event event) {
        try {
            thread.tell(event);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private AssociationThread admit(
            Link link, TlsOutcome outcome, Hello hello, InetAddress from, long handshakeNs)
            throws InterruptedException {
        UUID own = shared.local().device();
        if (hello.device().equals(own)) {
            return refuse(link, outcome, Refusal.ONESELF);
        }
        if (hello.resume().isPresent()) {
            Optional<AssociationThread> thread = registry.find(hello.resume().get().index());
            if (thread.isEmpty()) {
                return refuse(link, outcome, Refusal.UNKNOWN);
            }
            thread.get().tell(new Event.Resumed(link, outcome, hello));
            return thread.get();
        }
        // Of two that ask each other at once the one with the smaller name is the client.
        if (hello.device().compareTo(own) > 0 && registry.isClientOf(from, hello.device())) {
            return refuse(link, outcome, Refusal.DUPLICATE);
        }
        Optional<AssociationThread> made =
                registry.make(index ->
                        AssociationThread.server(
                                shared, from, index, link, outcome, hello, handshakeNs));
        return made.isPresent() ? made.get() : refuse(link, outcome, Refusal.FULL);
    }

    private static AssociationThread refuse(Link link, TlsOutcome outcome, Refusal why) {
        outcome.close();
        link.send(new Refused(why));
        link.close();
        return null;
    }

    /** What all threads of the device need. */
    private static final class Shared implements Device {
        private static final long BETWEEN_REPORTS_NS = 100_000_000;

        private final InetAddress address;
        private final Local local;
        private final RandomGenerator random;
        private final AssociationListener listener;
        private final Optional<KeyLog> keyLog;
        private final SocketMaker sockets = new SocketMaker();
        private final Semaphore dialling = new Semaphore(MOST_HANDSHAKES);
        private final ReportLimit reports = new ReportLimit(BETWEEN_REPORTS_NS);
        private volatile Registry registry;
        private volatile int port;

        Shared(
                InetAddress address,
                Local local,
                RandomGenerator random,
                AssociationListener listener,
                Optional<KeyLog> keyLog) {
            this.address = address;
            this.local = local;
            this.random = random;
            this.listener = listener;
            this.keyLog = keyLog;
        }

        @Override
        public Local local() {
            return local;
        }

        @Override
        public InetAddress address() {
            return address;
        }

        @Override
        public int port() {
            return port;
        }

        @Override
        public RandomGenerator random() {
            return random;
        }

        @Override
        public SocketMaker sockets() {
            return sockets;
        }

        @Override
        public AssociationListener listener() {
            return listener;
        }

        @Override
        public Optional<KeyLog> keyLog() {
            return keyLog;
        }

        @Override
        public Semaphore dialling() {
            return dialling;
        }

        @Override
        public void established(AssociationThread thread, AssociationInfo info) {
            if (thread.role() == Role.SERVER) {
                for (AssociationThread other : registry.asking(info.remote())) {
                    tell(other, new Event.Superseded(info));
                }
            }
        }

        @Override
        public void remove(AssociationThread thread) {
            registry.remove(thread);
        }

        @Override
        public void strangerFailed(InetAddress from, String why) {
            if (reports.mayReport()) {
                listener.failed(from, why);
            }
        }

        void closeKeyLog() {
            if (keyLog.isPresent()) {
                try {
                    keyLog.get().close();
                } catch (IOException _) {
                    // Each line is written when it is made.
                }
            }
        }
    }
}

package org.urdma4j.protection.association.state;

import org.urdma4j.protection.association.message.Message;
import org.urdma4j.protection.association.message.Message.Hello;
import org.urdma4j.protection.association.message.Message.Refused;
import org.urdma4j.protection.association.message.MessageReader;
import org.urdma4j.protection.association.message.MessageWriter;
import org.urdma4j.protection.association.message.Refusal;
import org.urdma4j.protection.association.tls.SecretKeys;
import org.urdma4j.protection.association.tls.TlsOutcome;
import org.urdma4j.protection.association.tls.TlsPair;
import org.urdma4j.protection.association.tls.TlsSettings;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Predicate;

/** Both ends of an association in virtual time, over real TLS; messages take no time. */
final class TwoEnds {
    static final TlsSettings TLS = TlsPair.settings(TlsPair.psk(1));
    static final long SECOND = 1_000_000_000L;
    private static final UUID ALPHA = new UUID(1, 1);
    private static final UUID BETA = new UUID(1, 2);

    final List<String> clientEvents = new ArrayList<>();
    final List<String> serverEvents = new ArrayList<>();
    final Map<Integer, String> clientKeys = new TreeMap<>();
    final Map<Integer, String> serverKeys = new TreeMap<>();
    final List<Integer> sealedTooEarly = new ArrayList<>();
    final List<Long> connects = new ArrayList<>();
    final Association client;
    Association server;
    long nowNs = 1000;

    /** Whether the peer can be reached; a connection that is there stays, and loses everything. */
    boolean reachable = true;

    /** Whether the server knows what it knew. */
    boolean serverForgot;

    /** Which messages arrive. */
    Predicate<Message> passes = _ -> true;

    private final Local alpha;
    private final Local beta;
    private TlsOutcome serverOutcome;

    TwoEnds(Duration generation) {
        this(generation, TLS, TLS, BETA);
    }

    TwoEnds(Duration generation, TlsSettings clientTls, TlsSettings serverTls, UUID beta) {
        Timing timing = Timing.of(generation);
        alpha = new Local(ALPHA, clientTls, timing, 22, 600);
        this.beta = new Local(beta, serverTls, timing, 12, 900);
        client = Association.client(alpha, 0x1111, new Random(1), nowNs);
        settle();
    }

    static TwoEnds hourly() {
        return new TwoEnds(Duration.ofHours(1));
    }

    /** Lets time pass, to each deadline in turn. */
    TwoEnds pass(Duration time) {
        long end = nowNs + time.toNanos();
        for (int i = 0; i < 1_000_000; i++) {
            long next = client.nextDeadlineNs();
            if (server != null) {
                next = Math.min(next, server.nextDeadlineNs());
            }
            if (next > end) {
                nowNs = end;
                return this;
            }
            nowNs = Math.max(nowNs, next);
            client.onTimer(nowNs);
            if (server != null) {
                server.onTimer(nowNs);
            }
            settle();
        }
        throw new IllegalStateException("a deadline is never served");
    }

    /** The TCP connection breaks, and both ends see it. */
    void breakConnection() {
        client.disconnected("reset", nowNs);
        server.disconnected("reset", nowNs);
        settle();
    }

    void settle() {
        boolean busy = true;
        while (busy) {
            busy = false;
            for (var action = client.poll(); action.isPresent(); action = client.poll()) {
                busy = true;
                onClient(action.get());
            }
            busy |= settleServer();
        }
    }

    private boolean settleServer() {
        boolean busy = false;
        while (server != null) {
            var action = server.poll();
            if (action.isEmpty()) {
                break;
            }
            busy = true;
            onServer(action.get());
        }
        return busy;
    }

    private void onClient(Action action) {
        switch (action) {
            case Action.Connect _ -> connect();
            case Action.Send send when send.message() instanceof Hello hello ->
                    hello((Hello) coded(hello));
            case Action.Send send -> {
                if (reachable && server != null && passes.test(send.message())) {
                    server.receive(coded(send.message()), nowNs);
                    settleServer(); // which may be done before this end has got to its next step
                }
            }
            default -> note(action, clientEvents, clientKeys);
        }
    }

    private void onServer(Action action) {
        if (action instanceof Action.Send send) {
            if (reachable && passes.test(send.message())) {
                client.receive(coded(send.message()), nowNs);
            }
        } else {
            note(action, serverEvents, serverKeys);
            if (action instanceof Action.MaySeal it && !clientKeys.containsKey(it.generation())) {
                sealedTooEarly.add(it.generation());
            }
        }
    }

    private void connect() {
        connects.add(nowNs);
        if (!reachable) {
            client.disconnected("unreachable", nowNs);
            return;
        }
        TlsPair pair = new TlsPair(alpha.tls(), beta.tls()).run();
        if (!pair.client.isEstablished() || !pair.server.isEstablished()) {
            client.disconnected("TLS failed", nowNs);
            return;
        }
        serverOutcome = pair.server.takeOutcome();
        client.connected(pair.client.takeOutcome(), nowNs);
    }

    private void hello(Hello hello) {
        if (hello.resume().isEmpty()) {
            server = Association.server(beta, 0x2222, new Random(2), serverOutcome, hello, nowNs);
        } else if (serverForgot || !server.resume(serverOutcome, hello, nowNs)) {
            client.receive(new Refused(Refusal.UNKNOWN), nowNs);
        }
    }

    private static Message coded(Message message) {
        MessageReader reader = new MessageReader();
        reader.add(MessageWriter.write(message));
        try {
            return reader.poll().orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void note(Action action, List<String> events, Map<Integer, String> keys) {
        switch (action) {
            case Action.Established it -> {
                keys.put(0, SecretKeys.key(it.outcome().secret()));
                events.add(
                        "established %x %d %d"
                                .formatted(it.peerIndex(), it.epochBits(), it.epochSeconds()));
            }
            case Action.Renewed it -> {
                keys.put(it.generation(), SecretKeys.key(it.secret()));
                events.add("renewed " + it.generation());
            }
            case Action.MaySeal it -> events.add("seal " + it.generation());
            case Action.Retired it -> {
                keys.remove(it.generation());
                events.add("retired " + it.generation());
            }
            case Action.Failed it -> events.add("failed " + it.why());
            case Action.Ended it -> events.add("ended " + it.why());
            case Action.Disconnect _, Action.Connect _, Action.Send _ -> {
                // Of no interest.
            }
        }
    }
}

package org.urdma4j.forward.exit;

import org.urdma4j.channel.RdmaChannel;
import org.urdma4j.channel.RdmaServerChannel;
import org.urdma4j.forward.ForwardListener;
import org.urdma4j.forward.dial.Dialer;
import org.urdma4j.forward.dial.OpenException;
import org.urdma4j.forward.message.OpenRequest;
import org.urdma4j.forward.message.OpenStatus;
import org.urdma4j.forward.relay.ListeningSocket;
import org.urdma4j.forward.relay.ListeningSocket.Caller;
import org.urdma4j.forward.relay.LocalEnd;
import org.urdma4j.forward.relay.OpenStream;
import org.urdma4j.forward.relay.Relay;
import org.urdma4j.forward.relay.Streams;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Takes streams, connects each to the target that it asks for if that is allowed, and carries the
 * bytes. What a peer costs before it has asked for something allowed is one channel: for as long as
 * {@link ExitOptions#patience} says, and for {@value #KEEPING} times that before it asks at all, if
 * there aren't many of those.
 */
public final class ForwardExit implements AutoCloseable {
    private static final String SILENT = "it asks for nothing";

    /** So many times its patience a channel may be kept that doesn't ask for anything yet. */
    private static final int KEEPING = 9;

    private final RdmaServerChannel server;
    private final ExitOptions options;
    private final ForwardListener told;
    private final Dialer dialer;
    private final StreamLimits limits;
    private final StreamLimits callers;
    private final Streams streams = new Streams();
    private final Streams kept = new Streams();
    private final Map<String, ReverseListener> listeners = new ConcurrentHashMap<>();
    private final SecureRandom random = new SecureRandom();
    private final Thread accepting;
    private volatile boolean stopped;
    private volatile IOException failure;

    private ForwardExit(RdmaServerChannel server, ExitOptions options, ForwardListener told) {
        this.server = server;
        this.options = options;
        this.told = told;
        dialer =
                new Dialer(
                        options.allowed(),
                        options.listens(),
                        options.resolver(),
                        options.patience());
        limits = new StreamLimits(options.streams(), options.perPeer());
        callers = new StreamLimits(options.streams(), options.perPeer());
        accepting = Thread.ofVirtual().name("forward-exit").unstarted(this::accept);
    }

    /**
     * Starts.
     *
     * @param server is closed with this
     */
    public static ForwardExit start(
            RdmaServerChannel server, ExitOptions options, ForwardListener told) {
        ForwardExit exit = new ForwardExit(server, options, told);
        server.onRefused(why -> told.onRefused("a peer", null, why.getMessage()));
        exit.accepting.start();
        return exit;
    }

    /** Returns how many streams there are. */
    public int streams() {
        return streams.running();
    }

    /** Returns those that are open. */
    public List<OpenStream> open() {
        return streams.open();
    }

    /** Returns how many channels there are that haven't asked for a stream yet. */
    public int kept() {
        return kept.running();
    }

    /**
     * Waits until it takes no more streams.
     *
     * @throws IOException if it can't go on
     */
    public void await() throws IOException, InterruptedException {
        accepting.join();
        if (failure != null) {
            throw failure;
        }
    }

    private void accept() {
        try {
            while (true) {
                RdmaChannel stream = server.accept();
                InetAddress peer = stream.remoteAddress().getAddress();
                if (limits.keep(peer)) {
                    kept.start(() -> keep(stream, peer));
                } else {
                    enter(stream, peer);
                }
            }
        } catch (ClosedChannelException _) {
            // by stop()
        } catch (IOException e) {
            failure = e;
        }
    }

    /** Waits until it asks for something; an entry may have connected it for later. */
    private void keep(RdmaChannel stream, InetAddress peer) {
        boolean asks = false;
        try (Streams.Deadline _ =
                kept.deadline(options.patience().multipliedBy(KEEPING), stream::abort)) {
            asks = stream.peek() != null;
            stream.advance(0);
        } catch (ClosedChannelException _) {
            if (!stopped) {
                told.onRefused(peer.getHostAddress(), null, SILENT);
            }
        } catch (IOException _) {
            // the entry doesn't need it any more
        } finally {
            limits.drop(peer);
        }
        if (asks) {
            enter(stream, peer);
        } else {
            stream.abort();
        }
    }

    private void enter(RdmaChannel stream, InetAddress peer) {
        String refusal = limits.enter(peer);
        if (refusal == null) {
            streams.start(() -> serve(stream, peer));
        } else {
            told.onRefused(peer.getHostAddress(), null, refusal);
            refuse(stream, OpenStatus.LIMITS);
        }
    }

    /** Answers without waiting for the request; the answer always has room. */
    private static void refuse(RdmaChannel stream, OpenStatus status) {
        try {
            stream.configureBlocking(false);
            var _ = stream.write(status.encode());
            stream.close();
        } catch (IOException _) {
            stream.abort(); // the peer has gone
        }
    }

    private void serve(RdmaChannel stream, InetAddress peer) {
        try {
            Runnable carrying;
            try {
                carrying = open(stream, peer);
            } finally {
                limits.decided(peer);
            }
            carrying.run();
        } finally {
            limits.leave(peer);
        }
    }

    /** Returns what is done next; it has all been said if the stream isn't opened. */
    private Runnable open(RdmaChannel stream, InetAddress peer) {
        String name = peer.getHostAddress();
        String target = null;
        try {
            String refusal = options.admission().apply(stream);
            if (refusal != null) {
                throw new OpenException(OpenStatus.NOT_ALLOWED, refusal);
            }
            OpenRequest request = request(stream);
            boolean accepts = request.kind() == OpenRequest.Kind.ACCEPT;
            target = accepts ? null : request.target(); // of which the host is secret
            return switch (request.kind()) {
                case CONNECT -> {
                    LocalEnd local = dialer.connect(request);
                    yield () -> connected(stream, local, name, request.target());
                }
                case LISTEN -> {
                    ListeningSocket socket = dialer.listen(request);
                    yield () -> listen(stream, socket, name);
                }
                case ACCEPT -> {
                    ReverseListener listener = listener(request);
                    yield () -> accept(stream, listener);
                }
            };
        } catch (OpenException e) {
            told.onRefused(name, target, e.getMessage());
            refuse(stream, e.status());
        } catch (InterruptedException _) {
            stream.abort();
        }
        return () -> {};
    }

    private OpenRequest request(RdmaChannel stream) throws OpenException {
        try (Streams.Deadline _ = streams.deadline(options.patience(), stream::abort)) {
            return OpenRequest.read(stream);
        } catch (IOException e) {
            throw new OpenException(
                    OpenStatus.MALFORMED,
                    e instanceof ClosedChannelException ? SILENT : String.valueOf(e.getMessage()));
        }
    }

    private ReverseListener listener(OpenRequest request) throws OpenException {
        ReverseListener listener = listeners.get(request.host());
        if (listener == null) {
            throw new OpenException(OpenStatus.NOT_LISTENING, "it listens no more");
        }
        return listener;
    }

    private void connected(RdmaChannel stream, LocalEnd local, String peer, String target) {
        Relay relay = new Relay(local, stream);
        try {
            stream.write(OpenStatus.OPEN.encode());
        } catch (IOException e) {
            relay.reset(e.getMessage());
        }
        carry(relay, peer, target);
    }

    private void carry(Relay relay, String peer, String target) {
        told.onOpened(peer, target);
        streams.carry(relay, peer, target, told);
    }

    private void listen(RdmaChannel stream, ListeningSocket socket, String peer) {
        String token = token();
        try (ReverseListener listener =
                        new ReverseListener(
                                socket, stream, callers, streams, options.patience(), told);
                Streams.Deadline _ = streams.untilClosed(stream::abort)) {
            listeners.put(token, listener);
            told.onListening(peer, listener.text());
            String why = stopped ? null : listen(stream, token, listener);
            told.onListeningEnded(peer, listener.text(), stopped ? "forward ends here" : why);
        } finally {
            listeners.remove(token);
        }
    }

    private static String listen(RdmaChannel stream, String token, ReverseListener listener) {
        try {
            stream.write(OpenStatus.OPEN.encode());
            stream.write(ByteBuffer.wrap(token.getBytes(StandardCharsets.US_ASCII)));
        } catch (IOException e) {
            return e.getMessage();
        }
        return listener.run();
    }

    /** Who has it takes the listener's programs. */
    private String token() {
        byte[] bytes = new byte[OpenRequest.TOKEN / 2];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private void accept(RdmaChannel stream, ReverseListener listener) {
        ReverseListener.Waiting program = null;
        try (Streams.Deadline _ = streams.untilClosed(stream::abort)) {
            program = listener.take();
            if (program == null) {
                stream.abort();
                return;
            }
            stream.write(OpenStatus.OPEN.encode());
        } catch (IOException _) {
            listener.giveBack(program); // the entry has another stream
            stream.abort();
            return;
        }
        listener.taken(program);
        try {
            Caller caller = program.caller();
            carry(new Relay(caller.end(), stream), caller.name(), listener.text());
        } finally {
            listener.left(program);
        }
    }

    /** Takes no more streams; those that there are go on. */
    public void stop() {
        stopped = true;
        server.close();
        kept.close();
        listeners.values().forEach(ReverseListener::close);
    }

    /** Waits until there are no streams, or the time is over. */
    public void drain(Duration most) throws InterruptedException {
        streams.drain(most);
    }

    /** Takes no more streams, and resets those that there are. */
    @Override
    public void close() {
        stop();
        streams.close();
        dialer.close();
    }
}

package org.urdma4j.channel;

import org.urdma4j.endpoint.ActiveEndpoint;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.VerbsException;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.InterruptibleChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Accepts {@link RdmaChannel}s at a port. Any thread may call. A thread that is interrupted while
 * it waits closes the server, as {@link InterruptibleChannel} says.
 *
 * <p>All channels of a server share two threads, daemons, which end with the last of them.
 */
public final class RdmaServerChannel implements InterruptibleChannel {
    private static final int BACKLOG = 64;

    private static final System.Logger LOG = System.getLogger(RdmaServerChannel.class.getName());
    private static final Duration LOG_AGAIN = Duration.ofMinutes(1);

    /** How often one who waits looks whether the device is still there. */
    private static final long LOOK_MS = 100;

    private final ChannelOptions options;
    private final ChannelGroup group;

    /** Peers that are connected, or connecting, and haven't been accepted; more are refused. */
    private final int backlog;

    private final ReentrantLock gate = new ReentrantLock();
    private final Condition changed = gate.newCondition();
    private final Set<Link> connecting = new HashSet<>();
    private final Deque<Link> ready = new ArrayDeque<>();
    private boolean closed;
    private volatile boolean blocking = true;
    private volatile Runnable callback;
    private volatile Consumer<IOException> refusals;
    private InetSocketAddress address;

    /** Until its end the log isn't told again; of the channels' thread. */
    private PatienceClock quiet;

    private RdmaServerChannel(ChannelOptions options, ChannelGroup group, int backlog) {
        this.options = options;
        this.group = group;
        this.backlog = backlog;
    }

    /** Listens with the default options. */
    public static RdmaServerChannel listen(Context context, int port) throws IOException {
        return listen(context, port, ChannelOptions.DEFAULT);
    }

    /**
     * Listens.
     *
     * @param port of the connection manager's TCP space, which is the device's own: no other UDP
     *     port has to be open for it; 0 for any that is free
     * @param options of the channels
     * @throws BindException if the port is taken
     * @throws IllegalStateException if the device is closed
     */
    public static RdmaServerChannel listen(Context context, int port, ChannelOptions options)
            throws IOException {
        return listen(context, port, BACKLOG, options);
    }

    /**
     * Listens.
     *
     * @param port of the connection manager's TCP space, which is the device's own: no other UDP
     *     port has to be open for it; 0 for any that is free
     * @param backlog how many peers may be connected, or about to be, that nobody has accepted, at
     *     least 1; more are refused
     * @param options of the channels
     * @throws BindException if the port is taken
     * @throws IllegalStateException if the device is closed
     */
    public static RdmaServerChannel listen(
            Context context, int port, int backlog, ChannelOptions options) throws IOException {
        if (backlog < 1) {
            throw new IllegalArgumentException(
                    "backlog is %d, must be 1 at least".formatted(backlog));
        }
        return listen(ChannelGroup.open(context, options), port, backlog, options);
    }

    /** Listens with the threads and the memory of a group, which it releases. */
    static RdmaServerChannel listen(ChannelGroup group, int port, ChannelOptions options)
            throws IOException {
        return listen(group, port, BACKLOG, options);
    }

    private static RdmaServerChannel listen(
            ChannelGroup group, int port, int backlog, ChannelOptions options) throws IOException {
        RdmaServerChannel server = new RdmaServerChannel(options, group, backlog);
        try {
            Acceptor acceptor = server.acceptor();
            group.group().onDeviceClosed(server::tell);
            group.group().listen(port, backlog, () -> server.candidate(acceptor));
            server.address = group.group().address();
            return server;
        } catch (VerbsException e) {
            group.release();
            throw (IOException) new BindException(e.getMessage()).initCause(e);
        } catch (RuntimeException e) {
            group.release();
            throw e;
        }
    }

    /** Returns where peers reach it. */
    public InetSocketAddress address() {
        return address;
    }

    /** Sets whether {@link #accept} waits; it does unless set. */
    public RdmaServerChannel configureBlocking(boolean block) {
        blocking = block;
        return this;
    }

    /**
     * Sets what is called each time that a peer can be accepted, and when none will be since the
     * device is closed, which {@link #accept} says then. A thread of the channels calls, so the
     * callback must not wait.
     *
     * @param program null for nothing
     */
    public void onAcceptable(Runnable program) {
        callback = program;
    }

    /**
     * Sets who is told that a peer was refused since there is no memory for another channel, in one
     * line. A thread of the channels calls, so it must not wait. Unless set, the log is told, once
     * a minute at most.
     *
     * @param program null for the log
     */
    public void onRefused(Consumer<IOException> program) {
        refusals = program;
    }

    private void tellRefused(VerbsException cause) {
        Consumer<IOException> program = refusals;
        if (program != null) {
            program.accept(new IOException(cause.getMessage(), cause));
        } else if (quiet == null || quiet.leftNs() <= 0) {
            quiet = new PatienceClock(LOG_AGAIN);
            LOG.log(System.Logger.Level.WARNING, "A peer was refused: {0}", cause.getMessage());
        }
    }

    private Acceptor acceptor() {
        return new Acceptor() {
            @Override
            public void connected(Link link) {
                add(link);
            }

            @Override
            public void refused(VerbsException cause) {
                tellRefused(cause);
            }

            @Override
            public void gone(Link link) {
                forget(link);
            }
        };
    }

    private ActiveEndpoint candidate(Acceptor acceptor) {
        gate.lock();
        try {
            if (closed) {
                return null;
            }
            if (connecting.size() + ready.size() >= backlog) {
                throw new VerbsException(Errno.ENOMEM, "the backlog is full");
            }
            Link link = new Link(options, group, acceptor);
            connecting.add(link);
            group.use();
            return link;
        } finally {
            gate.unlock();
        }
    }

    private void forget(Link link) {
        gate.lock();
        try {
            connecting.remove(link);
        } finally {
            gate.unlock();
        }
    }

    private void add(Link link) {
        boolean late;
        gate.lock();
        try {
            late = closed;
            connecting.remove(link);
            if (!late) {
                ready.add(link);
                changed.signal();
            }
        } finally {
            gate.unlock();
        }
        if (late) {
            end(link);
        } else {
            tell();
        }
    }

    private void tell() {
        Runnable program = callback;
        if (program != null) {
            program.run();
        }
    }

    /**
     * Waits for a peer.
     *
     * @return null if the channel isn't blocking and nobody is there
     * @throws AsynchronousCloseException if the server is closed meanwhile
     * @throws IOException also if the device is closed
     * @throws ClosedByInterruptException if the thread is interrupted
     */
    public RdmaChannel accept() throws IOException {
        try {
            Link link = next();
            return link == null
                    ? null
                    : new RdmaChannel(options, link, new Unclosed(link.id().peerAddr()));
        } catch (InterruptedException _) {
            close();
            Thread.currentThread().interrupt();
            throw new ClosedByInterruptException();
        }
    }

    private Link next() throws IOException, InterruptedException {
        gate.lockInterruptibly();
        try {
            if (closed) {
                throw new ClosedChannelException();
            }
            while (ready.isEmpty()) {
                if (group.group().address() == null) {
                    throw new IOException("the device is closed");
                } else if (!blocking) {
                    return null;
                }
                changed.await(LOOK_MS, TimeUnit.MILLISECONDS);
                if (closed) {
                    throw new AsynchronousCloseException();
                }
            }
            return ready.poll();
        } finally {
            gate.unlock();
        }
    }

    @Override
    public boolean isOpen() {
        gate.lock();
        try {
            return !closed;
        } finally {
            gate.unlock();
        }
    }

    /**
     * Listens no more, and ends the connections that nobody has accepted; the others go on. Again
     * it does nothing.
     */
    @Override
    public void close() {
        gate.lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
            changed.signalAll();
        } finally {
            gate.unlock();
        }
        group.group().stopListening();
        ready.forEach(RdmaServerChannel::end);
        group.release();
    }

    private static void end(Link link) {
        link.close();
        link.discard();
    }
}

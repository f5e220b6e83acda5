package org.urdma4j.endpoint;

import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.cm.CmEvent;
import org.urdma4j.verbs.cm.CmEventChannel;
import org.urdma4j.verbs.cm.CmId;
import org.urdma4j.verbs.cm.CmPortSpace;
import org.urdma4j.verbs.cm.RdmaCm;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Waits for peers, and makes a {@link PassiveEndpoint} of each. Any thread may call.
 *
 * <p>A peer that asks and then isn't heard of any more holds up nobody: who is ready first is
 * returned first.
 */
public final class PassiveServer implements AutoCloseable {
    private final EndpointOptions options;
    private final CmEventChannel events;
    private final CmId listener;

    /** Held by the one who waits. */
    private final ReentrantLock turn = new ReentrantLock();

    /** Who has been agreed to and isn't ready yet; guarded by {@link #turn}. */
    private final Map<CmId, PassiveEndpoint> pending = new HashMap<>();

    private PassiveServer(EndpointOptions options, CmEventChannel events, CmId listener) {
        this.options = options;
        this.events = events;
        this.listener = listener;
    }

    /** Listens with the default options. */
    public static PassiveServer listen(Context context, int port) {
        return listen(context, port, EndpointOptions.DEFAULT);
    }

    /**
     * Listens.
     *
     * @param port 0 for any that is free
     * @throws VerbsException with EADDRINUSE if the port is taken
     */
    public static PassiveServer listen(Context context, int port, EndpointOptions options) {
        CmEventChannel events = RdmaCm.createEventChannel(context);
        try {
            CmId id = events.createId(context, CmPortSpace.TCP);
            id.bindAddr(new InetSocketAddress(port));
            id.listen(0);
            return new PassiveServer(options, events, id);
        } catch (RuntimeException e) {
            events.close();
            throw e;
        }
    }

    /** Returns where peers reach it. */
    public InetSocketAddress address() {
        return listener.localAddr();
    }

    /** Waits for a peer, with nothing posted when it is accepted. */
    public PassiveEndpoint accept() throws InterruptedException {
        return accept(_ -> {});
    }

    /** Waits for a peer, as long as the options say: {@link #accept(Duration, Consumer)}. */
    public PassiveEndpoint accept(Consumer<? super PassiveEndpoint> prepare)
            throws InterruptedException {
        return accept(options.patience(), prepare);
    }

    /**
     * Accepts peers until one is ready.
     *
     * @param wait how long to wait for that
     * @param prepare posts the receives that must be there before the peer sends. It is called for
     *     each peer that asks during the call; one that isn't ready at its end may be returned by a
     *     later call. So what it makes belongs to the endpoint: attach it by {@link
     *     CmId#userContext(Object)}. What it throws refuses the peer, and is thrown here
     * @throws VerbsException with ETIMEDOUT if no peer is ready in time, ENODEV if the device is
     *     closed
     * @throws IllegalStateException if the server is closed, also while waiting
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    public PassiveEndpoint accept(Duration wait, Consumer<? super PassiveEndpoint> prepare)
            throws InterruptedException {
        WaitClock clock = new WaitClock(wait);
        if (!turn.tryLock(clock.leftNs(), TimeUnit.NANOSECONDS)) {
            throw nobody(wait);
        }
        try {
            return acceptInTurn(wait, clock, prepare);
        } finally {
            turn.unlock();
        }
    }

    private PassiveEndpoint acceptInTurn(
            Duration wait, WaitClock clock, Consumer<? super PassiveEndpoint> prepare)
            throws InterruptedException {
        while (true) {
            CmEvent event = events.getCmEvent(clock.left());
            if (event == null) {
                throw nobody(wait);
            }
            switch (event.eventType()) {
                case CONNECT_REQUEST -> agree(event, prepare);
                case ESTABLISHED -> {
                    return pending.remove(event.id()).taken();
                }
                default -> drop(event);
            }
        }
    }

    private void agree(CmEvent request, Consumer<? super PassiveEndpoint> prepare) {
        PassiveEndpoint endpoint = PassiveEndpoint.accept(request, options, prepare);
        if (endpoint != null) {
            pending.put(request.id(), endpoint);
        }
    }

    /** A peer hasn't become ready, or there is nobody to wait for any more. */
    private void drop(CmEvent event) {
        PassiveEndpoint endpoint = pending.remove(event.id());
        if (endpoint != null) {
            endpoint.close();
        } else if (event.id().equals(listener)) {
            throw Events.failure(event);
        }
    }

    private VerbsException nobody(Duration wait) {
        return new VerbsException(
                Errno.ETIMEDOUT,
                "no peer has connected to port %d within %s".formatted(address().getPort(), wait));
    }

    /**
     * Listens no more; connections that were accepted go on, those that are being made are given
     * up.
     */
    @Override
    public void close() {
        events.close(); // wakes the one who waits, who then leaves
        turn.lock();
        try {
            pending.values().forEach(PassiveEndpoint::close);
            pending.clear();
        } finally {
            turn.unlock();
        }
    }
}

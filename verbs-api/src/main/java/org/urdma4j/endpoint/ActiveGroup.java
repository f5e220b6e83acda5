package org.urdma4j.endpoint;

import org.urdma4j.verbs.CompletionChannel;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.cm.CmEventChannel;
import org.urdma4j.verbs.cm.CmId;
import org.urdma4j.verbs.cm.CmPortSpace;
import org.urdma4j.verbs.cm.RdmaCm;

import java.net.InetSocketAddress;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Active endpoints of one device and the two threads, daemons, that call them back: one for
 * connections, one for completions. Any thread may call.
 */
public final class ActiveGroup implements AutoCloseable {
    private final Context context;
    private final EndpointOptions options;
    private final CmEventChannel events;
    private final CompletionChannel completions;
    private final Set<ActiveEndpoint> endpoints = ConcurrentHashMap.newKeySet();
    private volatile CmId listener;
    private volatile Runnable deviceClosed = () -> {};
    private volatile boolean closed;

    private ActiveGroup(Context context, EndpointOptions options) {
        this.context = context;
        this.options = options;
        events = RdmaCm.createEventChannel(context);
        try {
            completions = context.createCompChannel();
        } catch (RuntimeException e) { // the device is closed
            events.close();
            throw e;
        }
    }

    /** Makes a group without endpoints. */
    public static ActiveGroup open(Context context, EndpointOptions options) {
        ActiveGroup group = new ActiveGroup(context, options);
        start("urdma-connections", new Connections(group, group.events)::run);
        group.completions.onCqEvent(queue -> ((ActiveEndpoint) queue.cqContext()).onCompletions());
        start("urdma-completions", new Completions(group.completions)::run);
        return group;
    }

    /**
     * Makes a group that accepts peers, with the default options.
     *
     * @param port 0 for any that is free
     * @param endpoints makes one for each peer; null refuses it
     * @throws VerbsException with EADDRINUSE if the port is taken
     */
    public static ActiveGroup listen(
            Context context, int port, Supplier<? extends ActiveEndpoint> endpoints) {
        ActiveGroup group = open(context, EndpointOptions.DEFAULT);
        try {
            group.listen(port, endpoints);
            return group;
        } catch (RuntimeException e) {
            group.close();
            throw e;
        }
    }

    /**
     * Accepts peers at a port, of which a group has one.
     *
     * @param made makes an endpoint for each peer; null refuses it. One that throws, or gives an
     *     endpoint for the second time, refuses that peer as well, and the uncaught-exception
     *     handler of the thread is told; but a {@link VerbsException} with ENOMEM says to the peer
     *     alone that there is no room
     * @throws VerbsException with EADDRINUSE if the port is taken
     */
    public void listen(int port, Supplier<? extends ActiveEndpoint> made) {
        listen(port, 0, made);
    }

    /**
     * Accepts peers at a port, as {@link #listen(int, Supplier)}.
     *
     * @param backlog of {@link CmId#listen}: how many may be about to be connected
     * @throws VerbsException with EADDRINUSE if the port is taken
     */
    public void listen(int port, int backlog, Supplier<? extends ActiveEndpoint> made) {
        Objects.requireNonNull(made, "made");
        CmId id = events.createId(context, CmPortSpace.TCP);
        id.userContext(made);
        try {
            id.bindAddr(new InetSocketAddress(port));
            id.listen(backlog);
            listener = id;
        } catch (RuntimeException e) {
            id.close();
            throw e;
        }
    }

    /**
     * Listens no more, and gives the port back; connections go on. Does nothing if it doesn't
     * listen.
     */
    public void stopListening() {
        CmId id = listener;
        listener = null;
        if (id != null) {
            id.close();
        }
    }

    /**
     * Sets what is called when it can't listen any more since its device is closed. A thread of the
     * group calls, so the program must not wait.
     */
    public void onDeviceClosed(Runnable program) {
        deviceClosed = Objects.requireNonNull(program, "program");
    }

    void tellDeviceClosed() {
        deviceClosed.run();
    }

    /** Returns where peers reach it; null while it doesn't listen, or if its device is closed. */
    public InetSocketAddress address() {
        CmId id = listener;
        return id == null ? null : id.localAddr();
    }

    /**
     * Connects an endpoint to a peer, and returns at once: it is called back.
     *
     * @return {@code endpoint}
     * @throws VerbsException as {@link CmId#resolveAddr} throws; the endpoint is closed then
     * @throws IllegalStateException if the endpoint was connected before or is closed, or the group
     *     is
     */
    public <E extends ActiveEndpoint> E connect(E endpoint, InetSocketAddress peer) {
        return connect(endpoint, null, peer);
    }

    /**
     * Connects an endpoint to a peer from an address, as {@link #connect(ActiveEndpoint,
     * InetSocketAddress)}.
     *
     * @param source as for {@link CmId#resolveAddr}, null for any
     */
    public <E extends ActiveEndpoint> E connect(
            E endpoint, InetSocketAddress source, InetSocketAddress peer) {
        CmId id = events.createId(context, CmPortSpace.TCP);
        try {
            endpoint.join(endpoints);
        } catch (IllegalStateException e) {
            id.close(); // and not what the endpoint has
            throw e;
        }
        id.userContext(endpoint);
        try {
            if (closed) { // close() may have been too early to see it
                throw new IllegalStateException("the group is closed");
            }
            id.resolveAddr(source, peer, options.patience());
        } catch (RuntimeException e) {
            endpoint.close();
            id.close();
            throw e;
        }
        return endpoint;
    }

    private static void start(String name, Runnable task) {
        Thread.ofPlatform().daemon().name(name).start(task);
    }

    EndpointOptions options() {
        return options;
    }

    /**
     * Makes what a new member consists of, and lets it prepare.
     *
     * @throws IllegalStateException if it, the group or the device is closed, or closes meanwhile
     */
    void open(ActiveEndpoint endpoint, CmId id) {
        endpoint.assemble(id, options, completions);
        if (closed) {
            endpoint.end(); // close() may have been too early to see it
        }
        endpoint.call(endpoint::onOpen);
        if (!endpoint.leaving()) {
            endpoint.arm();
        }
    }

    /** Makes {@code endpoint}, which was made for a peer, one of this group. */
    void admit(ActiveEndpoint endpoint) {
        endpoint.join(endpoints);
    }

    /**
     * Ends all connections, and both threads; of that nothing is called back. A callback may call
     * it; one that another thread is in goes on to its end.
     */
    @Override
    public void close() {
        closed = true;
        endpoints.forEach(ActiveEndpoint::end);
        events.close();
        completions.close();
    }
}

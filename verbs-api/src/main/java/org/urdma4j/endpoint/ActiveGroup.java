package org.urdma4j.endpoint;

import org.urdma4j.verbs.CompletionChannel;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.cm.CmEvent;
import org.urdma4j.verbs.cm.CmEventChannel;
import org.urdma4j.verbs.cm.CmId;
import org.urdma4j.verbs.cm.CmPortSpace;
import org.urdma4j.verbs.cm.RdmaCm;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Active endpoints of one device and the two threads, daemons, that call them back: one for
 * connections, one for completions. Any thread may call.
 */
public final class ActiveGroup implements AutoCloseable {
    private static final Duration LONG = Duration.ofDays(1);

    private final Context context;
    private final EndpointOptions options;
    private final CmEventChannel events;
    private final CompletionChannel completions;
    private final Set<ActiveEndpoint> endpoints = ConcurrentHashMap.newKeySet();
    private volatile CmId listener;

    private ActiveGroup(Context context, EndpointOptions options) {
        this.context = context;
        this.options = options;
        events = RdmaCm.createEventChannel(context);
        completions = context.createCompChannel();
    }

    /** Makes a group without endpoints. */
    public static ActiveGroup open(Context context, EndpointOptions options) {
        ActiveGroup group = new ActiveGroup(context, options);
        group.start("urdma-connections", group::takeEvent);
        group.start("urdma-completions", group::takeCompletions);
        return group;
    }

    /**
     * Makes a group that accepts peers, with the default options.
     *
     * @param port 0 for any that is free
     * @param endpoints makes one for each peer
     * @throws VerbsException with EADDRINUSE if the port is taken
     */
    public static ActiveGroup listen(
            Context context, int port, Supplier<? extends ActiveEndpoint> endpoints) {
        ActiveGroup group = open(context, EndpointOptions.DEFAULT);
        try {
            group.listen(port, endpoints);
            return group;
        } catch (VerbsException e) {
            group.close();
            throw e;
        }
    }

    /**
     * Accepts peers at a port, of which a group has one.
     *
     * @param made makes an endpoint for each peer; null refuses it
     */
    public void listen(int port, Supplier<? extends ActiveEndpoint> made) {
        CmId id = events.createId(context, CmPortSpace.TCP);
        id.userContext(made);
        try {
            id.bindAddr(new InetSocketAddress(port));
            id.listen(0);
            listener = id;
        } catch (VerbsException e) {
            id.close();
            throw e;
        }
    }

    /** Returns where peers reach it; null while it doesn't listen. */
    public InetSocketAddress address() {
        CmId id = listener;
        return id == null ? null : id.localAddr();
    }

    /**
     * Connects an endpoint to a peer, and returns at once: it is called back.
     *
     * @return {@code endpoint}
     * @throws VerbsException as {@link CmId#resolveAddr} throws
     */
    public <E extends ActiveEndpoint> E connect(E endpoint, InetSocketAddress peer) {
        CmId id = events.createId(context, CmPortSpace.TCP);
        id.userContext(endpoint);
        try {
            id.resolveAddr(null, peer, options.patience());
        } catch (VerbsException e) {
            id.close();
            throw e;
        }
        return endpoint;
    }

    private void start(String name, Task task) {
        Thread.ofPlatform()
                .daemon()
                .name(name)
                .start(() -> {
                    try {
                        while (true) {
                            task.run();
                        }
                    } catch (InterruptedException | IllegalStateException _) {
                        // the group, or its device, was closed
                    }
                });
    }

    @FunctionalInterface
    private interface Task {
        void run() throws InterruptedException;
    }

    private void takeCompletions() throws InterruptedException {
        CompletionQueue queue = completions.getCqEvent(LONG);
        if (queue != null) {
            ((ActiveEndpoint) queue.cqContext()).drain(queue);
        }
    }

    private void takeEvent() throws InterruptedException {
        CmEvent event = events.getCmEvent(LONG);
        if (event == null) {
            return;
        }
        CmId id = event.id();
        switch (event.eventType()) {
            case ADDR_RESOLVED -> id.resolveRoute(options.patience());
            case ROUTE_RESOLVED -> connect((ActiveEndpoint) id.userContext(), id);
            case CONNECT_REQUEST -> accept(event);
            default -> {
                if (id.userContext() instanceof ActiveEndpoint endpoint) {
                    onEvent(endpoint, event);
                }
            }
        }
    }

    private void connect(ActiveEndpoint endpoint, CmId id) {
        try {
            open(endpoint, id);
            id.connect(options.param());
        } catch (VerbsException e) {
            endpoint.call(() -> endpoint.onFailed(e));
            close(endpoint);
            id.close();
        }
    }

    private void accept(CmEvent request) {
        CmId id = request.id();
        ActiveEndpoint endpoint =
                ((Supplier<?>) id.userContext()).get() instanceof ActiveEndpoint e ? e : null;
        if (endpoint == null) {
            id.close();
            return;
        }
        id.userContext(endpoint);
        endpoint.peer(request.conn());
        try {
            open(endpoint, id);
            id.accept(options.param());
        } catch (VerbsException e) {
            endpoint.call(() -> endpoint.onFailed(e));
            close(endpoint);
            id.close();
        }
    }

    private void open(ActiveEndpoint endpoint, CmId id) {
        endpoint.assemble(id, options, completions, completions);
        endpoints.add(endpoint);
        endpoint.call(endpoint::onOpen);
        endpoint.arm();
    }

    private void onEvent(ActiveEndpoint endpoint, CmEvent event) {
        switch (event.eventType()) {
            case ESTABLISHED -> {
                boolean asked = event.conn().qpNum() != 0;
                if (asked) {
                    endpoint.peer(event.conn());
                }
                endpoint.call(endpoint::onConnected);
            }
            case DISCONNECTED -> {
                endpoint.call(endpoint::onDisconnected);
                close(endpoint);
            }
            case TIMEWAIT_EXIT -> close(endpoint);
            default -> {
                endpoint.call(() -> endpoint.onFailed(Events.failure(event)));
                close(endpoint);
            }
        }
    }

    private void close(ActiveEndpoint endpoint) {
        endpoints.remove(endpoint);
        endpoint.close();
    }

    /** Ends all connections, and both threads. */
    @Override
    public void close() {
        endpoints.forEach(this::close);
        events.close();
        completions.close();
    }
}

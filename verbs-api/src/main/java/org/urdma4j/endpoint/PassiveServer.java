package org.urdma4j.endpoint;

import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.cm.CmEvent;
import org.urdma4j.verbs.cm.CmEventChannel;
import org.urdma4j.verbs.cm.CmEventType;
import org.urdma4j.verbs.cm.CmId;
import org.urdma4j.verbs.cm.CmPortSpace;
import org.urdma4j.verbs.cm.RdmaCm;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.function.Consumer;

/** Waits for peers, and makes a {@link PassiveEndpoint} of each. Any thread may call. */
public final class PassiveServer implements AutoCloseable {
    private final EndpointOptions options;
    private final CmEventChannel events;
    private final CmId listener;

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
        } catch (VerbsException e) {
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

    /**
     * Waits for a peer, as long as the options say, and accepts it.
     *
     * @param prepare posts the receives that must be there before the peer sends
     * @throws VerbsException with ETIMEDOUT if none comes, or it doesn't become ready
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    public PassiveEndpoint accept(Consumer<? super PassiveEndpoint> prepare)
            throws InterruptedException {
        return accept(options.patience(), prepare);
    }

    /**
     * Waits for a peer, and accepts it.
     *
     * @param wait how long to wait for one
     * @param prepare posts the receives that must be there before the peer sends
     * @throws VerbsException with ETIMEDOUT if none comes, or it doesn't become ready
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    public PassiveEndpoint accept(Duration wait, Consumer<? super PassiveEndpoint> prepare)
            throws InterruptedException {
        CmEvent request = Events.await(listener, CmEventType.CONNECT_REQUEST, wait);
        return PassiveEndpoint.accept(request, options, prepare);
    }

    /** Listens no more; connections that were accepted go on. */
    @Override
    public void close() {
        events.close();
    }
}

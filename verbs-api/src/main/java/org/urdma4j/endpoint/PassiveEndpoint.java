package org.urdma4j.endpoint;

import org.urdma4j.verbs.CompletionChannel;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.cm.CmEvent;
import org.urdma4j.verbs.cm.CmEventChannel;
import org.urdma4j.verbs.cm.CmEventType;
import org.urdma4j.verbs.cm.CmId;
import org.urdma4j.verbs.cm.CmPortSpace;
import org.urdma4j.verbs.cm.RdmaCm;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * An end of a connection that is asked: calls wait until something has happened, or poll. Sends and
 * receives complete apart from each other. Any thread may call.
 */
public final class PassiveEndpoint extends Endpoint {
    private final CmEventChannel events;
    private final Duration patience;
    private CompletionChannel completions;
    private CompletionWait waiting;

    /** Whose turn it is, roughly. */
    private volatile boolean sendsFirst;

    private volatile boolean disconnected;

    private PassiveEndpoint(CmEventChannel events, Duration patience) {
        this.events = events;
        this.patience = patience;
    }

    /** Connects with the default options and nothing posted. */
    public static PassiveEndpoint connect(Context context, InetSocketAddress peer)
            throws InterruptedException {
        return connect(context, peer, EndpointOptions.DEFAULT, _ -> {});
    }

    /**
     * Connects to a peer, and waits until it has accepted.
     *
     * @param prepare posts the receives that must be there before the peer sends
     * @throws VerbsException with ECONNREFUSED if the peer refuses, nobody listens there, or its
     *     host says that no such program runs; ETIMEDOUT if it doesn't answer; ENODEV if the device
     *     is closed, before or meanwhile; or as {@link CmId#resolveAddr} throws
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    public static PassiveEndpoint connect(
            Context context,
            InetSocketAddress peer,
            EndpointOptions options,
            Consumer<? super PassiveEndpoint> prepare)
            throws InterruptedException {
        try {
            return connect(RdmaCm.createEventChannel(context), context, peer, options, prepare);
        } catch (IllegalStateException e) {
            throw DeviceState.isOpen(context) ? e : DeviceState.closed(e);
        }
    }

    private static PassiveEndpoint connect(
            CmEventChannel events,
            Context context,
            InetSocketAddress peer,
            EndpointOptions options,
            Consumer<? super PassiveEndpoint> prepare)
            throws InterruptedException {
        PassiveEndpoint endpoint = new PassiveEndpoint(events, options.patience());
        try {
            CmId id = events.createId(context, CmPortSpace.TCP);
            Events.resolve(id, peer, options.patience());
            endpoint.make(id, options);
            prepare.accept(endpoint);
            id.connect(options.param());
            endpoint.peer(Events.await(id, CmEventType.ESTABLISHED, options.patience()).conn());
            return endpoint;
        } catch (InterruptedException | RuntimeException e) {
            endpoint.close();
            throw e;
        }
    }

    /**
     * Makes the end that is asked, and agrees to the request. The identifier stays where it is
     * until {@link #taken}.
     *
     * @return null if the request has been withdrawn
     */
    static PassiveEndpoint accept(
            CmEvent request, EndpointOptions options, Consumer<? super PassiveEndpoint> prepare) {
        CmId id = request.id();
        PassiveEndpoint endpoint = null;
        try {
            endpoint =
                    new PassiveEndpoint(RdmaCm.createEventChannel(id.verbs()), options.patience());
            endpoint.make(id, options);
            endpoint.peer(request.conn());
            prepare.accept(endpoint);
            return endpoint.agree(options) ? endpoint : null;
        } catch (RuntimeException | Error e) {
            Shortage.refuse(id, e);
            if (endpoint != null) {
                endpoint.close();
            }
            id.close();
            throw e;
        }
    }

    private boolean agree(EndpointOptions options) {
        try {
            id().accept(options.param());
            return true;
        } catch (VerbsException e) {
            id().migrate(events);
            if (events.pollCmEvent() == null) {
                throw e;
            }
            close(); // the peer has withdrawn its request, or the device is closed
            return false;
        }
    }

    /** The peer is ready: what happens from now on is told to the one who asks this endpoint. */
    PassiveEndpoint taken() {
        id().migrate(events);
        return this;
    }

    private void make(CmId id, EndpointOptions options) {
        completions = id.verbs().createCompChannel();
        waiting = new CompletionWait(completions, patience, () -> qp().state() == QpState.ERR);
        assemble(id, options, completions);
    }

    /**
     * Takes completions of sends, READs and WRITEs; never waits.
     *
     * @return how many
     */
    public int pollSend(WorkCompletion[] out) {
        checkOpen();
        return sends().poll(out);
    }

    /**
     * Takes completions of receives; never waits.
     *
     * @return how many
     */
    public int pollReceive(WorkCompletion[] out) {
        checkOpen();
        return receives().poll(out);
    }

    /**
     * Waits for the completion of a send, READ or WRITE: {@code rdma_get_send_comp}.
     *
     * @return a new object for each completion, which has succeeded; what fails is thrown, so who
     *     has to know which of several requests it was takes {@link #pollSend}
     * @throws VerbsException with EIO if it failed, ECONNRESET if it was flushed because the
     *     connection has ended, or has ended with nothing posted, ETIMEDOUT if nothing completes
     *     for {@link EndpointOptions#patience}
     * @throws IllegalStateException if the endpoint is closed, also while waiting
     */
    public WorkCompletion awaitSend() throws InterruptedException {
        checkOpen();
        return waiting.await(sends(), null);
    }

    /** Waits for the completion of a receive, as {@link #awaitSend}: {@code rdma_get_recv_comp}. */
    public WorkCompletion awaitReceive() throws InterruptedException {
        checkOpen();
        return waiting.await(receives(), null);
    }

    /**
     * Waits for the completion of anything that was posted, as {@link #awaitSend}. What it is, its
     * {@link WorkCompletion#opcode} tells. Sends and receives take turns where both have completed.
     */
    public WorkCompletion awaitAny() throws InterruptedException {
        checkOpen();
        boolean turn = sendsFirst;
        sendsFirst = !turn;
        return turn ? waiting.await(sends(), receives()) : waiting.await(receives(), sends());
    }

    /**
     * Waits until the connection has ended, whoever ends it, a request that failed among them. Once
     * it has ended it returns at once, and {@link #peerVanished} tells whether the peer has.
     *
     * @return false if that doesn't happen within {@code timeout}
     * @throws IllegalStateException if the endpoint is closed, also while waiting
     */
    public boolean awaitDisconnected(Duration timeout) throws InterruptedException {
        checkOpen();
        CmEvent event = disconnected ? null : events.getCmEvent(timeout);
        if (event != null) {
            ended(event);
            disconnected = true; // whatever follows the beginning
        }
        return disconnected;
    }

    @Override
    public void close() {
        super.close();
        events.close();
        if (completions != null) {
            completions.close();
        }
    }
}

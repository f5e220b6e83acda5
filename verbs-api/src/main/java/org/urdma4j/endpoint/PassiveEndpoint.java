package org.urdma4j.endpoint;

import org.urdma4j.verbs.CompletionChannel;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.Errno;
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
    private CompletionChannel sendEvents;
    private CompletionChannel receiveEvents;

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
     * @throws VerbsException with ECONNREFUSED if the peer refuses or nobody listens there,
     *     ETIMEDOUT if it doesn't answer, or as {@link CmId#resolveAddr} throws
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    public static PassiveEndpoint connect(
            Context context,
            InetSocketAddress peer,
            EndpointOptions options,
            Consumer<? super PassiveEndpoint> prepare)
            throws InterruptedException {
        CmEventChannel events = RdmaCm.createEventChannel(context);
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

    /** Accepts a request, and waits until the peer is ready. */
    static PassiveEndpoint accept(
            CmEvent request, EndpointOptions options, Consumer<? super PassiveEndpoint> prepare)
            throws InterruptedException {
        CmId id = request.id();
        CmEventChannel events = RdmaCm.createEventChannel(id.verbs());
        PassiveEndpoint endpoint = new PassiveEndpoint(events, options.patience());
        try {
            id.migrate(events);
            endpoint.make(id, options);
            endpoint.peer(request.conn());
            prepare.accept(endpoint);
            id.accept(options.param());
            Events.await(id, CmEventType.ESTABLISHED, options.patience());
            return endpoint;
        } catch (InterruptedException | RuntimeException e) {
            endpoint.close();
            id.close();
            throw e;
        }
    }

    private void make(CmId id, EndpointOptions options) {
        sendEvents = id.verbs().createCompChannel();
        receiveEvents = id.verbs().createCompChannel();
        assemble(id, options, sendEvents, receiveEvents);
    }

    /**
     * Takes completions of sends, READs and WRITEs; never waits.
     *
     * @return how many
     */
    public int pollSend(WorkCompletion[] out) {
        return sends().poll(out);
    }

    /**
     * Takes completions of receives; never waits.
     *
     * @return how many
     */
    public int pollReceive(WorkCompletion[] out) {
        return receives().poll(out);
    }

    /**
     * Waits for the completion of a send, READ or WRITE: {@code rdma_get_send_comp}.
     *
     * @throws VerbsException with EIO if it failed, ECONNRESET if it was flushed because the
     *     connection has ended, ETIMEDOUT if nothing completes for {@link EndpointOptions#patience}
     */
    public WorkCompletion awaitSend() throws InterruptedException {
        return await(sends(), sendEvents);
    }

    /** Waits for the completion of a receive, as {@link #awaitSend}: {@code rdma_get_recv_comp}. */
    public WorkCompletion awaitReceive() throws InterruptedException {
        return await(receives(), receiveEvents);
    }

    private WorkCompletion await(CompletionQueue queue, CompletionChannel channel)
            throws InterruptedException {
        WorkCompletion[] one = WorkCompletion.array(1);
        while (queue.poll(one) == 0) {
            queue.reqNotify(false);
            if (queue.poll(one) == 1) {
                break;
            }
            if (channel.getCqEvent(patience) == null) {
                throw new VerbsException(Errno.ETIMEDOUT, "nothing completed for " + patience);
            }
        }
        return succeeded(one[0]);
    }

    private static WorkCompletion succeeded(WorkCompletion completion) {
        return switch (completion.status()) {
            case SUCCESS -> completion;
            case WR_FLUSH_ERR ->
                    throw new VerbsException(Errno.ECONNRESET, "the connection has ended");
            default -> throw new VerbsException(Errno.EIO, "a request failed: " + completion);
        };
    }

    /**
     * Waits until the connection has ended, whoever ends it.
     *
     * @return false if that doesn't happen within {@code timeout}
     */
    public boolean awaitDisconnected(Duration timeout) throws InterruptedException {
        CmEvent event = events.getCmEvent(timeout);
        return event != null;
    }

    @Override
    public void close() {
        super.close();
        events.close();
        if (sendEvents != null) {
            sendEvents.close();
        }
        if (receiveEvents != null) {
            receiveEvents.close();
        }
    }
}

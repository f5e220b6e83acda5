package org.urdma4j.endpoint;

import org.urdma4j.verbs.CompletionChannel;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.Errno;
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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * An end of a connection that is asked: calls wait until something has happened, or poll. Sends and
 * receives complete apart from each other. Any thread may call.
 */
public final class PassiveEndpoint extends Endpoint {
    /** How often one who waits looks whether there is still something to wait for. */
    private static final Duration LOOK = Duration.ofMillis(100);

    private final CmEventChannel events;
    private final Duration patience;
    private CompletionChannel sendEvents;
    private CompletionChannel receiveEvents;

    /**
     * An event wakes one thread only, so that one at a time may wait for completions of a queue.
     */
    private final ReentrantLock sendWaiter = new ReentrantLock();

    private final ReentrantLock receiveWaiter = new ReentrantLock();

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
     *     host says that no such program runs; ETIMEDOUT if it doesn't answer; or as {@link
     *     CmId#resolveAddr} throws
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
     * @throws VerbsException with EIO if it failed, ECONNRESET if it was flushed because the
     *     connection has ended, or has ended with nothing posted, ETIMEDOUT if nothing completes
     *     for {@link EndpointOptions#patience}
     * @throws IllegalStateException if the endpoint is closed, also while waiting
     */
    public WorkCompletion awaitSend() throws InterruptedException {
        checkOpen();
        return await(sends(), sendEvents, sendWaiter);
    }

    /** Waits for the completion of a receive, as {@link #awaitSend}: {@code rdma_get_recv_comp}. */
    public WorkCompletion awaitReceive() throws InterruptedException {
        checkOpen();
        return await(receives(), receiveEvents, receiveWaiter);
    }

    private WorkCompletion await(
            CompletionQueue queue, CompletionChannel channel, ReentrantLock waiter)
            throws InterruptedException {
        WaitClock clock = new WaitClock(patience);
        if (!waiter.tryLock(clock.leftNs(), TimeUnit.NANOSECONDS)) {
            throw nothingCompleted();
        }
        try {
            return awaitAlone(queue, channel, clock);
        } finally {
            waiter.unlock();
        }
    }

    private WorkCompletion awaitAlone(
            CompletionQueue queue, CompletionChannel channel, WaitClock clock)
            throws InterruptedException {
        WorkCompletion[] one = WorkCompletion.array(1);
        boolean ended = false;
        while (queue.poll(one) == 0) {
            queue.reqNotify(false);
            if (queue.poll(one) == 1) {
                break;
            }
            if (ended) {
                throw ended(); // what was posted has been flushed before the last look
            } else if (clock.leftNs() <= 0) {
                throw nothingCompleted();
            }
            boolean failed = qp().state() == QpState.ERR;
            ended = channel.getCqEvent(clock.left(LOOK)) == null && failed;
        }
        return succeeded(one[0]);
    }

    private VerbsException nothingCompleted() {
        return new VerbsException(Errno.ETIMEDOUT, "nothing completed for " + patience);
    }

    private static VerbsException ended() {
        return new VerbsException(Errno.ECONNRESET, "the connection has ended");
    }

    private static WorkCompletion succeeded(WorkCompletion completion) {
        return switch (completion.status()) {
            case SUCCESS -> completion;
            case WR_FLUSH_ERR -> throw ended();
            default -> throw new VerbsException(Errno.EIO, "a request failed: " + completion);
        };
    }

    /**
     * Waits until the connection has ended, whoever ends it, a request that failed among them. Once
     * it has ended it returns at once.
     *
     * @return false if that doesn't happen within {@code timeout}
     * @throws IllegalStateException if the endpoint is closed, also while waiting
     */
    public boolean awaitDisconnected(Duration timeout) throws InterruptedException {
        checkOpen();
        if (!disconnected && events.getCmEvent(timeout) != null) {
            disconnected = true; // whatever follows the beginning
        }
        return disconnected;
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

package org.urdma4j.endpoint;

import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.CompletionChannel;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.ProtectionDomain;
import org.urdma4j.verbs.QpCap;
import org.urdma4j.verbs.QpInitAttr;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;
import org.urdma4j.verbs.cm.CmEvent;
import org.urdma4j.verbs.cm.CmId;
import org.urdma4j.verbs.cm.ConnParam;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One end of a connection: identifier, queue pair, completion queues and memory together. Any
 * thread may call.
 *
 * <p>The calls that post make a request object each time; who must not allocate posts to {@link
 * #qp}. All of them are signaled and complete. They throw a {@link VerbsException} with ENOMEM if
 * {@link EndpointOptions#depth} requests are posted already, those included whose completions
 * nobody has taken, and with EINVAL if the connection isn't in a state to take them, and an {@link
 * IllegalStateException} before the endpoint is open and after it was closed. What is posted when
 * the connection has ended is taken, and completes with {@link WcStatus#WR_FLUSH_ERR}.
 *
 * <p>Regions are those of this endpoint's {@link #allocate(long)} and {@link #pd}; with another one
 * the request completes with {@link WcStatus#LOC_PROT_ERR}, which ends the connection.
 */
public abstract sealed class Endpoint implements AutoCloseable
        permits ActiveEndpoint, PassiveEndpoint {
    private final AtomicBoolean claimed = new AtomicBoolean();

    /** Held while it is assembled or taken apart. */
    private final Object parts = new Object();

    private volatile CmId id;
    private volatile ProtectionDomain pd;
    private volatile CompletionQueue sends;
    private volatile CompletionQueue receives;
    private volatile ConnParam peer = ConnParam.EMPTY;
    private volatile boolean vanished;
    private volatile boolean leaving;
    private volatile boolean closed;

    Endpoint() {}

    /**
     * Somebody is to connect it, and nobody else may.
     *
     * @throws IllegalStateException if it was connected before, or closed
     */
    final void claim() {
        checkNotClosed();
        if (!claimed.compareAndSet(false, true)) {
            throw new IllegalStateException("an endpoint is connected once; make another");
        }
    }

    final void assemble(CmId own, EndpointOptions options, CompletionChannel channel) {
        synchronized (parts) {
            checkNotClosed();
            id = own;
            Context context = own.verbs();
            pd = context.allocPd();
            int depth = options.depth();
            sends = context.createCq(depth, this, channel);
            receives = context.createCq(depth, this, channel);
            own.createQp(
                    pd,
                    QpInitAttr.builder()
                            .sendCq(sends)
                            .recvCq(receives)
                            .cap(new QpCap(depth, depth, 1, 1, 0))
                            .build());
        }
    }

    private void checkNotClosed() {
        if (closed) {
            throw new IllegalStateException("the endpoint is closed");
        }
    }

    /** Throws unless it consists of something. */
    final void checkOpen() {
        checkNotClosed();
        if (receives == null) {
            throw new IllegalStateException("the endpoint isn't open yet; onOpen is called then");
        }
    }

    final void peer(ConnParam said) {
        peer = said;
    }

    /** Takes what has ended the connection. */
    final void ended(CmEvent event) {
        vanished = event.peerVanished();
    }

    final CompletionQueue sends() {
        return sends;
    }

    final CompletionQueue receives() {
        return receives;
    }

    final boolean closed() {
        return closed;
    }

    /** Whether its end was asked for. */
    final boolean leaving() {
        return leaving;
    }

    /** Returns its identifier, null before it is open. */
    public final CmId id() {
        return id;
    }

    /**
     * Returns its queue pair.
     *
     * @throws IllegalStateException if the endpoint isn't open, or its queue pair was destroyed
     */
    public final QueuePair qp() {
        checkOpen();
        QueuePair pair = id.qp();
        if (pair == null) {
            checkNotClosed();
            throw new IllegalStateException("the endpoint has no queue pair any more");
        }
        return pair;
    }

    /**
     * Returns its protection domain, in which memory of the program's own may be registered.
     *
     * @throws IllegalStateException if the endpoint isn't open
     */
    public final ProtectionDomain pd() {
        checkOpen();
        return pd;
    }

    /** Returns what the peer said when the connection was made, its private data among it. */
    public final ConnParam peer() {
        return peer;
    }

    /**
     * Returns whether the connection has ended because the peer didn't answer any more ({@link
     * CmEvent#peerVanished}); false before it has ended.
     */
    public final boolean peerVanished() {
        return vanished;
    }

    /**
     * Returns new memory for messages, which lives as long as the endpoint.
     *
     * @throws VerbsException with ENOMEM if there is no more
     */
    public final MemoryRegion allocate(long bytes) {
        return allocate(bytes, AccessFlags.LOCAL_WRITE);
    }

    /**
     * Returns new memory, which lives as long as the endpoint.
     *
     * @param accessFlags bits of {@link AccessFlags}, for what the peer may do
     * @throws VerbsException with ENOMEM if there is no more
     */
    public final MemoryRegion allocate(long bytes, int accessFlags) {
        return pd().regMr(id.verbs().allocate(bytes), accessFlags);
    }

    /** Posts a receive into the whole of {@code region}: for one message or one immediate. */
    public final void receive(MemoryRegion region, long wrId) {
        receive(region, 0, region.length(), wrId);
    }

    /**
     * Posts a receive into a part of {@code region}.
     *
     * @param length 0 or more; what {@link #writeWithImm} brings needs none, for its bytes go where
     *     the peer says
     */
    public final void receive(MemoryRegion region, long offset, long length, long wrId) {
        check(qp().postRecv(new RecvWr().wrId(wrId).addSge(region.sge(offset, length))));
    }

    /** Sends the first {@code length} bytes of {@code region}. */
    public final void send(MemoryRegion region, long length, long wrId) {
        send(region, 0, length, wrId);
    }

    /** Sends a part of {@code region}. */
    public final void send(MemoryRegion region, long offset, long length, long wrId) {
        post(request(WrOpcode.SEND, region, offset, length, wrId));
    }

    /** Writes a part of {@code region} to the peer's memory. */
    public final void write(
            MemoryRegion region, long offset, long length, long addr, int rkey, long wrId) {
        post(request(WrOpcode.RDMA_WRITE, region, offset, length, wrId).rdma(addr, rkey));
    }

    /**
     * Writes a part of {@code region} to the peer's memory, and completes a receive there, which
     * the peer must have posted. Until it has, this and what is posted after it waits: without
     * limit, unless the peer's {@link ConnParam#rnrRetryCount} is less than 7.
     *
     * @param immData what {@link WorkCompletion#immData} of that receive says
     */
    public final void writeWithImm(
            MemoryRegion region,
            long offset,
            long length,
            long addr,
            int rkey,
            int immData,
            long wrId) {
        post(
                request(WrOpcode.RDMA_WRITE_WITH_IMM, region, offset, length, wrId)
                        .rdma(addr, rkey)
                        .immData(immData));
    }

    /** Reads the peer's memory into a part of {@code region}. */
    public final void read(
            MemoryRegion region, long offset, long length, long addr, int rkey, long wrId) {
        post(request(WrOpcode.RDMA_READ, region, offset, length, wrId).rdma(addr, rkey));
    }

    /**
     * Replaces eight bytes of the peer's memory by {@code swap} if they equal {@code compare}, in
     * one step.
     *
     * @param region where the value that they had goes, in this machine's byte order
     * @param offset at which of its bytes
     * @param addr a multiple of 8, in memory with {@link AccessFlags#REMOTE_ATOMIC}
     */
    public final void atomicCmpSwp(
            MemoryRegion region,
            long offset,
            long addr,
            int rkey,
            long compare,
            long swap,
            long wrId) {
        post(
                request(WrOpcode.ATOMIC_CMP_AND_SWP, region, offset, Long.BYTES, wrId)
                        .atomic(addr, rkey, compare, swap));
    }

    /**
     * Adds to eight bytes of the peer's memory in one step.
     *
     * @param region where the value that they had goes, in this machine's byte order
     * @param offset at which of its bytes
     * @param addr a multiple of 8, in memory with {@link AccessFlags#REMOTE_ATOMIC}
     */
    public final void atomicFetchAdd(
            MemoryRegion region, long offset, long addr, int rkey, long add, long wrId) {
        post(
                request(WrOpcode.ATOMIC_FETCH_AND_ADD, region, offset, Long.BYTES, wrId)
                        .atomic(addr, rkey, add, 0));
    }

    private static SendWr request(
            WrOpcode opcode, MemoryRegion region, long offset, long length, long wrId) {
        return new SendWr()
                .wrId(wrId)
                .opcode(opcode)
                .sendFlags(SendFlags.SIGNALED)
                .addSge(region.sge(offset, length));
    }

    private void post(SendWr wr) {
        check(qp().postSend(wr));
    }

    private void check(PostStatus status) {
        if (status == PostStatus.QUEUE_FULL) {
            throw new VerbsException(
                    Errno.ENOMEM,
                    "all sends or receives of the depth are posted; take completions, or raise it");
        } else if (status != PostStatus.OK) {
            throw new VerbsException(
                    Errno.EINVAL, "%s: the queue pair is in %s".formatted(status, qp().state()));
        }
    }

    /**
     * Ends the connection; what is posted is flushed. One that isn't made yet won't be. Does
     * nothing if it has ended.
     */
    public final void disconnect() {
        leaving = true;
        CmId mine = id;
        if (mine == null || closed) {
            return;
        }
        try {
            mine.disconnect();
        } catch (VerbsException e) {
            if (e.errno() != Errno.EINVAL) {
                throw e;
            }
        } catch (IllegalStateException e) {
            if (!closed) {
                throw e;
            }
        }
    }

    /** Tells a peer that waits for an answer why it gets none, where memory is what lacks. */
    final void refuse(Throwable cause) {
        CmId mine = id;
        if (mine != null) {
            Shortage.refuse(mine, cause);
        }
    }

    /** Ends the connection and closes everything that belongs to it. Again it does nothing. */
    @Override
    public void close() {
        closed = true;
        synchronized (parts) {
            if (id != null) {
                id.close();
            }
            for (AutoCloseable each : new AutoCloseable[] {sends, receives, pd}) {
                closeIfThere(each);
            }
        }
    }

    private static void closeIfThere(AutoCloseable each) {
        switch (each) {
            case CompletionQueue queue -> queue.close();
            case ProtectionDomain domain -> domain.close();
            case null, default -> {
                // it was never made
            }
        }
    }
}

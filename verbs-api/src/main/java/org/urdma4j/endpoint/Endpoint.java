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
import org.urdma4j.verbs.WrOpcode;
import org.urdma4j.verbs.cm.CmId;
import org.urdma4j.verbs.cm.ConnParam;

import java.lang.foreign.Arena;

/**
 * One end of a connection: identifier, queue pair, completion queues and memory together. Any
 * thread may call.
 *
 * <p>The calls that post make a request object each time; who must not allocate posts to {@link
 * #qp}. All of them are signaled and complete. They throw a {@link VerbsException} with ENOMEM if
 * {@link EndpointOptions#depth} requests are posted already, and with EINVAL if the connection
 * isn't in a state to take them.
 */
public abstract sealed class Endpoint implements AutoCloseable
        permits ActiveEndpoint, PassiveEndpoint {
    private CmId id;
    private ProtectionDomain pd;
    private CompletionQueue sends;
    private CompletionQueue receives;
    private volatile ConnParam peer = ConnParam.EMPTY;
    private volatile boolean closed;

    Endpoint() {}

    /** Makes what it consists of. */
    final void assemble(
            CmId own,
            EndpointOptions options,
            CompletionChannel sendChannel,
            CompletionChannel receiveChannel) {
        id = own;
        Context context = own.verbs();
        pd = context.allocPd();
        int depth = options.depth();
        sends = context.createCq(depth, this, sendChannel);
        receives = context.createCq(depth, this, receiveChannel);
        own.createQp(
                pd,
                QpInitAttr.builder()
                        .sendCq(sends)
                        .recvCq(receives)
                        .cap(new QpCap(depth, depth, 1, 1, 0))
                        .build());
    }

    final void peer(ConnParam said) {
        peer = said;
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

    /** Returns its identifier. */
    public final CmId id() {
        return id;
    }

    /** Returns its queue pair. */
    public final QueuePair qp() {
        return id.qp();
    }

    /** Returns its protection domain, in which memory of the program's own may be registered. */
    public final ProtectionDomain pd() {
        return pd;
    }

    /** Returns what the peer said when the connection was made, its private data among it. */
    public final ConnParam peer() {
        return peer;
    }

    /** Returns new memory for messages, which lives as long as the endpoint. */
    public final MemoryRegion allocate(long bytes) {
        return allocate(bytes, AccessFlags.LOCAL_WRITE);
    }

    /**
     * Returns new memory, which lives as long as the endpoint.
     *
     * @param accessFlags bits of {@link AccessFlags}, for what the peer may do
     */
    public final MemoryRegion allocate(long bytes, int accessFlags) {
        return pd.regMr(Arena.ofAuto().allocate(bytes, Long.BYTES), accessFlags);
    }

    /** Posts a receive into the whole of {@code region}. */
    public final void receive(MemoryRegion region, long wrId) {
        receive(region, 0, region.length(), wrId);
    }

    /** Posts a receive into a part of {@code region}. */
    public final void receive(MemoryRegion region, long offset, long length, long wrId) {
        check(qp().postRecv(new RecvWr().wrId(wrId).addSge(region.sge(offset, length))));
    }

    /** Sends the first {@code length} bytes of {@code region}. */
    public final void send(MemoryRegion region, long length, long wrId) {
        post(WrOpcode.SEND, region, 0, length, 0, 0, wrId);
    }

    /** Writes a part of {@code region} to the peer's memory. */
    public final void write(
            MemoryRegion region, long offset, long length, long addr, int rkey, long wrId) {
        post(WrOpcode.RDMA_WRITE, region, offset, length, addr, rkey, wrId);
    }

    /** Reads the peer's memory into a part of {@code region}. */
    public final void read(
            MemoryRegion region, long offset, long length, long addr, int rkey, long wrId) {
        post(WrOpcode.RDMA_READ, region, offset, length, addr, rkey, wrId);
    }

    private void post(
            WrOpcode opcode,
            MemoryRegion region,
            long offset,
            long length,
            long addr,
            int rkey,
            long wrId) {
        SendWr wr =
                new SendWr()
                        .wrId(wrId)
                        .opcode(opcode)
                        .sendFlags(SendFlags.SIGNALED)
                        .addSge(region.sge(offset, length));
        check(qp().postSend(opcode == WrOpcode.SEND ? wr : wr.rdma(addr, rkey)));
    }

    private void check(PostStatus status) {
        if (status == PostStatus.QUEUE_FULL) {
            throw new VerbsException(
                    Errno.ENOMEM, "the queue is full; wait for completions, or raise the depth");
        } else if (status != PostStatus.OK) {
            throw new VerbsException(
                    Errno.EINVAL, "%s: the queue pair is in %s".formatted(status, qp().state()));
        }
    }

    /** Ends the connection; what is posted is flushed. Does nothing if it has ended. */
    public final void disconnect() {
        try {
            id.disconnect();
        } catch (VerbsException e) {
            if (e.errno() != Errno.EINVAL) {
                throw e;
            }
        }
    }

    /** Ends the connection and closes everything that belongs to it. Again it does nothing. */
    @Override
    public void close() {
        closed = true;
        if (id != null) {
            id.close();
        }
        for (AutoCloseable each : new AutoCloseable[] {sends, receives, pd}) {
            closeIfThere(each);
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

package org.urdma4j.verbs;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;

/**
 * An open device: {@code struct ibv_context}. Everything else is made from it. Safe for any thread.
 *
 * <p>After {@link #close()} every call but {@code close()} and {@link #device()} throws {@link
 * IllegalStateException}.
 */
public interface Context extends AutoCloseable {
    /** Returns the device that was opened. */
    Device device();

    /** Returns what the device can do: {@code ibv_query_device}. */
    DeviceAttr queryDevice();

    /**
     * Returns the state of a port: {@code ibv_query_port}.
     *
     * @param portNum from 1
     * @throws VerbsException with EINVAL if there is no such port
     */
    PortAttr queryPort(int portNum);

    /**
     * Returns a GID of a port: {@code ibv_query_gid}.
     *
     * @param portNum from 1
     * @param index from 0
     * @throws VerbsException with EINVAL if there is no such port or entry
     */
    Gid queryGid(int portNum, int index);

    /** Returns the filled entries of all ports' GID tables: {@code ibv_query_gid_table}. */
    List<GidEntry> queryGidTable();

    /**
     * Returns an entry of a port's GID table with its type: {@code ibv_query_gid_ex}.
     *
     * @throws VerbsException with EINVAL if there is no such port, or ENODATA's stand-in ENOENT if
     *     the entry is empty
     */
    default GidEntry queryGidEx(int portNum, int index) {
        queryPort(portNum);
        return queryGidTable().stream()
                .filter(entry -> entry.portNum() == portNum && entry.gidIndex() == index)
                .findFirst()
                .orElseThrow(() ->
                        new VerbsException(
                                Errno.ENOENT, "port %d has no GID %d".formatted(portNum, index)));
    }

    /**
     * Returns the entry of a port's GID table to start from when nothing else is asked for: the
     * first of a type, an address's before those that are link-local, which lead no further than
     * the link.
     *
     * @throws VerbsException with EINVAL if there is no such port, ENOENT if it has no entry of the
     *     type
     */
    default GidEntry findGid(int portNum, GidType type) {
        queryPort(portNum);
        return queryGidTable().stream()
                .filter(entry -> entry.portNum() == portNum && entry.gidType() == type)
                .min(Comparator.comparing(entry -> entry.gid().isLinkLocal()))
                .orElseThrow(() ->
                        new VerbsException(
                                Errno.ENOENT,
                                "port %d has no GID of type %s".formatted(portNum, type)));
    }

    /**
     * Returns where in a port's table a partition key is: {@code ibv_get_pkey_index}.
     *
     * @return the index, -1 if the port hasn't this key
     * @throws VerbsException with EINVAL if there is no such port
     */
    default int pkeyIndex(int portNum, int pkey) {
        int entries = queryPort(portNum).pkeyTblLen();
        for (int i = 0; i < entries; i++) {
            if (queryPkey(portNum, i) == pkey) {
                return i;
            }
        }
        return -1;
    }

    /**
     * Returns a partition key of a port as 16 bits: {@code ibv_query_pkey}. RoCE has the one full
     * member of the default partition, 0xffff, at index 0.
     *
     * @throws VerbsException with EINVAL if there is no such port or index
     */
    int queryPkey(int portNum, int index);

    /**
     * Returns the address vector that leads back to the sender of a datagram: {@code
     * ibv_init_ah_from_wc}. The hop limit is 255, the traffic class and the flow label are those of
     * the header.
     *
     * @param portNum the port that it came in by
     * @param wc the completion of its receive
     * @param grh the first 40 bytes of its receive
     * @throws VerbsException with EINVAL if the completion has no network header, or the header is
     *     neither of IPv4 nor of IPv6, or its destination isn't in the GID table of the port
     */
    default AhAttr initAhFromWc(int portNum, WorkCompletion wc, MemorySegment grh) {
        return ReplyAddress.of(queryGidTable(), portNum, wc, grh);
    }

    /**
     * Returns what the device has counted, and all its queue pairs, by one moment. Packets go on
     * meanwhile: the caller waits for the device's event loop, which copies some hundred bytes, and
     * about as many for each queue pair.
     *
     * @throws VerbsException with EOPNOTSUPP if the provider doesn't count
     */
    default DeviceStatistics statistics() {
        return statistics(Integer.MAX_VALUE);
    }

    /**
     * Returns the same with some of its queue pairs alone.
     *
     * @param mostQueuePairs how many to list at most, 0 or more; always the same ones, while none
     *     is created or closed
     * @throws VerbsException with EOPNOTSUPP if the provider doesn't count, EINVAL for a negative
     *     number
     */
    default DeviceStatistics statistics(int mostQueuePairs) {
        throw new VerbsException(Errno.EOPNOTSUPP, "%s doesn't count".formatted(device()));
    }

    /**
     * Creates a protection domain: {@code ibv_alloc_pd}.
     *
     * @throws VerbsException with ENOMEM if the device has no more
     */
    ProtectionDomain allocPd();

    /**
     * Returns memory for regions, zeros, which lives as long as it is reachable. Where the provider
     * can, a page of it costs nothing until it is touched.
     *
     * @param bytes 1 or more
     * @throws VerbsException with ENOMEM if there is no more
     */
    default MemorySegment allocate(long bytes) {
        try {
            return Arena.ofAuto().allocate(bytes, Long.BYTES);
        } catch (OutOfMemoryError e) {
            throw new VerbsException(
                    Errno.ENOMEM,
                    "there is no memory for %,d bytes outside of the heap".formatted(bytes),
                    e);
        }
    }

    /**
     * What is in memory of {@link #allocate} isn't needed any more: where the provider can, its
     * pages go back at once, and it reads as zeros from then on.
     *
     * @param memory what {@link #allocate} returned, with no open region in it
     */
    default void discard(MemorySegment memory) {
        // it goes when nobody can reach it
    }

    /** Creates a completion channel: {@code ibv_create_comp_channel}. */
    CompletionChannel createCompChannel();

    /** Creates a completion queue without a channel or context. */
    default CompletionQueue createCq(int cqe) {
        return createCq(cqe, null, null);
    }

    /**
     * Creates a completion queue: {@code ibv_create_cq}.
     *
     * @param cqe how many completions it holds at least; see {@link CompletionQueue#cqe()}
     * @param cqContext anything of the program's own, or null
     * @param channel where it announces completions, or null when it will only be polled
     * @throws VerbsException with EINVAL if {@code cqe} is not 1 to {@link DeviceAttr#maxCqe()} or
     *     the channel is of another context, ENOMEM if the device has no more
     */
    CompletionQueue createCq(int cqe, Object cqContext, CompletionChannel channel);

    /**
     * Waits for an asynchronous event: {@code ibv_get_async_event}. Each event is given out once.
     * One that happens again before it is given out waits once, and what is destroyed takes its
     * events along, so a program that never asks for them loses no memory by it.
     *
     * @param timeout how long to wait; zero or less does not wait
     * @return the event, or null when none came in time
     * @throws InterruptedException if the thread is interrupted while it waits
     * @throws IllegalStateException if the context is closed, also while waiting
     */
    AsyncEvent getAsyncEvent(Duration timeout) throws InterruptedException;

    /** Returns the next asynchronous event, or null when there is none; never waits. */
    AsyncEvent pollAsyncEvent();

    /**
     * Closes everything that was made from this context, nothing before what uses it: queue pairs
     * before completion queues and memory regions, those before channels and protection domains;
     * then the device: {@code ibv_close_device}. Again it does nothing.
     */
    @Override
    void close();
}

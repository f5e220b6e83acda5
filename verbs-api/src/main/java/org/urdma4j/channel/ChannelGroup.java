package org.urdma4j.channel;

import org.urdma4j.endpoint.ActiveGroup;
import org.urdma4j.endpoint.EndpointOptions;
import org.urdma4j.verbs.Context;

import java.util.concurrent.atomic.AtomicInteger;

/** The threads of some channels, which end with the last who uses them. */
final class ChannelGroup {
    private final ActiveGroup group;
    private final AtomicInteger users = new AtomicInteger(1);

    /** Those that call back, once they have: nothing else is done in them. */
    private volatile Thread connections;

    private volatile Thread completions;

    private final RingMemory memory;

    private ChannelGroup(ActiveGroup group, RingMemory memory) {
        this.group = group;
        this.memory = memory;
    }

    /** Opens one with one user. */
    static ChannelGroup open(Context context, ChannelOptions options) {
        return open(context, options, RingMemory.SHARED);
    }

    /** As {@link #open(Context, ChannelOptions)}, with memory of its own for the rings. */
    static ChannelGroup open(Context context, ChannelOptions options, RingMemory memory) {
        return new ChannelGroup(
                ActiveGroup.open(
                        context,
                        EndpointOptions.builder()
                                .depth(Outbound.REQUESTS + CreditSender.MOST)
                                .patience(options.patience())
                                .param(options.param())
                                .build()),
                memory);
    }

    ActiveGroup group() {
        return group;
    }

    RingMemory memory() {
        return memory;
    }

    /** This thread brings what happens to connections. */
    void inConnections() {
        connections = Thread.currentThread();
    }

    /** This thread brings what has completed. */
    void inCompletions() {
        Thread thread = Thread.currentThread();
        if (!thread.equals(completions)) {
            completions = thread;
        }
    }

    /** Whether this thread has to bring what others wait for, and so must not wait itself. */
    boolean inCallback() {
        Thread thread = Thread.currentThread();
        return thread.equals(connections) || thread.equals(completions);
    }

    /**
     * One more uses it.
     *
     * @throws IllegalStateException if the last user has left it
     */
    ChannelGroup use() {
        if (users.getAndUpdate(n -> n == 0 ? 0 : n + 1) == 0) {
            throw new IllegalStateException("the group is closed");
        }
        return this;
    }

    void release() {
        if (users.decrementAndGet() == 0) {
            group.close();
        }
    }
}

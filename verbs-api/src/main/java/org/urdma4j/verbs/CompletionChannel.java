package org.urdma4j.verbs;

import java.time.Duration;
import java.util.function.Predicate;

/**
 * Where completion queues announce that they have something: {@code struct ibv_comp_channel}
 * (ibv_get_cq_event(3)). Safe for any thread; each event wakes one of the waiting threads.
 */
public interface CompletionChannel extends AutoCloseable {
    /** Returns the context that it was made from. */
    Context context();

    /**
     * Waits for a queue that was armed by {@link CompletionQueue#reqNotify} and got a completion.
     * Events need no acknowledgement; {@code ibv_ack_cq_events} has no counterpart.
     *
     * @param timeout how long to wait; zero or less does not wait
     * @return the queue, or null when none fired in time
     * @throws InterruptedException if the thread is interrupted while it waits
     * @throws IllegalStateException if the channel is closed, also while waiting
     */
    CompletionQueue getCqEvent(Duration timeout) throws InterruptedException;

    /**
     * Sets what is called for each event before anybody gets it by {@link #getCqEvent}: for
     * programs with an event loop of their own, which wait on the channel's descriptor where
     * libibverbs has one. A thread of the device calls, so the program must do no more than wake
     * somebody up.
     *
     * <p>Unless a provider says otherwise nothing is called.
     *
     * @param program returns whether it sees to the queue; otherwise, or if it throws, the event
     *     waits for {@link #getCqEvent}
     */
    default void onCqEvent(Predicate<CompletionQueue> program) {
        // every event waits
    }

    /**
     * Closes the completion queues that use it, for which libibverbs would give EBUSY, then
     * destroys the channel: {@code ibv_destroy_comp_channel}. Again it does nothing.
     */
    @Override
    void close();
}

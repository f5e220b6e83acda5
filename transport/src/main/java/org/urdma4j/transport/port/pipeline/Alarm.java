package org.urdma4j.transport.port.pipeline;

import io.netty.channel.EventLoop;

/**
 * Wakes an event loop at one time. All but the constructor is confined to that loop; what is due
 * runs there, after the sockets have had their turn.
 */
public interface Alarm {
    /** Makes the alarm of a loop. */
    @FunctionalInterface
    interface Factory {
        /**
         * Makes an alarm that isn't set.
         *
         * @param task what is run each time it goes off
         */
        Alarm create(EventLoop loop, Runnable task);
    }

    /**
     * Sets it; a time that was set before counts no more.
     *
     * @param delayNs nanoseconds from now, more than 0
     */
    void set(long delayNs);

    /** Gives back what it holds: the loop has ended. Any thread; the first time counts. */
    default void ended() {}
}

package org.urdma4j.verbs.cm;

import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.VerbsException;

import java.time.Duration;

/**
 * Where identifiers tell what happens to them: {@code struct rdma_event_channel}
 * (rdma_create_event_channel(3)). Serves identifiers of any number of devices of one provider. Safe
 * for any thread; each event is given out once.
 */
public interface CmEventChannel extends AutoCloseable {
    /**
     * Creates an identifier: {@code rdma_create_id}. librdmacm finds the device when an address is
     * bound; here a device is an address, so it is named at once.
     *
     * @param context the device it uses
     * @throws VerbsException with EINVAL if the device is of another provider
     * @throws IllegalStateException if the channel or the device is closed
     */
    CmId createId(Context context, CmPortSpace portSpace);

    /**
     * Waits for an event: {@code rdma_get_cm_event}.
     *
     * @param timeout how long to wait; zero or less does not wait
     * @return the event, or null when none came in time
     * @throws InterruptedException if the thread is interrupted while it waits
     * @throws IllegalStateException if the channel is closed, also while waiting
     */
    CmEvent getCmEvent(Duration timeout) throws InterruptedException;

    /** Returns the next event, or null when there is none; never waits. */
    CmEvent pollCmEvent();

    /**
     * Closes its identifiers, then the channel: {@code rdma_destroy_event_channel}. Again it does
     * nothing.
     */
    @Override
    void close();
}

package org.urdma4j.simulation.queue;

/**
 * What waits before a transmitter, in which order it leaves, and what is dropped or marked of it.
 * Packets that are dropped go to whoever was named when the queue was made, during a call. Times
 * are nanoseconds of one clock and don't run backwards.
 */
public interface QueueDiscipline {
    /** Takes a packet, which may be dropped at once, or others for it; not if none waits. */
    void enqueue(QueuedPacket packet, long nowNs);

    /** Returns the packet that is sent next, null if none waits. */
    QueuedPacket dequeue(long nowNs);

    /** Returns the bytes that wait. */
    long bytes();
}

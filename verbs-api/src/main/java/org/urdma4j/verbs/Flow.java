package org.urdma4j.verbs;

/**
 * A steering rule in effect: {@code struct ibv_flow} (ibv_create_flow(3)). Made by {@link
 * QueuePair#createFlow}; any thread may call.
 */
public interface Flow extends AutoCloseable {
    /** Returns the queue pair that it steers frames to. */
    QueuePair qp();

    /** Returns what it was made with. */
    FlowAttr attr();

    /**
     * Ends it: {@code ibv_destroy_flow}. Frames that come from now on aren't steered by it; those
     * that came before may still complete. Again it does nothing; closing the queue pair does it,
     * too.
     */
    @Override
    void close();
}

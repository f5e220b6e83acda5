package org.urdma4j.gateway.flow;

/** What connections are told to: the flows of one direction. */
public interface ConnectedFlows {
    /**
     * A connection begins.
     *
     * @param key of the flow
     * @param sender queue pair that answers go to
     * @param psn first sequence number of the flow
     * @param mtu path MTU in bytes
     */
    void connect(FlowKey key, int sender, int psn, int mtu, long nowNs);

    /** A connection has ended; packets may still be under way. */
    void end(FlowKey key, long nowNs);

    /** Returns the queue pair that answers to a flow go to, or -1. */
    int senderOf(FlowKey key);
}

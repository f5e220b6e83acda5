package org.urdma4j.gateway.flow;

/**
 * What a gateway knows of one flow at one time.
 *
 * @param half which half of the gateway
 * @param key between whom it is, and the queue pair that its requests go to
 * @param senderQpn the queue pair that they come from, or {@link Flow#UNKNOWN}
 * @param poolBytes of its packets in the pools now
 * @param ended whether it is over
 */
public record FlowReport(
        Half half,
        FlowKey key,
        int senderQpn,
        long packets,
        long resent,
        long nacks,
        long filtered,
        long held,
        long recovered,
        long releasedAgain,
        long givenUp,
        long poolBytes,
        boolean ended) {
    /** The halves of a gateway. */
    public enum Half {
        /** For requests that go out over the long link. */
        SENTRY,
        /** For those that come from it. */
        DEPOT
    }

    static FlowReport of(Half half, Flow<?, ?> flow, long poolBytes, boolean ended) {
        FlowCounters counters = flow.counters;
        return new FlowReport(
                half,
                flow.key,
                flow.senderQpn(),
                counters.packets,
                counters.resent,
                counters.nacks,
                counters.filtered,
                counters.held,
                counters.recovered,
                counters.releasedAgain,
                counters.givenUp,
                poolBytes,
                ended);
    }
}

package org.urdma4j.simulation.congestion;

import org.urdma4j.simulation.link.LinkConfigBuilder;

/** What a bottleneck does with packets that wait. */
public enum QueueDiscipline {
    /** The first to come is the first to leave; who finds it full is dropped. */
    DROP_TAIL {
        @Override
        public LinkConfigBuilder on(LinkConfigBuilder link, long bytes) {
            return link.queue(bytes);
        }
    };

    /**
     * Gives a link such a queue.
     *
     * @param bytes what it holds at most, framing included
     */
    public abstract LinkConfigBuilder on(LinkConfigBuilder link, long bytes);
}

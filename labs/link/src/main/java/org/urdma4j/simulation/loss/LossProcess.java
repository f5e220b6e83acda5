package org.urdma4j.simulation.loss;

/** A running loss process. It holds state and belongs to one link, on that link's thread. */
@FunctionalInterface
public interface LossProcess {
    /**
     * Steps the process by one packet and returns whether this packet is lost.
     *
     * @param nowNs when its last bit leaves; never before that of the packet before
     */
    boolean losesNext(long nowNs);
}

package org.urdma4j.lab.compare;

import org.urdma4j.measure.sim.Impairments;
import org.urdma4j.measure.sim.SimOptions;
import org.urdma4j.measure.spec.Operation;
import org.urdma4j.simulation.loss.LossSpec;

/**
 * A path and what is sent over it.
 *
 * @param number from 1, its place among the paths of a seed
 * @param operation WRITE, SEND or READ; whichever it is, data goes the way of {@code loss}
 * @param rateBps of the bottleneck, framing included, bit/s
 * @param rttNs two-way propagation delay
 * @param queueBytes of the drop-tail queue, framing included
 * @param loss behind the bottleneck
 * @param impairments beside that
 * @param seed of the losses, in both runs
 */
public record ComparedPath(
        int number,
        Operation operation,
        long rateBps,
        long rttNs,
        long queueBytes,
        LossSpec loss,
        Impairments impairments,
        long seed) {
    private static final long SLOW = 500_000_000;

    /** Payload and IP MTU that real hosts carry at this rate on a machine with few cores. */
    private static final int PAYLOAD = 1024;

    private static final int MTU = 1500;
    private static final int LARGE_PAYLOAD = 4096;
    private static final int LARGE_MTU = 9000;

    /** Returns the payload of a full packet, bytes. */
    public int payload() {
        return rateBps <= SLOW ? PAYLOAD : LARGE_PAYLOAD;
    }

    /** Returns the MTU of the devices, bytes. */
    int mtu() {
        return rateBps <= SLOW ? MTU : LARGE_MTU;
    }

    /** Returns the queue as a share of the bandwidth-delay product. */
    public double queueBdp() {
        return (double) queueBytes / SimOptions.bdpBytes(rateBps, rttNs);
    }
}

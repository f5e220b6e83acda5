package org.urdma4j.measure.sim;

/**
 * What was measured of a flow, or of all together. Shares are 0 to 1; what could not be measured is
 * NaN.
 *
 * @param goodputWholeBps payload bits placed in the receiver's memory per second, from the first
 *     post to the end
 * @param goodputSteadyBps the same in the last half
 * @param boundBps {@link SimOptions#boundBps()}, of a flow its fair part
 * @param retransmittedShare of the packets sent, those sent again
 * @param spuriousShare of the packets sent, those sent again though the first had arrived
 * @param duplicateShare of the packets received, those received before
 * @param repairShare of the packets sent, those that carry repair data
 * @param queueDelayP50Ns wait in the bottleneck's queue that half of the packets don't exceed
 * @param queueDelayP95Ns the same of 95 % of the packets
 * @param startupNs from the first post until the delivery rate over one round trip first was 0.9 of
 *     the bound
 * @param messageP50Ns time of a message, from post to completion, that half don't exceed
 * @param messageP99Ns the same of 99 %
 * @param messages how many have completed
 * @param failure why the flow ended early, empty if it didn't
 */
public record Measures(
        double goodputWholeBps,
        double goodputSteadyBps,
        double boundBps,
        double retransmittedShare,
        double spuriousShare,
        double duplicateShare,
        double repairShare,
        double queueDelayP50Ns,
        double queueDelayP95Ns,
        double startupNs,
        double messageP50Ns,
        double messageP99Ns,
        long messages,
        String failure) {}

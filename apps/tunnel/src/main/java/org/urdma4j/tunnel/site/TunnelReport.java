package org.urdma4j.tunnel.site;

/**
 * What one end of a tunnel has done so far.
 *
 * @param connected whether there are keys
 * @param cellsSent with padding
 * @param cellsReceived genuine ones, with padding
 * @param paddingSent cells that held nothing
 * @param paddingReceived the same of those that came
 * @param framesIn that the device had for the tunnel
 * @param framesOut that came whole and were given to the device
 * @param bytesIn of frames that got into the tunnel, from destination address on
 * @param bytesOut of frames that came whole
 * @param framesDropped for which there was no room, or no other end
 * @param framesLost that came in part; of those of which nothing came nobody knows
 * @param framesRefused that the device didn't take
 * @param cellsLost that didn't come, or too late
 * @param cellsLate that came after they had been given up
 * @param cellsMissed that were due and not sent, because this machine was late
 * @param cellsUnsent that the network refused
 * @param malformed genuine cells, or parts of them, that make no sense
 * @param droppedAuth what isn't as the other end sealed it, or is no cell
 * @param droppedReplay what came before
 * @param droppedEpoch cells of keys that aren't known, not yet or no longer
 */
public record TunnelReport(
        boolean connected,
        long cellsSent,
        long cellsReceived,
        long paddingSent,
        long paddingReceived,
        long framesIn,
        long framesOut,
        long bytesIn,
        long bytesOut,
        long framesDropped,
        long framesLost,
        long framesRefused,
        long cellsLost,
        long cellsLate,
        long cellsMissed,
        long cellsUnsent,
        long malformed,
        long droppedAuth,
        long droppedReplay,
        long droppedEpoch) {}

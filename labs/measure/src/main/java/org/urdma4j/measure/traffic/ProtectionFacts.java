package org.urdma4j.measure.traffic;

/**
 * How the packets of an end were sealed.
 *
 * @param suite the authenticated encryption
 * @param implementation what computed it here, with its version
 * @param handshakeNs how long the first handshake took, with its connection
 * @param epochs keys that the queue pair with most of them has sealed by
 * @param generations handshakes whose keys were used
 * @param droppedAuth packets that weren't as the peer had sealed them
 * @param droppedReplay packets that had come before
 * @param droppedEpoch packets whose keys weren't known, no longer or not yet
 * @param droppedNotProtected packets in the clear
 * @param overheadBytes by which sealing has made the packets sent longer
 * @param chaffBytes of packets sent that held nothing
 */
public record ProtectionFacts(
        String suite,
        String implementation,
        long handshakeNs,
        long epochs,
        int generations,
        long droppedAuth,
        long droppedReplay,
        long droppedEpoch,
        long droppedNotProtected,
        long overheadBytes,
        long chaffBytes) {}

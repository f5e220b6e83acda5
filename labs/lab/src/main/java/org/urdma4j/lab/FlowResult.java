package org.urdma4j.lab;

/**
 * What one flow of a run gave. What a protocol doesn't tell is 0.
 *
 * @param goodputBps payload placed at the receiver, bit/s
 * @param retransmits packets sent again
 * @param rttMs round trip that the sender saw, ms
 * @param minRttMs the smallest one, ms
 * @param cpuSender CPU seconds for each GB (10^9 bytes) at the sender
 * @param cpuReceiver the same at the receiver
 * @param socketDrops packets that the receiver's socket dropped, no loss of the path
 */
public record FlowResult(
        FlowKind kind,
        double goodputBps,
        long retransmits,
        double rttMs,
        double minRttMs,
        double cpuSender,
        double cpuReceiver,
        long socketDrops) {}

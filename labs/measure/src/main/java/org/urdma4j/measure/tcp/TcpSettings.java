package org.urdma4j.measure.tcp;

import org.urdma4j.measure.spec.Load;
import org.urdma4j.measure.spec.RunSpec;
import org.urdma4j.measure.spec.Tuning;

/**
 * How the streams of one end are set.
 *
 * @param congestion name of the congestion control that the kernel is to use; empty for its own
 *     choice
 * @param writeBytes bytes of one write, 1 to 16 MiB
 * @param socketBufferBytes {@code SO_SNDBUF} and {@code SO_RCVBUF}; 0 leaves them to the kernel's
 *     tuning, which a size turns off
 * @param pacingBps most that a stream may send, bit/s; 0 for no limit
 * @param dscp differentiated services code point, 0 to 63
 * @param verify whether what arrives is compared with what must have been sent
 * @param seed of the content
 * @param bytes that each stream moves in all; {@link Long#MAX_VALUE} when the time decides
 */
record TcpSettings(
        String congestion,
        int writeBytes,
        int socketBufferBytes,
        long pacingBps,
        int dscp,
        boolean verify,
        long seed,
        long bytes) {
    private static final int MAX_WRITE_BYTES = 16 << 20;

    /** Returns what a run asks for; its rate is shared by the streams. */
    static TcpSettings of(RunSpec spec) {
        Tuning tuning = spec.tuning();
        Load load = spec.load();
        return new TcpSettings(
                tuning.tcpCc(),
                (int) Math.min(load.size(), MAX_WRITE_BYTES),
                tuning.socketBufferBytes(),
                tuning.rateBps() / load.streams(),
                tuning.dscp(),
                load.verify(),
                load.seed(),
                load.bytes() > 0 ? load.messagesPerStream() * load.size() : Long.MAX_VALUE);
    }
}

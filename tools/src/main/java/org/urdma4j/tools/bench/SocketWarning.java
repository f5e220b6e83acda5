package org.urdma4j.tools.bench;

import org.urdma4j.measure.run.RunRecord;

import java.util.Locale;

/** Says when the socket buffers are too small for the rate that was reached. */
final class SocketWarning {
    private static final double ENOUGH_SECONDS = 0.010;

    /** The kernel reckons with the memory that packets occupy, up to twice what they contain. */
    private static final double CHARGE = 2;

    private SocketWarning() {}

    /** Returns two lines of at most 100 characters, or null when they suffice or aren't known. */
    static String of(RunRecord record, double bitsPerSecond) {
        return of(
                Math.min(
                        record.head().own().socketBufferBytes(),
                        record.head().peer().socketBufferBytes()),
                bitsPerSecond);
    }

    static String of(long bytes, double bitsPerSecond) {
        double seconds = bytes * 8 / CHARGE / bitsPerSecond;
        if (bytes == 0 || bitsPerSecond <= 0 || seconds >= ENOUGH_SECONDS) {
            return null;
        }
        return String.format(
                Locale.ROOT,
                "warning: socket buffers hold %.1f ms at %s, 10 ms are advised:%n"
                        + "    sysctl -w net.core.rmem_max=67108864 net.core.wmem_max=67108864",
                seconds * 1e3,
                Quantities.rate(bitsPerSecond));
    }
}

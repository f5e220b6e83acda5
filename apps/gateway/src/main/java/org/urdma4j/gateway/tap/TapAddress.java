package org.urdma4j.gateway.tap;

import java.util.Locale;

/**
 * The addresses of one end.
 *
 * @param mac as {@code 02:77:00:00:00:01}
 * @param ipv4 without prefix length, which is 24
 * @param ipv6 without prefix length, which is 64
 */
public record TapAddress(String mac, String ipv4, String ipv6) {
    /**
     * Returns those of an end of a path: 10.77.r.e and, in hexadecimal digits, fd77:0:0:r::e.
     *
     * @param rail 0 to 255, tells the path from others between the same hosts
     * @param end 1 or 2
     */
    public static TapAddress of(int rail, int end) {
        return new TapAddress(
                String.format(Locale.ROOT, "02:77:00:00:%02x:%02x", rail, end),
                String.format(Locale.ROOT, "10.77.%d.%d", rail, end),
                rail == 0
                        ? "fd77::" + end
                        : String.format(Locale.ROOT, "fd77:0:0:%x::%d", rail, end));
    }
}

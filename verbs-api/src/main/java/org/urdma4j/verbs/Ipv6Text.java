package org.urdma4j.verbs;

/** Writes IPv6 addresses as RFC 5952 section 4 recommends. */
final class Ipv6Text {
    private static final int GROUPS = 8;

    private Ipv6Text() {}

    static String format(long high, long low) {
        int start = 0;
        int length = 1;
        for (int i = 0; i < GROUPS; i++) {
            int zeros = zerosFrom(high, low, i);
            if (zeros > length) {
                start = i;
                length = zeros;
            }
        }
        if (length == 1) {
            return groups(high, low, 0, GROUPS);
        }
        return groups(high, low, 0, start) + "::" + groups(high, low, start + length, GROUPS);
    }

    private static int zerosFrom(long high, long low, int from) {
        int to = from;
        while (to < GROUPS && group(high, low, to) == 0) {
            to++;
        }
        return to - from;
    }

    private static String groups(long high, long low, int from, int to) {
        StringBuilder text = new StringBuilder();
        for (int i = from; i < to; i++) {
            text.append(i == from ? "" : ":").append(Long.toHexString(group(high, low, i)));
        }
        return text.toString();
    }

    private static long group(long high, long low, int index) {
        return ((index < 4 ? high : low) >>> (48 - 16 * (index % 4))) & 0xffff;
    }
}

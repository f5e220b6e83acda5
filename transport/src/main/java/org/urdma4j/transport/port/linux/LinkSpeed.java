package org.urdma4j.transport.port.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/**
 * How fast an interface says that it is (ETHTOOL_GLINKSETTINGS, linux/ethtool.h). Asked through a
 * socket, since {@code /sys/class/net} may show another network namespace.
 */
public final class LinkSpeed {
    /** What is taken for the speed of an interface that tells none, in bits per second. */
    public static final long UNTOLD = 10_000_000_000L;

    private static final long SIOCETHTOOL = 0x8946;
    private static final int GET_LINK_SETTINGS = 0x4c;

    // struct ifreq
    private static final int REQUEST = 40;
    private static final int NAME = 16;

    // struct ethtool_link_settings, and three bit masks of so many words
    private static final int SETTINGS = 48;
    private static final int SPEED = 4;
    private static final int MASK_WORDS = 15;
    private static final int MASKS = 3 * Byte.MAX_VALUE * Integer.BYTES;

    private static final int UNKNOWN = -1;
    private static final long MEGABIT = 1_000_000;

    private LinkSpeed() {}

    /** Returns the speed in bits per second, {@link #UNTOLD} if the interface doesn't tell. */
    public static long of(String name) {
        try (Arena arena = Arena.ofConfined();
                NativeSocket socket =
                        new NativeSocket(NativeSocket.AF_INET, NativeSocket.SOCK_DGRAM, 0)) {
            MemorySegment settings = arena.allocate(SETTINGS + MASKS, Long.BYTES);
            MemorySegment request = arena.allocate(REQUEST, Long.BYTES);
            byte[] text = name.getBytes(StandardCharsets.US_ASCII);
            MemorySegment.copy(text, 0, request, JAVA_BYTE, 0, Math.min(text.length, NAME - 1));
            request.set(ADDRESS, NAME, settings);
            settings.set(JAVA_INT, 0, GET_LINK_SETTINGS);
            if (socket.libc.ioctl(socket.fd(), SIOCETHTOOL, request) < 0) {
                return UNTOLD;
            }
            // the first answer is how long the masks are, negated
            settings.set(JAVA_BYTE, MASK_WORDS, (byte) -settings.get(JAVA_BYTE, MASK_WORDS));
            settings.set(JAVA_INT, 0, GET_LINK_SETTINGS);
            int result = socket.libc.ioctl(socket.fd(), SIOCETHTOOL, request);
            int megabits = settings.get(JAVA_INT, SPEED);
            return result < 0 || megabits == UNKNOWN || megabits == 0
                    ? UNTOLD
                    : Integer.toUnsignedLong(megabits) * MEGABIT;
        }
    }
}

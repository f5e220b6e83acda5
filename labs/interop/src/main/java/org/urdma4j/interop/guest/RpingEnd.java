package org.urdma4j.interop.guest;

import java.util.List;

/**
 * How librdmacm's rping ends now and then, whichever end it is: it closes its event channel while a
 * thread of its own may still wait there, and that thread then ends the program with status 255,
 * when all pings are done.
 */
final class RpingEnd {
    private static final String CLOSED = "rdma_get_cm_event: Bad file descriptor";
    private static final String DISCONNECTED = "DISCONNECT EVENT...";

    /** What a server says whose client has gone: 10 is its word for disconnected. */
    private static final String NO_NEXT_PING = "wait for RDMA_READ_ADV state 10";

    private RpingEnd() {}

    /** Returns whether a program ended so, and said nothing of a failure before. */
    static boolean isIn(List<String> said) {
        return said.contains(CLOSED) && said.stream().allMatch(RpingEnd::isOfTheEnd);
    }

    private static boolean isOfTheEnd(String line) {
        return line.equals(CLOSED) || line.endsWith(DISCONNECTED) || line.equals(NO_NEXT_PING);
    }
}

package org.urdma4j.transport.port.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * The time of day as the kernel stamps datagrams with it (CLOCK_REALTIME, clock_gettime(2)), which
 * may be set forward and back. The JDK has it to the nanosecond as an object alone. Not
 * thread-safe.
 */
public final class RealtimeClock extends SystemCalls {
    private static final MethodHandle CLOCK_GETTIME =
            functionWithoutErrno("clock_gettime", JAVA_INT, JAVA_INT, ADDRESS);

    private static final int CLOCK_REALTIME = 0;
    private static final long NS_PER_S = 1_000_000_000L;

    private final MemorySegment time = Arena.ofAuto().allocate(2 * Long.BYTES, Long.BYTES);

    /** Returns nanoseconds since 1970. */
    public long nowNs() {
        try {
            int _ = (int) CLOCK_GETTIME.invokeExact(CLOCK_REALTIME, time); // has no reason to fail
        } catch (Throwable e) {
            throw impossible(e);
        }
        return time.get(JAVA_LONG, 0) * NS_PER_S + time.get(JAVA_LONG, Long.BYTES);
    }
}

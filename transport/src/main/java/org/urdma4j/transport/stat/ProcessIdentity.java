package org.urdma4j.transport.stat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/**
 * A process among all that were and will be.
 *
 * @param pid as it sees itself
 * @param startMs when it began, milliseconds since 1970; 0 if the system doesn't tell
 * @param namespace of the numbers of processes, 0 where there is but one
 */
public record ProcessIdentity(long pid, long startMs, long namespace) {
    /** The system's time of start follows its clock, which may be set. */
    private static final long TOLERANCE_MS = 10_000;

    private static final ProcessIdentity CURRENT = of(ProcessHandle.current());

    public static ProcessIdentity current() {
        return CURRENT;
    }

    private static ProcessIdentity of(ProcessHandle handle) {
        return new ProcessIdentity(handle.pid(), start(handle), ownNamespace());
    }

    private static long start(ProcessHandle handle) {
        return handle.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }

    /** Linux calls it {@code pid:[4026531836]}. */
    private static long ownNamespace() {
        try {
            String link = Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
            return Long.parseLong(link.replaceAll("\\D", ""));
        } catch (IOException | NumberFormatException | UnsupportedOperationException _) {
            return 0;
        }
    }

    /** Tells whether its number means the same to us: it is in no container, or in ours. */
    public boolean isComparable() {
        return namespace == CURRENT.namespace;
    }

    /** Tells whether it is known to have ended; what can't be seen from here is not. */
    public boolean isDead() {
        return isComparable()
                && ProcessHandle.of(pid)
                        .map(handle -> handle.isAlive() && isSameStart(start(handle)))
                        .map(alive -> !alive)
                        .orElse(true);
    }

    private boolean isSameStart(long otherMs) {
        return otherMs == 0 || startMs == 0 || Math.abs(otherMs - startMs) < TOLERANCE_MS;
    }
}

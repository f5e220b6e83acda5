package org.urdma4j.measure.traffic;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/** Tells whether two processes read the same clock, wherever they run. */
final class MachineClock {
    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
    private static final Path NAMESPACE = Path.of("/proc/self/ns/time");

    private MachineClock() {}

    /**
     * Returns a name of the clock by which this process dates what it sends: of the machine since
     * it was booted, and of the namespace that shifts it. It says nothing else of the machine.
     * Empty where there is no telling.
     */
    static String name() {
        try {
            String clock = Files.readString(BOOT).strip() + Files.readSymbolicLink(NAMESPACE);
            return UUID.nameUUIDFromBytes(clock.getBytes(StandardCharsets.US_ASCII)).toString();
        } catch (IOException | UnsupportedOperationException _) {
            return "";
        }
    }
}

package org.urdma4j.measure.traffic;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads how much processor time this process has used. */
public final class ProcessCpu {
    private static final Path STAT = Path.of("/proc/self/stat");

    /** Linux counts in hundredths of a second here, whatever the kernel's own tick. */
    private static final long TICK_NS = 10_000_000;

    /** Fields after the command's closing parenthesis: state is the first, utime the twelfth. */
    private static final int UTIME = 11;

    private ProcessCpu() {}

    /** Returns the time used so far; user and system time are known on Linux alone. */
    public static CpuTime now() {
        long total =
                ManagementFactory.getOperatingSystemMXBean()
                                instanceof com.sun.management.OperatingSystemMXBean system
                        ? Math.max(0, system.getProcessCpuTime())
                        : 0;
        try {
            String stat = Files.readString(STAT);
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            long user = Long.parseLong(fields[UTIME]) * TICK_NS;
            long kernel = Long.parseLong(fields[UTIME + 1]) * TICK_NS;
            return new CpuTime(total, user, kernel);
        } catch (IOException | RuntimeException _) {
            return new CpuTime(total, total, 0);
        }
    }
}

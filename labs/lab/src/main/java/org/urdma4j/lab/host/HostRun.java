package org.urdma4j.lab.host;

import org.urdma4j.lab.PathResult;
import org.urdma4j.lab.cpu.CpuTrace;

import java.util.List;

/**
 * What the processes of a run said.
 *
 * @param clients what each client printed, in the order of the flows
 * @param path how the path did
 * @param cpu how busy the machine was, less the emulator; empty if nobody looked
 */
public record HostRun(List<String> clients, PathResult path, CpuTrace cpu) {
    /** In the last second clients have done, and their JVMs end. */
    private static final double LAST_S = 1;

    /**
     * Returns how many processors were busy on average while it was measured; NaN if nobody looked.
     *
     * @param timeS how long that was, seconds
     */
    double processors(int timeS) {
        return cpu.processors(timeS, LAST_S);
    }
}

package org.urdma4j.lab.host;

import org.urdma4j.gateway.process.Subprocess;
import org.urdma4j.lab.PathJson;
import org.urdma4j.lab.PathResult;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** {@code urdma wan}, a process for each run. */
final class EmulatedPath implements LabPath {
    private static final long READY_TIMEOUT_S = 30;
    private static final long STOP_TIMEOUT_S = 10;

    private final Host host;
    private final List<String> command;
    private volatile Subprocess wan;

    EmulatedPath(Host host, List<String> command) {
        this.host = host;
        this.command = command;
    }

    @Override
    public void open() throws IOException, InterruptedException {
        wan = host.start("wan", command);
        wan.awaitLine(line -> line.contains("ready"), READY_TIMEOUT_S);
    }

    @Override
    public long cpuNs() {
        Subprocess process = wan;
        return process == null ? 0 : cpuNs(process);
    }

    /** Returns the processor time of a process, 0 if it has ended. */
    static long cpuNs(Subprocess process) {
        return ProcessHandle.of(process.pid())
                .flatMap(handle -> handle.info().totalCpuDuration())
                .map(Duration::toNanos)
                .orElse(0L);
    }

    @Override
    public PathResult close() throws IOException, InterruptedException {
        if (wan == null) {
            return PathResult.UNKNOWN;
        }
        try {
            return PathJson.parse(wan.stop(STOP_TIMEOUT_S));
        } finally {
            host.release(wan);
            wan = null;
        }
    }
}

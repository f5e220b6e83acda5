package org.urdma4j.bench.lab.host;

import org.urdma4j.bench.lab.PathResult;
import org.urdma4j.bench.lab.WanJson;

import java.io.IOException;
import java.util.List;

/** {@code urdma wan}, a process for each run. */
final class WanPath implements Path {
    private static final long READY_TIMEOUT_S = 30;
    private static final long STOP_TIMEOUT_S = 10;

    private final Host host;
    private final List<String> command;
    private Child wan;

    WanPath(Host host, List<String> command) {
        this.host = host;
        this.command = command;
    }

    @Override
    public void open() throws IOException, InterruptedException {
        wan = host.start("wan", command);
        wan.awaitLine(line -> line.contains("ready"), READY_TIMEOUT_S);
    }

    @Override
    public PathResult close() throws IOException, InterruptedException {
        if (wan == null) {
            return PathResult.UNKNOWN;
        }
        try {
            return WanJson.parse(wan.stop(STOP_TIMEOUT_S));
        } finally {
            host.release(wan);
            wan = null;
        }
    }
}

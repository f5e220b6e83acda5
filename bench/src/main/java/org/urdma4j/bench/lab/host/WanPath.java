package org.urdma4j.bench.lab.host;

import org.urdma4j.bench.lab.LabCell;
import org.urdma4j.bench.lab.PathResult;
import org.urdma4j.bench.lab.WanJson;

import java.io.IOException;

/** {@code urdma wan}, a process for each run. */
final class WanPath implements Path {
    private static final long READY_TIMEOUT_S = 30;
    private static final long STOP_TIMEOUT_S = 10;

    private final Host host;
    private final Commands commands;
    private final Namespaces namespaces;
    private Child wan;

    WanPath(Host host, Commands commands, Namespaces namespaces) {
        this.host = host;
        this.commands = commands;
        this.namespaces = namespaces;
    }

    @Override
    public void open(LabCell cell, long seed) throws IOException, InterruptedException {
        wan =
                host.start(
                        "wan",
                        commands.wan(cell, namespaces.sender(), namespaces.receiver(), seed));
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

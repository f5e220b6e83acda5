package org.urdma4j.measure.sim;

import org.urdma4j.simulation.host.SimulatedHost;
import org.urdma4j.transport.device.SoftContext;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Hosts whose devices are open, each for as many flows as there are. */
final class OpenHosts {
    private record Open(SoftContext context, List<Runnable> programs) {}

    private final Map<SimulatedHost, Open> hosts = new HashMap<>();

    SoftContext open(SimulatedHost host) {
        return hosts.computeIfAbsent(host, OpenHosts::opened).context;
    }

    /** Runs a program, too, after each turn of the device of a host. */
    void application(SimulatedHost host, Runnable program) {
        hosts.get(host).programs.add(program);
    }

    private static Open opened(SimulatedHost host) {
        List<Runnable> programs = new ArrayList<>();
        host.application(() -> {
            for (int i = 0; i < programs.size(); i++) {
                programs.get(i).run();
            }
        });
        return new Open(host.open(), programs);
    }
}

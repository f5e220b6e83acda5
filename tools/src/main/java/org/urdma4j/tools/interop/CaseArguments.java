package org.urdma4j.tools.interop;

import org.urdma4j.interop.play.Backend;

import picocli.CommandLine.Option;

import java.util.List;
import java.util.Map;

/** Which cases to run, and where the guest is: for the commands that run in its network. */
public final class CaseArguments {
    @Option(
            names = "--net",
            required = true,
            split = ",",
            paramLabel = "KEY=VALUE",
            description = "What rxe-guest status says.")
    private Map<String, String> net;

    @Option(names = "--case", required = true, split = ",", description = "Which, by name.")
    private List<String> names;

    @Option(names = "--backend", description = "What carries our packets.")
    private Backend backend = Backend.UDP;

    public Backend backend() {
        return backend;
    }

    /** Returns what rxe-guest says of the network. */
    public Map<String, String> net() {
        return net;
    }

    public boolean wants(String name) {
        return names.contains(name);
    }
}

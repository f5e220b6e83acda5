package org.urdma4j.tools.interop.guest;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A guest that is up, and how its network is entered. */
public final class Guest {
    private static final String MAIN = "org.urdma4j.tools.Urdma";

    private final GuestScript script;
    private final Map<String, String> status;

    private Guest(GuestScript script, Map<String, String> status) {
        this.script = script;
        this.status = status;
    }

    static Guest of(GuestScript script, List<String> status) {
        return new Guest(
                script,
                status.stream()
                        .map(line -> line.split("=", 2))
                        .filter(pair -> pair.length == 2)
                        .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1])));
    }

    /** Returns what {@code rxe-guest status} says of a key; throws if nothing. */
    public String of(String key) {
        String value = status.get(key);
        if (value == null) {
            throw new IllegalStateException("rxe-guest status doesn't say " + key);
        }
        return value;
    }

    /** Returns the urdma command in the guest's network. */
    public ChildProcess urdma(String... arguments) {
        return new ChildProcess(
                Stream.of(script.command("run"), urdma(), List.of(arguments))
                        .flatMap(List::stream)
                        .toList());
    }

    /** Returns the same, with a capture of the RoCE packets meanwhile. */
    public ChildProcess recorded(Path capture, String... arguments) {
        return new ChildProcess(
                Stream.of(
                                script.command("run", "--capture", capture.toString()),
                                urdma(),
                                List.of(arguments))
                        .flatMap(List::stream)
                        .toList());
    }

    /** Returns the same behind the router. */
    public ChildProcess far(String... arguments) {
        return new ChildProcess(
                Stream.of(script.command("far"), urdma(), List.of(arguments))
                        .flatMap(List::stream)
                        .toList());
    }

    /** Returns the checker of ICRCs in Python, which shares nothing with ours. */
    public ChildProcess icrcCheck(Path capture) {
        return new ChildProcess(List.of(script.sibling("icrc-check.py"), capture.toString()));
    }

    /** How the urdma command is started again as this JVM was. */
    private static List<String> urdma() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> !flag.startsWith("-agentlib") && !flag.startsWith("-javaagent"))
                .forEach(command::add);
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(MAIN);
        return command;
    }
}

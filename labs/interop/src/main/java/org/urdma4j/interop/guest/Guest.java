package org.urdma4j.interop.guest;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A guest that is up, and how its network is entered. */
public final class Guest {
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

    /** Returns the same, but for what is said anew. */
    public Guest with(Map<String, String> other) {
        Map<String, String> all = new HashMap<>(status);
        all.putAll(other);
        return new Guest(script, all);
    }

    /** Returns all of it, as {@code key=value,…}. */
    public String net() {
        return status.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining(","));
    }

    /**
     * Returns the urdma command in the guest's network.
     *
     * @param urdma what starts it, without arguments
     * @param capture the file for the guest's RoCE packets meanwhile, or null
     */
    public GuestProcess near(List<String> urdma, Path capture, List<String> arguments) {
        return urdma(capture, urdma, arguments);
    }

    public GuestProcess far(List<String> urdma, Path capture, List<String> arguments) {
        List<String> inside = List.of("ip", "netns", "exec", of("far_namespace"));
        return urdma(capture, Stream.concat(inside.stream(), urdma.stream()).toList(), arguments);
    }

    private GuestProcess urdma(Path capture, List<String> command, List<String> arguments) {
        List<String> run =
                capture == null
                        ? script.command("run")
                        : script.command("run", "--capture", capture.toString());
        return new GuestProcess(Stream.of(run, command, arguments).flatMap(List::stream).toList());
    }

    /** Returns the checker of ICRCs in Python, which shares nothing with ours. */
    public GuestProcess icrcCheck(Path capture) {
        return new GuestProcess(List.of(script.sibling("icrc-check.py"), capture.toString()));
    }
}

package org.urdma4j.tools.interop;

import org.urdma4j.tools.interop.guest.ChildProcess;
import org.urdma4j.tools.interop.guest.Guest;
import org.urdma4j.tools.interop.guest.GuestScript;
import org.urdma4j.tools.interop.play.Cases;
import org.urdma4j.tools.interop.play.Outcome;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Plays cases with a guest that is up. */
final class InteropRun {
    private static final String ICRCS = "icrcs";

    /** Too much for a capture. */
    private static final Set<String> LONG = Set.of("write-1g", "connects");

    private final GuestScript script;
    private final Path captures;
    private final Consumer<Outcome> outcomes;

    /**
     * Prepares a run.
     *
     * @param captures the folder for captures
     * @param outcomes is given each outcome, at once
     */
    InteropRun(GuestScript script, Path captures, Consumer<Outcome> outcomes) {
        this.script = script;
        this.captures = captures;
        this.outcomes = outcomes;
    }

    /** Returns whether a case takes less than some seconds. */
    static boolean isQuick(String name) {
        return name.indexOf('/') < 0 && !LONG.contains(name);
    }

    /** Returns what each case is about, by its name. */
    static Map<String, String> descriptions() {
        Map<String, String> all = new LinkedHashMap<>(Cases.descriptions());
        all.put(ICRCS, "every ICRC in a capture of the cases above, computed twice");
        return all;
    }

    /** Plays the cases whose names are wanted. */
    void play(Predicate<String> wanted) throws IOException, InterruptedException {
        Guest guest = script.guest();
        List<String> recorded = names(wanted.and(InteropRun::isRecorded));
        if (!recorded.isEmpty() && wanted.test(ICRCS)) {
            Path capture = captures.resolve("interop.pcap");
            play(guest.recorded(capture, arguments(guest, recorded)));
            outcomes.accept(Icrcs.check(ICRCS, guest, capture));
        } else if (!recorded.isEmpty()) {
            play(guest.urdma(arguments(guest, recorded)));
        }
        List<String> unrecorded = names(wanted.and(LONG::contains));
        if (!unrecorded.isEmpty()) {
            play(guest.urdma(arguments(guest, unrecorded)));
        }
        List<String> routed = names(wanted.and(Cases::needsRouter));
        if (!routed.isEmpty()) {
            Guest both = script.router();
            List<String> arguments = arguments(both, routed);
            arguments.add("--far");
            play(both.far(arguments));
        }
    }

    private static boolean isRecorded(String name) {
        return !LONG.contains(name) && !Cases.needsRouter(name);
    }

    private static List<String> names(Predicate<String> wanted) {
        return Cases.descriptions().keySet().stream().filter(wanted).toList();
    }

    private static List<String> arguments(Guest guest, List<String> names) {
        return new ArrayList<>(
                List.of(
                        "interop",
                        "play",
                        "--net",
                        guest.net(),
                        "--case",
                        String.join(",", names)));
    }

    private void play(ChildProcess process) throws IOException, InterruptedException {
        process.run(line -> outcomes.accept(Outcome.parse(line)));
    }
}

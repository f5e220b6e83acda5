package org.urdma4j.tools.interop;

import org.urdma4j.tools.interop.guest.ChildProcess;
import org.urdma4j.tools.interop.guest.Guest;
import org.urdma4j.tools.interop.play.Cases;
import org.urdma4j.tools.interop.play.Outcome;

import java.io.IOException;
import java.nio.file.Path;
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

    private final Guest guest;
    private final Path captures;
    private final Consumer<Outcome> outcomes;

    /**
     * Prepares a run.
     *
     * @param captures the folder for captures
     * @param outcomes is given each outcome, at once
     */
    InteropRun(Guest guest, Path captures, Consumer<Outcome> outcomes) {
        this.guest = guest;
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
        List<String> names = Cases.descriptions().keySet().stream().filter(wanted).toList();
        List<String> recorded = names.stream().filter(name -> !LONG.contains(name)).toList();
        List<String> unrecorded = names.stream().filter(LONG::contains).toList();
        if (!recorded.isEmpty() && wanted.test(ICRCS)) {
            Path capture = captures.resolve("interop.pcap");
            play(guest.recorded(capture, arguments(recorded)));
            outcomes.accept(Icrcs.check(ICRCS, guest, capture));
        } else if (!recorded.isEmpty()) {
            play(guest.urdma(arguments(recorded)));
        }
        if (!unrecorded.isEmpty()) {
            play(guest.urdma(arguments(unrecorded)));
        }
    }

    private String[] arguments(List<String> names) {
        return new String[] {
            "interop", "play",
            "--address", guest.of("address"),
            "--address6", guest.of("address6"),
            "--guest", guest.of("guest"),
            "--port", guest.of("port"),
            "--case", String.join(",", names)
        };
    }

    private void play(ChildProcess process) throws IOException, InterruptedException {
        process.run(line -> outcomes.accept(Outcome.parse(line)));
    }
}

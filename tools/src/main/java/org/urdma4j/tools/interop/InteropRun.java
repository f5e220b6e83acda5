package org.urdma4j.tools.interop;

import org.urdma4j.tools.interop.guest.ChildProcess;
import org.urdma4j.tools.interop.guest.Guest;
import org.urdma4j.tools.interop.guest.GuestScript;
import org.urdma4j.tools.interop.play.Cases;
import org.urdma4j.tools.interop.play.Outcome;
import org.urdma4j.tools.interop.programs.Programs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Plays cases with a guest that is up. */
final class InteropRun {
    private static final String ICRCS = "icrcs";

    private final GuestScript script;
    private final Path captures;
    private final long seed;
    private final Consumer<Outcome> outcomes;

    /**
     * Prepares a run.
     *
     * @param captures the folder for captures
     * @param seed of what befalls packets
     * @param outcomes is given each outcome, at once
     */
    InteropRun(GuestScript script, Path captures, long seed, Consumer<Outcome> outcomes) {
        this.script = script;
        this.captures = captures;
        this.seed = seed;
        this.outcomes = outcomes;
    }

    /** Returns whether a case is played without the router, and takes less than some seconds. */
    static boolean isQuick(String name) {
        return name.indexOf('/') < 0
                && !Part.LONG.contains(name)
                && !Programs.descriptions().containsKey(name);
    }

    /** Returns what each case is about, by its name. */
    static Map<String, String> descriptions() {
        Map<String, String> all = new LinkedHashMap<>(Cases.descriptions());
        all.putAll(Programs.descriptions());
        all.put(ICRCS, "every ICRC in captures of the other cases but the long ones, twice");
        return all;
    }

    /**
     * Plays the cases whose names are wanted.
     *
     * @param over whether no more shall be begun
     */
    void play(Predicate<String> wanted, BooleanSupplier over)
            throws IOException, InterruptedException {
        boolean record = wanted.test(ICRCS);
        for (Part part : Part.of(wanted)) {
            if (over.getAsBoolean()) {
                return;
            }
            Guest guest = part.router() ? script.router() : script.guest();
            Path capture =
                    record && part.recorded() ? captures.resolve(part.name() + ".pcap") : null;
            List<String> arguments = part.arguments(guest.net(), seed);
            ChildProcess process =
                    part.far() ? guest.far(capture, arguments) : guest.near(capture, arguments);
            process.run(line -> outcomes.accept(Outcome.parse(line)));
            if (capture != null) {
                outcomes.accept(Icrcs.check(ICRCS + " " + part.name(), guest, capture));
            }
        }
    }
}

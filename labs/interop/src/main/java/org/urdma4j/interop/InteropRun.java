package org.urdma4j.interop;

import org.urdma4j.interop.guest.Guest;
import org.urdma4j.interop.guest.GuestProcess;
import org.urdma4j.interop.guest.GuestScript;
import org.urdma4j.interop.play.Backend;
import org.urdma4j.interop.play.Cases;
import org.urdma4j.interop.play.Outcome;
import org.urdma4j.interop.programs.Programs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Plays cases with a guest that is up. */
public final class InteropRun {
    private static final String ICRCS = "icrcs";

    private final GuestScript script;
    private final List<String> urdma;
    private final Path captures;
    private final long seed;
    private final Backend backend;
    private final Consumer<Outcome> outcomes;

    /**
     * Prepares a run.
     *
     * @param urdma what starts the urdma command, without arguments
     * @param captures the folder for captures
     * @param seed of what befalls packets
     * @param backend what carries our packets
     * @param outcomes is given each outcome, at once
     */
    public InteropRun(
            GuestScript script,
            List<String> urdma,
            Path captures,
            long seed,
            Backend backend,
            Consumer<Outcome> outcomes) {
        this.script = script;
        this.urdma = List.copyOf(urdma);
        this.captures = captures;
        this.seed = seed;
        this.backend = backend;
        this.outcomes = outcomes;
    }

    /** Returns whether a case is played without the router, and takes less than some seconds. */
    public static boolean isQuick(String name) {
        return name.indexOf('/') < 0
                && !Part.LONG.contains(name)
                && !Programs.descriptions().containsKey(name);
    }

    /** Returns what each case is about, by its name. */
    public static Map<String, String> descriptions() {
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
    public void play(Predicate<String> wanted, BooleanSupplier over)
            throws IOException, InterruptedException {
        boolean record = wanted.test(ICRCS);
        for (Part part : Part.of(wanted)) {
            if (over.getAsBoolean()) {
                return;
            }
            play(part, record);
        }
    }

    private void play(Part part, boolean record) throws IOException, InterruptedException {
        Guest up = part.way().up(script);
        try (Between between = part.way().open(up, urdma, captures)) {
            Guest guest = between.guest();
            Path capture =
                    record && part.recorded() ? captures.resolve(part.name() + ".pcap") : null;
            List<String> arguments = part.arguments(backend, guest.net(), seed);
            GuestProcess process =
                    part.way().isFar()
                            ? guest.far(urdma, capture, arguments)
                            : guest.near(urdma, capture, arguments);
            process.run(line -> outcomes.accept(Outcome.parse(line)));
            between.check().ifPresent(outcomes);
            if (capture != null) {
                outcomes.accept(Icrcs.check(ICRCS + " " + part.name(), guest, capture));
            }
        }
    }
}

package org.urdma4j.interop;

import org.urdma4j.interop.play.Backend;
import org.urdma4j.interop.play.Cases;
import org.urdma4j.interop.programs.Programs;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Cases that run in one process.
 *
 * @param command the hidden subcommand that knows them
 * @param router whether the router must be up
 * @param far whether the process is behind it
 * @param link the long link with gateways that the process is behind, or null
 * @param tunnel whether a second guest is up, behind a tunnel
 * @param recorded whether what they put on the guest's link is captured
 */
record Part(
        String name,
        String command,
        boolean router,
        boolean far,
        LongLink.Kind link,
        boolean tunnel,
        boolean recorded,
        List<String> cases) {
    /** Too much for a capture. */
    static final Set<String> LONG = Set.of("write-1g", "connects");

    private static final String PLAY = "play";
    private static final String PROGRAMS = "programs";

    /** Returns the parts that have a wanted case, in the order of running. */
    static List<Part> of(Predicate<String> wanted) {
        Predicate<String> routed = name -> name.startsWith("netem-");
        Predicate<String> two = name -> name.startsWith("lr2-two/");
        Predicate<String> behind = name -> name.startsWith("lr2") && !two.test(name);
        Predicate<String> tunnel = name -> name.startsWith("tunnel-");
        Predicate<String> near = wanted.and(routed.or(behind).or(two).or(tunnel).negate());
        Predicate<String> quick = near.and(name -> !LONG.contains(name));
        Map<String, String> played = Cases.descriptions();
        Map<String, String> programs = Programs.descriptions();
        return Stream.of(
                        new Part(
                                "direct", PLAY, false, false, null, false, true, in(played, quick)),
                        new Part(
                                PROGRAMS,
                                PROGRAMS,
                                false,
                                false,
                                null,
                                false,
                                true,
                                in(programs, near)),
                        new Part(
                                "long",
                                PLAY,
                                false,
                                false,
                                null,
                                false,
                                false,
                                in(played, near.and(LONG::contains))),
                        new Part(
                                "netem",
                                PLAY,
                                true,
                                true,
                                null,
                                false,
                                true,
                                in(played, wanted.and(routed))),
                        new Part(
                                "netem-programs",
                                PROGRAMS,
                                true,
                                false,
                                null,
                                false,
                                false,
                                in(programs, wanted.and(routed))),
                        behind("lr2", PLAY, LongLink.Kind.ONE, in(played, wanted.and(behind))),
                        behind(
                                "lr2-programs",
                                PROGRAMS,
                                LongLink.Kind.ONE,
                                in(programs, wanted.and(behind))),
                        behind("lr2-two", PLAY, LongLink.Kind.TWO, in(played, wanted.and(two))),
                        new Part(
                                "tunnel",
                                PROGRAMS,
                                false,
                                false,
                                null,
                                true,
                                true,
                                in(programs, wanted.and(tunnel))))
                .filter(part -> !part.cases().isEmpty())
                .toList();
    }

    private static Part behind(
            String name, String command, LongLink.Kind link, List<String> cases) {
        return new Part(name, command, false, false, link, false, true, cases);
    }

    private static List<String> in(Map<String, String> known, Predicate<String> wanted) {
        return known.keySet().stream().filter(wanted).toList();
    }

    /**
     * Returns the arguments of the urdma command.
     *
     * @param backend what carries our packets
     * @param seed of what befalls packets
     */
    List<String> arguments(Backend backend, String net, long seed) {
        List<String> arguments = new ArrayList<>(List.of("interop", command, "--net", net));
        arguments.addAll(List.of("--case", String.join(",", cases)));
        arguments.addAll(List.of("--backend", backend.toString()));
        if (command.equals(PLAY)) {
            arguments.addAll(List.of("--seed", Long.toString(seed)));
        }
        if (far) {
            arguments.add("--far");
        }
        return arguments;
    }
}

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
 * @param way between the process and the guests
 * @param recorded whether what they put on the guest's link is captured
 */
record Part(String name, String command, Topology way, boolean recorded, List<String> cases) {
    /** Too much for a capture. */
    static final Set<String> LONG = Set.of("write-1g", "connects");

    private static final String PLAY = "play";
    private static final String PROGRAMS = "programs";
    private static final List<String> APART = List.of("netem-", "lr2", "tunnel-");

    /** Returns the parts that have a wanted case, in the order of running. */
    static List<Part> of(Predicate<String> wanted) {
        Predicate<String> near = wanted.and(name -> APART.stream().noneMatch(name::startsWith));
        Predicate<String> routed = wanted.and(name -> name.startsWith("netem-"));
        Predicate<String> two = wanted.and(name -> name.startsWith("lr2-two/"));
        Predicate<String> guests = wanted.and(name -> name.startsWith("lr2-guests-"));
        Predicate<String> tunnel = wanted.and(name -> name.startsWith("tunnel-"));
        Predicate<String> one =
                wanted.and(name -> name.startsWith("lr2")).and(two.or(guests).negate());
        Predicate<String> isLong = LONG::contains;
        return Stream.of(
                        played("direct", Topology.DIRECT, true, near.and(isLong.negate())),
                        programs(PROGRAMS, Topology.DIRECT, true, near),
                        played("long", Topology.DIRECT, false, near.and(isLong)),
                        played("netem", Topology.BEHIND_THE_ROUTER, true, routed),
                        programs("netem-programs", Topology.BESIDE_THE_ROUTER, false, routed),
                        played("lr2", Topology.GATEWAYS, true, one),
                        programs("lr2-programs", Topology.GATEWAYS, true, one),
                        played("lr2-two", Topology.TWO_GATEWAYS, true, two),
                        programs("tunnel", Topology.TUNNEL_OF_GUESTS, true, tunnel),
                        programs("lr2-guests", Topology.GATEWAYS_OF_GUESTS, true, guests))
                .filter(part -> !part.cases().isEmpty())
                .toList();
    }

    private static Part played(
            String name, Topology way, boolean recorded, Predicate<String> wanted) {
        return new Part(name, PLAY, way, recorded, in(Cases.descriptions(), wanted));
    }

    private static Part programs(
            String name, Topology way, boolean recorded, Predicate<String> wanted) {
        return new Part(name, PROGRAMS, way, recorded, in(Programs.descriptions(), wanted));
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
        if (way == Topology.BEHIND_THE_ROUTER) {
            arguments.add("--far");
        }
        return arguments;
    }
}

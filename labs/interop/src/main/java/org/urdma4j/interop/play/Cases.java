package org.urdma4j.interop.play;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** All cases that are played between our device and the guest's. */
public final class Cases {
    private static final boolean[] BOTH = {true, false};

    private Cases() {}

    /** Returns what each case is about, by its name, in the order of playing. */
    public static Map<String, String> descriptions() {
        Map<String, String> descriptions = new LinkedHashMap<>();
        all().forEach(one -> descriptions.put(one.name(), one.played().about()));
        return descriptions;
    }

    /** Returns how many outcomes the cases have whose names {@code wanted} accepts. */
    public static int count(Predicate<String> wanted) {
        return variants(wanted).size();
    }

    /**
     * Plays those that are wanted, each in all its variants, with a guest that can be reached.
     *
     * @param backend what carries our packets
     * @param status what {@code rxe-guest status} says
     * @param far whether this is the network behind the router
     * @param seed of what befalls packets
     * @param outcomes is given each outcome, at once
     */
    public static void play(
            Backend backend,
            Map<String, String> status,
            boolean far,
            long seed,
            Predicate<String> wanted,
            Consumer<Outcome> outcomes)
            throws IOException {
        PlayNet net = PlayNet.of(status, far);
        try (Player player = new Player(backend, net, new SplittableRandom(seed), outcomes)) {
            player.play(variants(wanted));
        }
    }

    /** Those of one path and IP version stand together, since one device serves them. */
    private static List<Variant> variants(Predicate<String> wanted) {
        List<Variant> variants = new ArrayList<>();
        for (PlayPath path : PlayPath.values()) {
            for (IpVersion ip : IpVersion.values()) {
                for (PathCase one : all()) {
                    if (one.path() == path && wanted.test(one.name())) {
                        addVariants(variants, one, ip);
                    }
                }
            }
        }
        return variants;
    }

    private static void addVariants(List<Variant> variants, PathCase one, IpVersion ip) {
        for (Scope.Place place : one.scope().places()) {
            for (boolean weAsk : BOTH) {
                if (place.ip() == ip && one.concerns(weAsk)) {
                    variants.add(new Variant(one, weAsk, ip, place.mtu()));
                }
            }
        }
    }

    private static List<PathCase> all() {
        List<PathCase> all = new ArrayList<>();
        Stream.of(
                        MessageCases.rc(),
                        ReadCases.all(),
                        AtomicCases.all(),
                        InvalidateCases.all(),
                        TroubleCases.all(),
                        RefusalCases.all(),
                        MessageCases.uc(),
                        DatagramCases.all(),
                        StreamCases.clean(),
                        ConnectCases.all())
                .flatMap(List::stream)
                .forEach(one -> all.add(new PathCase(PlayPath.CLEAN, one)));
        for (PlayPath path : PlayPath.values()) {
            if (path == PlayPath.LR2) {
                Stream.of(MessageCases.rc(), ReadCases.all(), AtomicCases.all())
                        .flatMap(List::stream)
                        .forEach(one -> all.add(new PathCase(path, one)));
            }
            if (path.hasGateways()) {
                StreamCases.lossy().forEach(one -> all.add(new PathCase(path, one)));
            } else if (path != PlayPath.CLEAN) {
                StreamCases.lossy().forEach(one -> all.add(new PathCase(path, one)));
                UcLossCases.all().forEach(one -> all.add(new PathCase(path, one)));
            }
        }
        return all;
    }
}

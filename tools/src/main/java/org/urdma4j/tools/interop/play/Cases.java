package org.urdma4j.tools.interop.play;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** All cases that are played between our device and the guest's. */
public final class Cases {
    private static final int[] MTUS = {1024, 4096};

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

    static List<Variant> variants(Predicate<String> wanted) {
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
        for (int mtu : MTUS) {
            variants.add(new Variant(one, true, ip, mtu));
            variants.add(new Variant(one, false, ip, mtu));
        }
    }

    private static List<PathCase> all() {
        List<PathCase> all = new ArrayList<>();
        Stream.of(
                        MessageCases.all(),
                        ReadCases.all(),
                        AtomicCases.all(),
                        TroubleCases.all(),
                        StreamCases.clean())
                .flatMap(List::stream)
                .forEach(one -> all.add(new PathCase(PlayPath.CLEAN, one)));
        for (PlayPath path : PlayPath.values()) {
            if (path != PlayPath.CLEAN) {
                StreamCases.lossy().forEach(one -> all.add(new PathCase(path, one)));
            }
        }
        return all;
    }
}

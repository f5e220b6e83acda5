package org.urdma4j.verbs;

import java.util.List;
import java.util.Objects;

/**
 * How a queue pair spreads what it sends over several paths. A rail is a pair of addresses, a path
 * a rail and a source port; the rail of the address vector is always the first. It takes {@link
 * UrdmaOffer#FEATURE_PATHS} on both ends; otherwise there is one path.
 *
 * @param enabled whether there may be more than one path
 * @param rails what to use besides the address vector; empty for every address of both ends, the
 *     n-th of a family here with the n-th there
 * @param entropies source ports of each rail, 1 to 64, so that routers spread what goes over it
 * @param containerBytes what goes over one path before the next is chosen, up to 1 MiB; at least a
 *     packet
 * @param policy which path is chosen
 * @param coupled whether all rails together take one flow's share where they meet others
 */
public record UrdmaPaths(
        boolean enabled,
        List<UrdmaRail> rails,
        int entropies,
        int containerBytes,
        PathPolicy policy,
        boolean coupled) {
    /** Most bytes of a container. */
    public static final int MOST_CONTAINER_BYTES = 1 << 20;

    /** Most rails of a queue pair. */
    public static final int MOST_RAILS = 16;

    private static final int CONTAINER_BYTES = 64 << 10;
    private static final int LEAST_CONTAINER_BYTES = 256;
    private static final int MOST_ENTROPIES = 64;

    /** One path, that of the address vector. */
    public static final UrdmaPaths OFF =
            new UrdmaPaths(false, List.of(), 1, CONTAINER_BYTES, PathPolicy.EARLIEST, false);

    /** Every address of both ends, containers of 64 KiB, each where it arrives first. */
    public static final UrdmaPaths AUTO =
            new UrdmaPaths(true, List.of(), 1, CONTAINER_BYTES, PathPolicy.EARLIEST, false);

    /** Checks the ranges. */
    public UrdmaPaths {
        rails = List.copyOf(rails);
        Objects.requireNonNull(policy, "policy");
        Checks.range("entropies", entropies, 1, MOST_ENTROPIES);
        Checks.range("containerBytes", containerBytes, LEAST_CONTAINER_BYTES, MOST_CONTAINER_BYTES);
        Checks.range("rails", rails.size(), 0, MOST_RAILS);
        if (rails.stream().distinct().count() != rails.size()) {
            throw new IllegalArgumentException("the same path is there twice: " + rails);
        }
    }

    /** Returns the same with these rails. */
    public UrdmaPaths withRails(List<UrdmaRail> pairs) {
        return new UrdmaPaths(true, pairs, entropies, containerBytes, policy, coupled);
    }

    /** Returns the same with so many source ports of each rail. */
    public UrdmaPaths withEntropies(int ports) {
        return new UrdmaPaths(enabled, rails, ports, containerBytes, policy, coupled);
    }

    /** Returns the same with containers of so many bytes. */
    public UrdmaPaths withContainerBytes(int bytes) {
        return new UrdmaPaths(enabled, rails, entropies, bytes, policy, coupled);
    }

    /** Returns the same with another choice of paths. */
    public UrdmaPaths withPolicy(PathPolicy choice) {
        return new UrdmaPaths(enabled, rails, entropies, containerBytes, choice, coupled);
    }

    /** Returns the same with rails that take one flow's share together where they meet, or not. */
    public UrdmaPaths withCoupled(boolean together) {
        return new UrdmaPaths(enabled, rails, entropies, containerBytes, policy, together);
    }
}

package org.urdma4j.measure.spec;

import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.PathPolicy;
import org.urdma4j.verbs.UrdmaPaths;
import org.urdma4j.verbs.UrdmaRail;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Over which paths queue pairs send, as the client says it for both ends.
 *
 * @param wanted whether there may be more than one
 * @param pairs of addresses; the first takes the place of those of the control connection. None for
 *     every address of both ends
 * @param entropies UDP source ports of each address, 1 to 64
 * @param containerBytes what goes over one path before the next is chosen, 256 to 1 MiB
 * @param policy {@code earliest}, {@code rr} or {@code weighted}
 * @param coupled whether all paths together take one flow's share where they meet others
 */
public record Spread(
        boolean wanted,
        List<Pair> pairs,
        int entropies,
        int containerBytes,
        String policy,
        boolean coupled) {
    private static final Map<String, PathPolicy> POLICIES =
            Map.of(
                    "earliest", PathPolicy.EARLIEST,
                    "rr", PathPolicy.ROUND_ROBIN,
                    "weighted", PathPolicy.WEIGHTED);

    /** Most source ports of each address. */
    public static final int MOST_ENTROPIES = 64;

    /** The payload of the smallest full packet. */
    public static final int LEAST_CONTAINER = 256;

    /** One path, that of the control connection. */
    public static final Spread NONE =
            new Spread(false, List.of(), 1, UrdmaPaths.AUTO.containerBytes(), "earliest", false);

    /**
     * A path.
     *
     * @param client literal address of the client
     * @param server literal address of the server, of the same family
     */
    public record Pair(String client, String server) {
        public Pair {
            InetAddress one = literal(client);
            InetAddress other = literal(server);
            Range.require(
                    one.getClass() == other.getClass(),
                    "path %s-%s is between IPv4 and IPv6; both ends need addresses of one family"
                            .formatted(client, server));
        }

        private static InetAddress literal(String text) {
            Objects.requireNonNull(text, "address");
            try {
                return InetAddress.ofLiteral(text);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        "\"%s\" is no IP address; paths are like 10.0.1.1-10.0.1.2".formatted(text),
                        e);
            }
        }

        /** Returns the same with both addresses written in one way. */
        public Pair canonical() {
            return new Pair(of(Side.CLIENT).getHostAddress(), of(Side.SERVER).getHostAddress());
        }

        public InetAddress of(Side side) {
            return InetAddress.ofLiteral(side == Side.CLIENT ? client : server);
        }
    }

    public Spread {
        pairs = List.copyOf(pairs);
        Objects.requireNonNull(policy, "policy");
        Range.check("--entropies", entropies, 1, MOST_ENTROPIES);
        Range.require(
                containerBytes <= UrdmaPaths.MOST_CONTAINER_BYTES,
                "--container is %d bytes, 1 MiB at most".formatted(containerBytes));
        Range.require(
                containerBytes >= LEAST_CONTAINER,
                "--container is %d bytes, less than a packet".formatted(containerBytes));
        Range.check("number of --paths", pairs.size(), 0, UrdmaPaths.MOST_RAILS);
        var _ = policy(policy);
        List<List<InetAddress>> seen = new ArrayList<>();
        for (Pair pair : pairs) {
            List<InetAddress> ends = List.of(pair.of(Side.CLIENT), pair.of(Side.SERVER));
            Range.require(
                    !seen.contains(ends),
                    "path %s-%s is there twice".formatted(pair.client, pair.server));
            seen.add(ends);
        }
    }

    /**
     * Returns the policy of a name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static PathPolicy policy(String name) {
        Range.require(
                POLICIES.containsKey(name),
                "--path-policy is earliest, rr or weighted, not \"%s\"".formatted(name));
        return POLICIES.get(name);
    }

    /** Returns the addresses that a side needs for its paths, each once; none if all are to be. */
    public List<InetAddress> addresses(Side side) {
        Set<InetAddress> addresses = new LinkedHashSet<>();
        pairs.forEach(pair -> addresses.add(pair.of(side)));
        return List.copyOf(addresses);
    }

    public Spread between(List<Pair> others) {
        return new Spread(wanted, others, entropies, containerBytes, policy, coupled);
    }

    /** Returns how queue pairs of a side send. */
    public UrdmaPaths paths(Side side) {
        if (!wanted) {
            return UrdmaPaths.OFF;
        }
        Side other = side.other();
        return UrdmaPaths.AUTO
                .withRails(
                        pairs.stream()
                                .map(pair ->
                                        new UrdmaRail(
                                                Gid.of(pair.of(side)), Gid.of(pair.of(other))))
                                .toList())
                .withEntropies(entropies)
                .withContainerBytes(containerBytes)
                .withPolicy(policy(policy))
                .withCoupled(coupled);
    }
}

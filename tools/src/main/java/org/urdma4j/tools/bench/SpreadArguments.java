package org.urdma4j.tools.bench;

import org.urdma4j.measure.spec.Spread;
import org.urdma4j.simulation.units.Units;
import org.urdma4j.verbs.UrdmaPaths;

import picocli.CommandLine.Option;

/** How a queue pair spreads what it sends, as it is written on the command line. */
class SpreadArguments {
    @Option(
            names = "--entropies",
            paramLabel = "N",
            description = "UDP source ports of each path, 1 to 64; default 1.")
    private Integer entropies;

    @Option(
            names = "--container",
            paramLabel = "SIZE",
            description = "What goes over one path before the next is chosen, to 1M; default 64K.")
    private String container;

    @Option(
            names = "--path-policy",
            paramLabel = "POLICY",
            description = {
                "earliest: the path it arrives by first (default); rr: each in turn; weighted:",
                "by what they deliver."
            })
    private String policy;

    @Option(
            names = "--couple",
            description = "All paths take one flow's share where they meet others.")
    private boolean couple;

    /** Returns an option that was given, null if none was. */
    String given() {
        if (entropies != null) {
            return "--entropies";
        }
        if (container != null) {
            return "--container";
        }
        if (policy != null) {
            return "--path-policy";
        }
        return couple ? "--couple" : null;
    }

    /**
     * Returns how, over all addresses of both ends.
     *
     * @throws IllegalArgumentException if something can't be read, or is out of range
     */
    UrdmaPaths paths() {
        UrdmaPaths paths =
                UrdmaPaths.AUTO.withPolicy(Spread.policy(policyName())).withCoupled(couple);
        if (entropies != null) {
            if (entropies < 1 || entropies > Spread.MOST_ENTROPIES) {
                throw new IllegalArgumentException("--entropies must be 1 to 64");
            }
            paths = paths.withEntropies(entropies);
        }
        return container == null ? paths : paths.withContainerBytes(containerBytes());
    }

    /**
     * Takes the number of source ports that stands behind addresses.
     *
     * @throws IllegalArgumentException if it is none, or was given already
     */
    void takePorts(String text) {
        if (entropies != null) {
            throw new IllegalArgumentException(
                    "give the source ports behind the paths or as --entropies, not both");
        }
        try {
            entropies = Integer.valueOf(text.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "\"%s\" behind the paths is no number of source ports".formatted(text), e);
        }
    }

    private int containerBytes() {
        long bytes = Units.bytes(container);
        if (bytes > UrdmaPaths.MOST_CONTAINER_BYTES) {
            throw new IllegalArgumentException(
                    "--container %s: a container has 1 MiB at most".formatted(container));
        }
        if (bytes < Spread.LEAST_CONTAINER) {
            throw new IllegalArgumentException(
                    "--container %s: a container has a packet at least".formatted(container));
        }
        return (int) bytes;
    }

    /**
     * Checks that a container holds a packet.
     *
     * @throws IllegalArgumentException if not
     */
    static void requirePacket(UrdmaPaths paths, int payloadBytes) {
        if (paths.containerBytes() < payloadBytes) {
            throw new IllegalArgumentException(
                    "--container is %d bytes, less than a packet's payload of %d"
                            .formatted(paths.containerBytes(), payloadBytes));
        }
    }

    /** Returns the policy as it is called on the command line. */
    String policyName() {
        return policy == null ? "earliest" : policy;
    }
}

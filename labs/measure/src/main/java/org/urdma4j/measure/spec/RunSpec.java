package org.urdma4j.measure.spec;

import org.urdma4j.verbs.CongestionControlType;

import java.net.InetAddress;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;

/**
 * One run: what is moved, by what, which way, and how. The client makes it; the server does what it
 * says.
 *
 * @param multicast the group that datagrams go to, a literal address; empty for none
 */
public record RunSpec(
        Protocol protocol,
        Service qp,
        Operation operation,
        Direction direction,
        Load load,
        Tuning tuning,
        String multicast) {
    private static final int ATOMIC_SIZE = 8;

    /** What a datagram to a group begins with: its number and when it was sent, 8 bytes each. */
    public static final int GROUP_HEADER = 16;

    /** The most payload of any packet. */
    private static final int MOST_OF_A_PACKET = 4096;

    /** What has no window, so that others are not held back for it. */
    private static final Set<CongestionControlType> UNWEIGHED =
            EnumSet.of(CongestionControlType.FIXED, CongestionControlType.GRANTS);

    /** A run over reliable connections. */
    public RunSpec(
            Protocol protocol, Operation operation, Direction direction, Load load, Tuning tuning) {
        this(protocol, Service.RC, operation, direction, load, tuning);
    }

    /** A run to no group. */
    public RunSpec(
            Protocol protocol,
            Service qp,
            Operation operation,
            Direction direction,
            Load load,
            Tuning tuning) {
        this(protocol, qp, operation, direction, load, tuning, "");
    }

    /** Checks what has to fit together. */
    public RunSpec {
        Objects.requireNonNull(protocol, "protocol");
        Objects.requireNonNull(qp, "qp");
        Objects.requireNonNull(operation, "operation");
        Objects.requireNonNull(direction, "direction");
        Objects.requireNonNull(load, "load");
        Objects.requireNonNull(tuning, "tuning");
        Objects.requireNonNull(multicast, "multicast");
        Range.require(
                !operation.atomic() || load.size() == ATOMIC_SIZE,
                "atomic operations have a size of 8 bytes");
        Range.require(
                protocol.rdma() || operation == Operation.WRITE,
                "TCP has no --op; leave it out, or use --protocol urdma or standard");
        Range.require(
                protocol.rdma() || !load.latency(),
                "--latency is measured for RDMA operations, not for TCP");
        Range.require(
                (protocol.rdma() && qp.reliable()) || !load.probed(),
                "--latency-under-load is measured by RDMA READs: not for TCP, UC and UD");
        Range.require(
                !tuning.spread().wanted() || (protocol == Protocol.URDMA && qp == Service.RC),
                "several paths are for URDMA alone; leave --paths and --rails out");
        checkWeights(protocol, qp, load, tuning);
        boolean timely = tuning.cc().startsWith("timely");
        Range.require(
                !timely
                        || protocol != Protocol.STANDARD
                        || (qp == Service.RC && !operation.fetches()),
                "--cc %s times acknowledgements, of which the standard profile has none for --op %s over --qp %s; use --cc dcqcn"
                        .formatted(tuning.cc(), operation.label(), qp.label()));
        Range.require(
                !tuning.congestionControl().needsLineRate() || qp != Service.UD,
                "--qp ud has no congestion control; leave --cc out");
        if (!qp.reliable()) {
            checkUnreliable(protocol, qp, operation, load);
        }
        if (!multicast.isEmpty()) {
            checkGroup(multicast, qp, direction, load);
        }
    }

    private static void checkGroup(String group, Service qp, Direction direction, Load load) {
        Range.require(qp == Service.UD, "--multicast needs --qp ud: connections have one peer");
        Range.require(
                isMulticast(group),
                "--multicast: \"%s\" is no multicast address: those of 224.0.0.0/4 and ff00::/8 are"
                        .formatted(group));
        Range.require(
                direction == Direction.FORWARD,
                "the client sends to a group: leave --reverse and --bidir out with --multicast");
        Range.require(
                load.streams() == 1,
                "a group has what one queue pair sends: leave --qps out with --multicast");
        Range.require(
                load.size() >= GROUP_HEADER,
                "--multicast: --size is %d at least, for a number and the time"
                        .formatted(GROUP_HEADER));
    }

    private static boolean isMulticast(String address) {
        try {
            return InetAddress.ofLiteral(address).isMulticastAddress();
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    private static void checkWeights(Protocol protocol, Service qp, Load load, Tuning tuning) {
        Weights weights = tuning.weights();
        if (weights.equal()) {
            return;
        }
        Range.require(
                protocol == Protocol.URDMA && qp == Service.RC,
                "--weights are for URDMA alone; leave them out");
        Range.require(
                !tuning.spread().wanted(),
                "--weights count over one path; leave them out, or --paths and --rails");
        Range.require(
                !UNWEIGHED.contains(tuning.congestionControl())
                        && !tuning.congestionControl().needsLineRate(),
                "--weights need a congestion control with a window, which --cc %s has not; leave it out"
                        .formatted(tuning.cc()));
        Range.require(
                weights.each().size() <= load.streams(),
                "--weights has %d weights for %d queue pair%s; give --qps %1$d or more"
                        .formatted(
                                weights.each().size(),
                                load.streams(),
                                load.streams() == 1 ? "" : "s"));
    }

    private static void checkUnreliable(
            Protocol protocol, Service qp, Operation operation, Load load) {
        String option = "--qp " + qp.label();
        Range.require(
                protocol == Protocol.STANDARD,
                "%s needs --protocol standard: URDMA is a profile of reliable connections"
                        .formatted(option));
        Range.require(
                qp.carries(operation),
                "%s has --op %s only"
                        .formatted(option, qp == Service.UD ? "send" : "write, write-imm or send"));
        Range.require(
                qp != Service.UD || load.size() <= MOST_OF_A_PACKET,
                "a message of --qp ud is one packet: --size is %d at most"
                        .formatted(MOST_OF_A_PACKET));
        Range.require(
                !load.verify() && !load.latency(),
                "%s answers nothing: --verify and --latency need --qp rc".formatted(option));
    }

    /** Returns whether datagrams go to a group. */
    public boolean toGroup() {
        return !multicast.isEmpty();
    }

    /** Returns whether {@code side} gets data that counts. */
    public boolean receives(Side side) {
        boolean posts = direction.posts(side);
        return direction == Direction.BOTH || operation.fetches() == posts;
    }

    public RunSpec withLoad(Load other) {
        return new RunSpec(protocol, qp, operation, direction, other, tuning, multicast);
    }

    public RunSpec withTuning(Tuning other) {
        return new RunSpec(protocol, qp, operation, direction, load, other, multicast);
    }
}

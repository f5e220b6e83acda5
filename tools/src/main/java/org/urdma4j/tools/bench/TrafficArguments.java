package org.urdma4j.tools.bench;

import org.urdma4j.measure.sim.Beside;
import org.urdma4j.measure.sim.BulkLoad;
import org.urdma4j.measure.sim.Profile;
import org.urdma4j.measure.sim.SimOptions;
import org.urdma4j.measure.sim.SimOptionsBuilder;
import org.urdma4j.measure.spec.PaperMode;
import org.urdma4j.measure.spec.Tuning;
import org.urdma4j.simulation.units.Units;
import org.urdma4j.verbs.CongestionControlType;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.util.List;
import java.util.Locale;

/** The traffic as it is written on the command line. */
final class TrafficArguments {
    private static final long DEFAULT_TIME_NS = 5_000_000_000L;

    private static final int INITIAL_WINDOW = 128;

    /** With a number of messages the run ends with the last of them. */
    private static final long DEFAULT_TIME_OF_MESSAGES_NS = 3_600_000_000_000L;

    @Option(
            names = "--profile",
            description = {
                "urdma (default), standard, or TCP as a kernel has it: cubic or bbr, in packets of",
                "1448 bytes."
            })
    private String profile = "urdma";

    @Option(
            names = "--cc",
            paramLabel = "CC",
            description = {
                "Congestion control: rrcc (default of URDMA), background, rrcc+grants or grants,",
                "which URDMA alone has, fixed (default of standard), dcqcn, timely or",
                "timely-patched. The last three begin at the reference rate, or the link's. With",
                "grants all flows end at one host."
            })
    private String cc;

    @Option(
            names = "--grants",
            paramLabel = "RATE",
            description = "What the receiving port grants; default: the link's rate.")
    private String grants;

    @Option(
            names = "--reference-rate",
            paramLabel = "RATE",
            description = {
                "What the sender is told of the path. The standard profile sends at this rate",
                "in place of the link's."
            })
    private String referenceRate;

    @Option(
            names = "--reference-floor",
            paramLabel = "KIND",
            description = {
                "lapse: the reference rate is a floor until loss is heavy (default); hard: it",
                "always is, as in the paper."
            })
    private String referenceFloor = "lapse";

    @Option(
            names = "--initial-window",
            paramLabel = "PACKETS",
            description = "What may leave in the first round trip; default 128.")
    private Integer initialWindow;

    @Option(
            names = "--window",
            paramLabel = "SIZE",
            description =
                    "Most bytes of a flow that are unacknowledged, as a NIC may have it; default:"
                            + " what the path takes.")
    private String window;

    @Option(
            names = "--fec",
            description = "off (default), auto, paper, K,R such as 20,4, or 2d:R,C.")
    private String fec;

    @Mixin private PaperArguments paper;

    @Option(
            names = "--mtu",
            description = {
                "Payload of a full packet, in bytes; default 4096. Standard: a power of two from",
                "256 to 4096; URDMA: a multiple of 4 from 256 to 16384; not of TCP."
            })
    private Integer mtu;

    @Option(
            names = "--beside",
            paramLabel = "WHAT:N[@TIME],...",
            description = {
                "Other traffic through the bottleneck, from a time on: TCP flows, cubic:2,bbr:1, or",
                "frames at a constant rate, as a network tester sends them, udp:10G@2s."
            })
    private String beside;

    @Option(
            names = "--flows",
            paramLabel = "N",
            description = "Flows that share the path, 1 to 64; default 1.")
    private int flows = 1;

    @Option(names = "--stagger", paramLabel = "TIME", description = "From one's start to the next.")
    private String stagger = "0";

    @Option(
            names = "--message",
            paramLabel = "SIZE",
            description = "Send messages of this size one at a time, not bulk.")
    private String message;

    @Option(names = "--messages", paramLabel = "N", description = "How many for each flow.")
    private Integer messages;

    @Option(names = "--time", description = "Virtual time that it runs; default 5s.")
    private String time;

    @Option(names = "--seed", description = "Of everything random; default 1.")
    private long seed = 1;

    /**
     * Sets what belongs to the traffic.
     *
     * @throws IllegalArgumentException if something can't be read
     */
    void apply(SimOptionsBuilder builder) {
        long defaultNs = messages == null ? DEFAULT_TIME_NS : DEFAULT_TIME_OF_MESSAGES_NS;
        apply(builder, named(Profile.class, "--profile", profile), defaultNs);
    }

    /**
     * The same with another profile in place of the one that was given.
     *
     * @param defaultTimeNs how long it runs unless that was given
     */
    void apply(SimOptionsBuilder builder, Profile chosen, long defaultTimeNs) {
        PaperMode mode = paper.mode(referenceRate != null);
        builder.profile(chosen)
                .payloadBytes(mtu == null ? 0 : (int) positive("--mtu", mtu))
                .beside(beside == null ? List.of() : Beside.parse(beside))
                .flows(flows)
                .staggerNs(Units.timeNs(stagger))
                .messageBytes(message == null ? 0 : positive("--message", Units.bytes(message)))
                .messages(messages == null ? 0 : (int) positive("--messages", messages))
                .timeNs(time == null ? defaultTimeNs : Units.timeNs(time))
                .seed(seed)
                .cc(cc == null ? null : named(CongestionControlType.class, "--cc", cc))
                .referenceRateBps(referenceRate == null ? 0 : Units.rate(referenceRate))
                .grantRateBps(grants == null ? 0 : positive("--grants", Units.rate(grants)))
                .referenceFloorHard(floorHard() || mode.has(PaperMode.Mechanism.FLOOR))
                .initialWindow(
                        initialWindow == null ? mode.initialWindow(INITIAL_WINDOW) : initialWindow)
                .fec(mode.fec(fec, SimOptions.NO_FEC))
                .paper(mode);
        if (window != null) {
            builder.bulk(BulkLoad.DEFAULT.inFlight(positive("--window", Units.bytes(window))));
        }
    }

    /** Undoes what a cell of another profile than URDMA doesn't have. */
    static void withoutTuning(SimOptionsBuilder builder, Profile profile) {
        builder.cc(null)
                .grantRateBps(0)
                .referenceRateBps(0)
                .referenceFloorHard(false)
                .fec(SimOptions.NO_FEC)
                .initialWindow(INITIAL_WINDOW)
                .paper(PaperMode.NONE);
        if (profile.isTcp()) {
            builder.payloadBytes(0).bulk(BulkLoad.DEFAULT);
        }
    }

    private boolean floorHard() {
        return switch (referenceFloor) {
            case "hard" -> true;
            case "lapse" -> false;
            default ->
                    throw new IllegalArgumentException(
                            "--reference-floor is hard or lapse, not \"%s\""
                                    .formatted(referenceFloor));
        };
    }

    private static long positive(String option, long value) {
        if (value < 1) {
            throw new IllegalArgumentException(option + " must be at least 1");
        }
        return value;
    }

    /** Finds a constant by its name in lower case. */
    static <E extends Enum<E>> E named(Class<E> type, String option, String text) {
        for (E value : type.getEnumConstants()) {
            if (lower(value).equals(text)) {
                return value;
            }
        }
        StringBuilder names = new StringBuilder();
        for (E value : type.getEnumConstants()) {
            names.append(names.isEmpty() ? "" : " or ").append(lower(value));
        }
        throw new IllegalArgumentException("%s is %s, not \"%s\"".formatted(option, names, text));
    }

    static String lower(Enum<?> value) {
        if (value instanceof CongestionControlType type) {
            return Tuning.label(type);
        }
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

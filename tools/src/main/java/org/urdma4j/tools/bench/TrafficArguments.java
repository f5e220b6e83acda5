package org.urdma4j.tools.bench;

import org.urdma4j.bench.sim.CongestionControl;
import org.urdma4j.bench.sim.Profile;
import org.urdma4j.bench.sim.SimOptionsBuilder;
import org.urdma4j.simulation.units.Units;
import org.urdma4j.verbs.Mtu;

import picocli.CommandLine.Option;

import java.util.Locale;

/** The traffic as it is written on the command line. */
final class TrafficArguments {
    private static final String DEFAULT_TIME = "5s";

    /** With a number of messages the run ends with the last of them. */
    private static final String DEFAULT_TIME_OF_MESSAGES = "3600s";

    @Option(names = "--profile", description = "urdma or standard (default).")
    private String profile = "standard";

    @Option(names = "--cc", description = "Congestion control: rrcc (URDMA's own) or fixed.")
    private String cc;

    @Option(
            names = "--reference-rate",
            paramLabel = "RATE",
            description = {
                "What the sender is told of the path. The standard profile sends at this rate",
                "in place of the link's."
            })
    private String referenceRate;

    @Option(names = "--fec", description = "off (default), auto, paper, or K,R such as 20,4.")
    private String fec = "off";

    @Option(names = "--mtu", description = "Payload of a full packet, in bytes; default 4096.")
    private int mtu = 4096;

    @Option(names = "--flows", paramLabel = "N", description = "Flows that share the path.")
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
        builder.profile(named(Profile.class, "--profile", profile))
                .cc(cc == null ? null : named(CongestionControl.class, "--cc", cc))
                .referenceRateBps(referenceRate == null ? 0 : Units.rate(referenceRate))
                .fec(fec)
                .mtu(Mtu.ofBytes(mtu))
                .flows(flows)
                .staggerNs(Units.timeNs(stagger))
                .messageBytes(message == null ? 0 : positive("--message", Units.bytes(message)))
                .messages(messages == null ? 0 : (int) positive("--messages", messages))
                .timeNs(Units.timeNs(time == null ? defaultTime() : time))
                .seed(seed);
    }

    private String defaultTime() {
        return messages == null ? DEFAULT_TIME : DEFAULT_TIME_OF_MESSAGES;
    }

    private static long positive(String option, long value) {
        if (value < 1) {
            throw new IllegalArgumentException(option + " must be at least 1");
        }
        return value;
    }

    private static <E extends Enum<E>> E named(Class<E> type, String option, String text) {
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
        return value.name().toLowerCase(Locale.ROOT);
    }
}

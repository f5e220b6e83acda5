package org.urdma4j.tools.bench;

import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.measure.roce.RoceOptions;
import org.urdma4j.measure.roce.RoceScenario;
import org.urdma4j.simulation.fabric.CableConfig;
import org.urdma4j.simulation.fabric.SwitchConfig;
import org.urdma4j.simulation.link.RedMarking;
import org.urdma4j.simulation.units.Units;
import org.urdma4j.verbs.CongestionControlType;

import picocli.CommandLine.Option;

import java.util.Map;

/** A lossless fabric and who sends in it, as they are written on the command line. */
final class RoceArguments {
    private static final Map<String, Encapsulation> VERSIONS =
            Map.of("v1", Encapsulation.ROCE_V1, "v2", Encapsulation.ROCE_V2_IPV4);
    private static final Map<String, CongestionControlType> CONTROLS =
            Map.of(
                    "none", CongestionControlType.FIXED,
                    "dcqcn", CongestionControlType.DCQCN,
                    "timely", CongestionControlType.TIMELY,
                    "timely-patched", CongestionControlType.TIMELY_PATCHED);

    @Option(
            names = "--roce",
            paramLabel = "VERSION",
            description = "v1: the priority is a tag's PCP; v2 (default): the DSCP's upper bits.")
    private String version = "v2";

    @Option(names = "--priority", description = "Of all flows, 0 to 7; default 3.")
    private int priority = 3;

    @Option(
            names = "--victim-priority",
            description = "Of the victim; default the others' priority.")
    private Integer victimPriority;

    @Option(
            names = "--senders",
            paramLabel = "N",
            description = "Default 8 of incast and victim, 1 of storm, 6 of deadlock.")
    private Integer senders;

    @Option(names = "--rate", description = "Of all cables; default 100G.")
    private String rate = "100G";

    @Option(names = "--cable", paramLabel = "TIME", description = "One way; default 1us, 200 m.")
    private String cable = "1us";

    @Option(names = "--buffer", paramLabel = "BYTES", description = "Of a switch; default 8M.")
    private String buffer = "8M";

    @Option(
            names = "--headroom",
            paramLabel = "BYTES",
            description = "Of a priority at a port; default what the cable needs.")
    private String headroom;

    @Option(names = "--no-pfc", description = "Switches stop nobody, and drop.")
    private boolean noPfc;

    @Option(
            names = "--watchdog",
            paramLabel = "TIME",
            description = "After it a queue that pauses stop is emptied; default never.")
    private String watchdog;

    @Option(
            names = "--cc",
            paramLabel = "CC",
            description = "none (default), dcqcn, timely or timely-patched.")
    private String control = "none";

    @Option(
            names = "--window",
            paramLabel = "BYTES",
            description = "What a host may have unacknowledged; default 2M.")
    private String window = "2M";

    @Option(
            names = "--timeout",
            paramLabel = "N",
            description = "For an answer, 4.096 us times 2 to the Nth; default 14, 67 ms.")
    private int timeout = 14;

    @Option(names = "--time", description = "Default 40ms, at most 500ms.")
    private String time = "40ms";

    @Option(names = "--seed", description = "Of all that is random; default 1.")
    private long seed = 1;

    /**
     * Returns what runs.
     *
     * @throws IllegalArgumentException if something can't be read, or run
     */
    RoceOptions options(RoceScenario scenario) {
        long bps = Units.rate(rate);
        CableConfig usual = CableConfig.DEFAULT;
        CableConfig cables =
                new CableConfig(bps, Units.timeNs(cable), usual.reactionNs(), usual.frameBytes());
        return new RoceOptions(
                scenario,
                of("--roce", VERSIONS, version),
                priority,
                victimPriority == null ? priority : victimPriority,
                senders == null ? scenario.senders() : senders,
                cables,
                switches(bps),
                of("--cc", CONTROLS, control),
                Units.bytes(window),
                timeout,
                Units.timeNs(time),
                seed);
    }

    private SwitchConfig switches(long bps) {
        int victims = victimPriority == null ? 0 : 1 << victimPriority;
        SwitchConfig.Builder switches =
                SwitchConfig.builder()
                        .buffer(Units.bytes(buffer))
                        .lossless(noPfc ? 0 : (1 << priority | victims) & 0xff)
                        .marking(RedMarking.scaled(bps));
        if (headroom != null) {
            switches.headroom(Units.bytes(headroom));
        }
        if (watchdog != null) {
            long afterNs = Units.timeNs(watchdog);
            if (afterNs == 0) {
                throw new IllegalArgumentException("--watchdog is above 0");
            }
            switches.watchdog(afterNs, afterNs);
        }
        return switches.build();
    }

    private static <T> T of(String option, Map<String, T> known, String text) {
        T found = known.get(text);
        if (found == null) {
            throw new IllegalArgumentException(
                    "%s has no %s; there are %s"
                            .formatted(
                                    option,
                                    text,
                                    String.join(", ", known.keySet().stream().sorted().toList())));
        }
        return found;
    }
}

package org.urdma4j.measure.json;

import com.fasterxml.jackson.annotation.JsonInclude;

import org.urdma4j.measure.rail.PathReading;
import org.urdma4j.measure.rail.Rail;
import org.urdma4j.measure.rail.RailEvent;
import org.urdma4j.measure.sim.Measures;
import org.urdma4j.measure.sim.PathInterval;
import org.urdma4j.measure.sim.SimOptions;
import org.urdma4j.measure.sim.SimResult;
import org.urdma4j.measure.spec.Tuning;
import org.urdma4j.simulation.loss.LossSpec;

import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A run for programs: one object. What was not measured is null. */
public final class SimJson {
    private static final JsonMapper JSON =
            JsonMapper.builder()
                    .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                    .build();

    private SimJson() {}

    /** Prints a run. */
    public static void print(SimResult result, PrintWriter out) {
        out.println(JSON.writeValueAsString(Run.of(result)));
        out.flush();
    }

    /** Prints for programs that there are no figures. */
    public static void printFailure(String message, PrintWriter out) {
        out.println(JSON.writeValueAsString(Map.of("error", message)));
        out.flush();
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static Double known(double value) {
        return Double.isNaN(value) ? null : value;
    }

    private static Double ms(double ns) {
        return known(ns / 1e6);
    }

    private record Run(
            Double goodputBpsWhole,
            Double goodputBpsSteady,
            Double boundBps,
            Double retransmittedShare,
            Double spuriousShare,
            Double duplicateShare,
            Double repairShare,
            Double queueDelayMsP50,
            Double queueDelayMsP95,
            Double startupMs,
            Double jain,
            Double messageMsP50,
            Double messageMsP99,
            List<FlowJson> flows,
            @JsonInclude(JsonInclude.Include.NON_NULL) List<PartJson> intervals,
            @JsonInclude(JsonInclude.Include.NON_NULL) List<RailJson> paths,
            OptionsJson options) {
        static Run of(SimResult result) {
            Measures all = result.all();
            return new Run(
                    known(all.goodputWholeBps()),
                    known(all.goodputSteadyBps()),
                    all.boundBps(),
                    all.retransmittedShare(),
                    all.spuriousShare(),
                    all.duplicateShare(),
                    all.repairShare(),
                    ms(all.queueDelayP50Ns()),
                    ms(all.queueDelayP95Ns()),
                    ms(all.startupNs()),
                    known(result.jain()),
                    ms(all.messageP50Ns()),
                    ms(all.messageP99Ns()),
                    result.flows().stream().map(FlowJson::of).toList(),
                    result.intervals().isEmpty()
                            ? null
                            : result.intervals().stream().map(PartJson::of).toList(),
                    result.options().rails().isEmpty() ? null : rails(result.paths()),
                    OptionsJson.of(result.options()));
        }

        private static List<RailJson> rails(List<PathReading> paths) {
            return paths.stream().map(RailJson::of).toList();
        }
    }

    /** A part of a run over several rails. */
    private record PartJson(
            double startMs,
            double endMs,
            double goodputBps,
            List<Double> linkBps,
            List<RailJson> paths) {
        static PartJson of(PathInterval interval) {
            double ns = interval.endNs() - interval.startNs();
            return new PartJson(
                    interval.startNs() / 1e6,
                    interval.endNs() / 1e6,
                    8e9 * interval.placedBytes() / ns,
                    interval.linkBytes().stream().map(bytes -> 8e9 * bytes / ns).toList(),
                    interval.paths().stream().map(RailJson::of).toList());
        }
    }

    private record LinkJson(long rateBps, double rttMs, String loss, long queueBytes) {
        static LinkJson of(Rail rail) {
            return new LinkJson(
                    rail.rateBps(), rail.rttNs() / 1e6, rail.loss().text(), rail.queueBytes());
        }
    }

    private record EventJson(String what, int rail, double atMs) {
        static EventJson of(RailEvent event) {
            return new EventJson(
                    event.kills() ? "kill" : "revive", event.rail(), event.atNs() / 1e6);
        }
    }

    /**
     * One flow.
     *
     * @param failure why its connection broke, null if it didn't
     */
    private record FlowJson(
            Double goodputBpsWhole,
            Double goodputBpsSteady,
            Double boundBps,
            Double retransmittedShare,
            Double spuriousShare,
            Double duplicateShare,
            Double repairShare,
            Double queueDelayMsP50,
            Double queueDelayMsP95,
            Double startupMs,
            Double messageMsP50,
            Double messageMsP99,
            String failure) {
        static FlowJson of(Measures flow) {
            return new FlowJson(
                    known(flow.goodputWholeBps()),
                    known(flow.goodputSteadyBps()),
                    flow.boundBps(),
                    flow.retransmittedShare(),
                    flow.spuriousShare(),
                    flow.duplicateShare(),
                    flow.repairShare(),
                    ms(flow.queueDelayP50Ns()),
                    ms(flow.queueDelayP95Ns()),
                    ms(flow.startupNs()),
                    ms(flow.messageP50Ns()),
                    ms(flow.messageP99Ns()),
                    flow.failure().isEmpty() ? null : flow.failure());
        }
    }

    private record OptionsJson(
            long rateBps,
            double rttMs,
            double loss,
            String lossModel,
            long queueBytes,
            String ecn,
            String profile,
            String cc,
            Long referenceRateBps,
            String referenceFloor,
            int initialWindow,
            String fec,
            int mtu,
            int flows,
            double staggerMs,
            Long messageBytes,
            Integer messages,
            double timeMs,
            long seed,
            @JsonInclude(JsonInclude.Include.NON_NULL) List<LinkJson> rails,
            @JsonInclude(JsonInclude.Include.NON_NULL) List<EventJson> events) {
        static OptionsJson of(SimOptions options) {
            return new OptionsJson(
                    options.rateBps(),
                    options.rttNs() / 1e6,
                    options.loss().meanLoss(),
                    LossSpec.namesModel(options.loss().text())
                            ? options.loss().text()
                            : "bernoulli",
                    options.queueBytes(),
                    options.marking().toString(),
                    lower(options.profile()),
                    Tuning.label(options.cc()),
                    options.referenceRateBps() == 0 ? null : options.referenceRateBps(),
                    options.referenceFloorHard() ? "hard" : "lapse",
                    options.initialWindow(),
                    options.fec(),
                    options.payloadBytes(),
                    options.flows(),
                    options.staggerNs() / 1e6,
                    options.oneAtATime() ? options.messageBytes() : null,
                    options.messages() == 0 ? null : options.messages(),
                    options.timeNs() / 1e6,
                    options.seed(),
                    options.rails().isEmpty()
                            ? null
                            : options.rails().rails().stream().map(LinkJson::of).toList(),
                    options.rails().isEmpty()
                            ? null
                            : options.rails().events().stream().map(EventJson::of).toList());
        }
    }
}

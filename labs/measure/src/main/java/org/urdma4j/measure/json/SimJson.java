package org.urdma4j.measure.json;

import org.urdma4j.measure.rail.Rail;
import org.urdma4j.measure.rail.RailEvent;
import org.urdma4j.measure.sim.Beside;
import org.urdma4j.measure.sim.Measures;
import org.urdma4j.measure.sim.PathInterval;
import org.urdma4j.measure.sim.SimOptions;
import org.urdma4j.measure.sim.SimResult;
import org.urdma4j.measure.sim.SimTrace;
import org.urdma4j.measure.spec.Tuning;
import org.urdma4j.simulation.loss.LossSpec;
import org.urdma4j.transport.qp.EngineConfig;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;

/** A run for programs: one object. What was not measured is null. */
public final class SimJson {
    private SimJson() {}

    public static void print(SimResult result, PrintWriter out) {
        Json.print(run(result), out);
    }

    /** Prints for programs that there are no figures. */
    public static void printFailure(String message, PrintWriter out) {
        Json.print(Map.of("error", message), out);
    }

    private static JsonObject run(SimResult result) {
        boolean rails = !result.options().rails().isEmpty();
        boolean parts = !result.intervals().isEmpty();
        return messages(measures(result.all()).put("jain", result.jain()), result.all())
                .put("flows", all(result.flows(), SimJson::flow))
                .putKnown("intervals", parts ? all(result.intervals(), SimJson::part) : null)
                .putKnown("paths", rails ? all(result.paths(), FlowJson::path) : null)
                .putKnown("beside", result.beside().isEmpty() ? null : beside(result))
                .putKnown("trace", result.trace() == null ? null : trace(result))
                .put("options", options(result.options()));
    }

    private static <T> List<JsonObject> all(List<T> values, Function<T, JsonObject> of) {
        return values.stream().map(of).toList();
    }

    private static JsonObject measures(Measures flow) {
        return new JsonObject()
                .put("goodput_bps_whole", flow.goodputWholeBps())
                .put("goodput_bps_steady", flow.goodputSteadyBps())
                .put("bound_bps", flow.boundBps())
                .put("retransmitted_share", flow.retransmittedShare())
                .put("spurious_share", flow.spuriousShare())
                .put("duplicate_share", flow.duplicateShare())
                .put("repair_share", flow.repairShare())
                .putMs("queue_delay_ms_p50", flow.queueDelayP50Ns())
                .putMs("queue_delay_ms_p95", flow.queueDelayP95Ns())
                .putMs("startup_ms", flow.startupNs());
    }

    private static JsonObject messages(JsonObject all, Measures flow) {
        return all.putMs("message_ms_p50", flow.messageP50Ns())
                .putMs("message_ms_p99", flow.messageP99Ns());
    }

    private static JsonObject flow(Measures flow) {
        return messages(measures(flow), flow).putText("failure", flow.failure());
    }

    private static List<JsonObject> beside(SimResult result) {
        return IntStream.range(0, result.beside().size())
                .mapToObj(i -> beside(result.options().beside().get(i), result.beside().get(i)))
                .toList();
    }

    private static JsonObject beside(Beside other, Measures flow) {
        return new JsonObject()
                .put("what", other.name())
                .put("rate_bps", positive(other.rateBps()))
                .putMs("start_ms", other.startNs())
                .putAll(measures(flow));
    }

    /** Columns, with a value for each point. */
    private static JsonObject trace(SimResult result) {
        SimTrace trace = result.trace();
        int own = result.flows().size();
        return new JsonObject()
                .putMs("step_ms", trace.stepNs())
                .put("queue_bytes", column(trace, SimTrace.Point::queueBytes))
                .put("flows", columns(trace, 0, own))
                .put("beside", columns(trace, own, own + result.beside().size()));
    }

    private static List<JsonObject> columns(SimTrace trace, int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> columns(trace, i)).toList();
    }

    private static JsonObject columns(SimTrace trace, int flow) {
        return new JsonObject()
                .put("goodput_bps", column(trace, it -> it.flows().get(flow).goodputBps()))
                .put("sent_packets_per_s", column(trace, it -> it.flows().get(flow).sentPackets()))
                .put("state", column(trace, it -> it.flows().get(flow).state()));
    }

    private static <T> List<T> column(SimTrace trace, Function<SimTrace.Point, T> of) {
        return trace.points().stream().map(of).toList();
    }

    /** A part of a run over several rails. */
    private static JsonObject part(PathInterval interval) {
        double ns = interval.endNs() - interval.startNs();
        return new JsonObject()
                .putMs("start_ms", interval.startNs())
                .putMs("end_ms", interval.endNs())
                .put("goodput_bps", 8e9 * interval.placedBytes() / ns)
                .put(
                        "link_bps",
                        interval.linkBytes().stream().map(bytes -> 8e9 * bytes / ns).toList())
                .put("paths", all(interval.paths(), FlowJson::path));
    }

    private static JsonObject link(Rail rail) {
        return new JsonObject()
                .put("rate_bps", rail.rateBps())
                .putMs("rtt_ms", rail.rttNs())
                .put("loss", rail.loss().text())
                .put("queue_bytes", rail.queueBytes());
    }

    private static JsonObject event(RailEvent event) {
        return new JsonObject()
                .put("what", event.kills() ? "kill" : "revive")
                .put("rail", event.rail())
                .putMs("at_ms", event.atNs());
    }

    private static JsonObject options(SimOptions options) {
        String loss = options.loss().text();
        JsonObject all =
                new JsonObject()
                        .put("rate_bps", options.rateBps())
                        .putMs("rtt_ms", options.rttNs())
                        .put("loss", options.loss().meanLoss())
                        .put("loss_model", LossSpec.namesModel(loss) ? loss : "bernoulli")
                        .put("queue_bytes", options.queueBytes())
                        .put("ecn", options.marking().toString())
                        .put("profile", lower(options.profile()))
                        .put("cc", options.profile().isTcp() ? null : Tuning.label(options.cc()))
                        .put("reference_rate_bps", positive(options.referenceRateBps()))
                        .put("reference_floor", options.referenceFloorHard() ? "hard" : "lapse")
                        .put("initial_window", options.initialWindow())
                        .put("window_bytes", limit(options.bulk().engine().maxInFlightBytes()))
                        .put("fec", options.fec())
                        .putKnown("paper", paper(options))
                        .putKnown("sack", options.paper().sack())
                        .put("mtu", options.payloadBytes())
                        .put("flows", options.flows())
                        .putMs("stagger_ms", options.staggerNs())
                        .put("message_bytes", positive(options.messageBytes()))
                        .put("messages", positive(options.messages()))
                        .putMs("time_ms", options.timeNs())
                        .put("seed", options.seed());
        return options.rails().isEmpty()
                ? all
                : all.put("rails", all(options.rails().rails(), SimJson::link))
                        .put("events", all(options.rails().events(), SimJson::event));
    }

    private static List<String> paper(SimOptions options) {
        return options.paper().wanted()
                ? options.paper().mechanisms().stream().sorted().map(SimJson::lower).toList()
                : null;
    }

    private static Long limit(long bytes) {
        return bytes == EngineConfig.DEFAULT.maxInFlightBytes() ? null : bytes;
    }

    private static Long positive(long value) {
        return value > 0 ? value : null;
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

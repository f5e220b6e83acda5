package org.urdma4j.tools.terminal;

import static java.util.Locale.ROOT;

import org.urdma4j.gateway.flow.Flow;
import org.urdma4j.gateway.flow.FlowKey;
import org.urdma4j.gateway.flow.FlowReport;
import org.urdma4j.measure.capture.HostAddress;
import org.urdma4j.measure.json.JsonObject;

import java.io.PrintWriter;
import java.util.Comparator;
import java.util.List;

/** What a gateway has counted by flow, the busiest first. */
public final class GatewayFlows {
    /** Most flows that are shown to people. */
    private static final int MOST_LINES = 20;

    /** Most flows that are shown to programs. */
    private static final int MOST_ROWS = 10_000;

    private static final String COLUMNS = "%-6s %-34s %8s %8s %9s %9s %9s %9s %8s %10s%n";

    private GatewayFlows() {}

    /** Returns the busiest flows for programs, 10,000 at most. */
    public static List<JsonObject> rows(List<FlowReport> flows) {
        return busiest(flows, MOST_ROWS).stream().map(GatewayFlows::row).toList();
    }

    private static JsonObject row(FlowReport flow) {
        return new JsonObject()
                .put("half", flow.half().name().toLowerCase(ROOT))
                .put("source", sourceOf(flow.key()))
                .put("destination", destinationOf(flow.key()))
                .put("qpn", flow.key().qpn())
                .put("source_qpn", flow.senderQpn() == Flow.UNKNOWN ? null : flow.senderQpn())
                .put("ended", flow.ended())
                .put("packets", flow.packets())
                .put("resent", flow.resent())
                .put("nacks", flow.nacks())
                .put("filtered", flow.filtered())
                .put("held", flow.held())
                .put("recovered", flow.recovered())
                .put("released_again", flow.releasedAgain())
                .put("given_up", flow.givenUp())
                .put("pool_bytes", flow.poolBytes());
    }

    /** Prints the busiest 20 flows; nothing if there was none. */
    public static void print(PrintWriter out, String title, List<FlowReport> flows) {
        if (flows.isEmpty()) {
            return;
        }
        String most = flows.size() > MOST_LINES ? ", the busiest " + MOST_LINES : "";
        out.printf(ROOT, "%n%s: %d%s%n", title, flows.size(), most);
        out.printf(
                ROOT,
                COLUMNS,
                "half",
                "from > to",
                "from QP",
                "to QP",
                "packets",
                "resent",
                "recovered",
                "held",
                "given up",
                "in pools");
        for (FlowReport flow : busiest(flows, MOST_LINES)) {
            out.printf(
                    ROOT,
                    COLUMNS,
                    flow.half().name().toLowerCase(ROOT),
                    sourceOf(flow.key()) + " > " + destinationOf(flow.key()),
                    flow.senderQpn() == Flow.UNKNOWN ? "?" : flow.senderQpn(),
                    flow.key().qpn(),
                    flow.packets(),
                    flow.resent(),
                    flow.recovered(),
                    flow.held(),
                    flow.givenUp(),
                    flow.ended() ? "ended" : flow.poolBytes());
        }
    }

    private static List<FlowReport> busiest(List<FlowReport> flows, int most) {
        return flows.stream()
                .sorted(
                        Comparator.comparingLong(FlowReport::packets)
                                .reversed()
                                .thenComparingLong(flow -> flow.key().sourceLow())
                                .thenComparingLong(flow -> flow.key().qpn()))
                .limit(most)
                .toList();
    }

    private static String sourceOf(FlowKey key) {
        return new HostAddress(key.sourceHigh(), key.sourceLow()).toString();
    }

    private static String destinationOf(FlowKey key) {
        return new HostAddress(key.destinationHigh(), key.destinationLow()).toString();
    }
}

package org.urdma4j.tools.gateway;

import static java.util.Locale.ROOT;

import org.urdma4j.gateway.bridge.BridgeConfig;
import org.urdma4j.gateway.bridge.BridgeReport;
import org.urdma4j.gateway.bridge.frame.MemoryBound;
import org.urdma4j.gateway.packet.GatewayConfig;
import org.urdma4j.measure.json.JsonObject;
import org.urdma4j.tools.terminal.EventLines;
import org.urdma4j.tools.terminal.GatewayFlows;
import org.urdma4j.tools.terminal.GatewayTable;

import java.io.PrintWriter;

/** For programs: one object a line, {@code {"event": …, "data": …}}. */
final class GatewayJson implements GatewayOutput {
    private final EventLines lines;

    GatewayJson(PrintWriter out) {
        lines = new EventLines(out);
    }

    @Override
    public void ready(BridgeConfig config, int mtu) {
        GatewayConfig each = config.gateway();
        lines.print(
                "ready",
                new JsonObject()
                        .put("role", config.role().name().toLowerCase(ROOT))
                        .put("namespace", config.namespace().orElse(null))
                        .put("inside", config.inside())
                        .put("outside", config.outside())
                        .put("mtu", mtu)
                        .put("rate_bps", each.rateBps())
                        .put("reorder_pool_bytes", each.reorderBytes())
                        .put("backup_pool_bytes", each.backupBytes())
                        .put("copy_pool_bytes", each.copyBytes())
                        .put("max_flows", each.maxFlows())
                        .put("memory_bytes", MemoryBound.bytes(each)));
    }

    @Override
    public void interval(double seconds, BridgeReport report) {
        lines.print("interval", counts(seconds, report));
    }

    @Override
    public void end(double seconds, BridgeReport report) {
        lines.print(
                "end",
                counts(seconds, report).put("flows", GatewayFlows.rows(report.gateway().flows())));
    }

    private static JsonObject counts(double seconds, BridgeReport report) {
        return new JsonObject()
                .put("seconds", seconds)
                .put("inside", report.inside())
                .put("outside", report.outside())
                .put("gateway", GatewayTable.of(report.gateway()));
    }
}

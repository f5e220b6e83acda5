package org.urdma4j.tools.gateway;

import static java.util.Locale.ROOT;

import com.fasterxml.jackson.annotation.JsonInclude;

import org.urdma4j.gateway.bridge.BridgeConfig;
import org.urdma4j.gateway.bridge.BridgeReport;
import org.urdma4j.gateway.bridge.frame.MemoryBound;
import org.urdma4j.gateway.bridge.port.PortReport;
import org.urdma4j.gateway.packet.GatewayConfig;
import org.urdma4j.tools.terminal.EventLines;
import org.urdma4j.tools.terminal.GatewayFlows;
import org.urdma4j.tools.terminal.GatewayTable;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;

/** For programs: one object a line, {@code {"event": …, "data": …}}. */
final class GatewayJson implements GatewayOutput {
    private final EventLines lines;

    GatewayJson(PrintWriter out) {
        lines = new EventLines(out);
    }

    private record Ready(
            String role,
            String namespace,
            String inside,
            String outside,
            int mtu,
            long rateBps,
            long reorderPoolBytes,
            long backupPoolBytes,
            long copyPoolBytes,
            int maxFlows,
            long memoryBytes) {}

    private record Counts(
            double seconds,
            PortReport inside,
            PortReport outside,
            Map<String, Long> gateway,
            @JsonInclude(JsonInclude.Include.NON_NULL) List<GatewayFlows.Row> flows) {}

    @Override
    public void ready(BridgeConfig config, int mtu) {
        GatewayConfig each = config.gateway();
        lines.print(
                "ready",
                new Ready(
                        config.role().name().toLowerCase(ROOT),
                        config.namespace().orElse(null),
                        config.inside(),
                        config.outside(),
                        mtu,
                        each.rateBps(),
                        each.reorderBytes(),
                        each.backupBytes(),
                        each.copyBytes(),
                        each.maxFlows(),
                        MemoryBound.bytes(each)));
    }

    @Override
    public void interval(double seconds, BridgeReport report) {
        lines.print("interval", counts(seconds, report, null));
    }

    @Override
    public void end(double seconds, BridgeReport report) {
        lines.print("end", counts(seconds, report, GatewayFlows.rows(report.gateway().flows())));
    }

    private static Counts counts(
            double seconds, BridgeReport report, List<GatewayFlows.Row> flows) {
        return new Counts(
                seconds,
                report.inside(),
                report.outside(),
                GatewayTable.of(report.gateway()),
                flows);
    }
}

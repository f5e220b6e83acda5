package org.urdma4j.tools.gateway;

import static java.util.Locale.ROOT;

import org.urdma4j.gateway.bridge.BridgeConfig;
import org.urdma4j.gateway.bridge.BridgeReport;
import org.urdma4j.gateway.bridge.frame.MemoryBound;
import org.urdma4j.gateway.bridge.port.PortReport;
import org.urdma4j.gateway.packet.GatewayConfig;
import org.urdma4j.tools.terminal.GatewayFlows;
import org.urdma4j.tools.terminal.GatewayTable;

import java.io.PrintWriter;

/** For people. */
final class GatewayText implements GatewayOutput {
    private final PrintWriter out;

    GatewayText(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void ready(BridgeConfig config, int mtu) {
        GatewayConfig each = config.gateway();
        out.printf(
                ROOT,
                "%s: inside %s, outside %s, MTU %d%n",
                config.role().name().toLowerCase(ROOT),
                config.inside(),
                config.outside(),
                mtu);
        out.printf(
                ROOT,
                "pools: reorder %d, backup %d, copy %d bytes; memory %.1f MB at most%n",
                each.reorderBytes(),
                each.backupBytes(),
                each.copyBytes(),
                MemoryBound.bytes(each) / 1e6);
        out.println("ready");
        out.flush();
    }

    @Override
    public void interval(double seconds, BridgeReport report) {
        out.printf(
                ROOT,
                "%8.1f s  inside %d read, %d written;  outside %d, %d;  resent %d, held %d%n",
                seconds,
                report.inside().read(),
                report.inside().written(),
                report.outside().read(),
                report.outside().written(),
                report.gateway().counters().resent,
                report.gateway().counters().held);
        out.flush();
    }

    @Override
    public void end(double seconds, BridgeReport report) {
        out.printf(ROOT, "%n%.3f s%n", seconds);
        port("inside", report.inside());
        port("outside", report.outside());
        GatewayTable.of(report.gateway())
                .forEach((name, count) ->
                        out.printf(ROOT, "%-28s %20d%n", name.replace('_', ' '), count));
        GatewayFlows.print(out, "flows", report.gateway().flows());
        out.flush();
    }

    private void port(String side, PortReport port) {
        out.printf(
                ROOT,
                "%-8s %-15s read %d, written %d, overflowed %d, refused %d%n",
                side,
                port.device(),
                port.read(),
                port.written(),
                port.overflowed(),
                port.refused());
    }
}

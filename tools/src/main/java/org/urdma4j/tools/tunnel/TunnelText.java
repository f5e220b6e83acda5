package org.urdma4j.tools.tunnel;

import static java.util.Locale.ROOT;

import org.urdma4j.tunnel.site.TunnelConfig;
import org.urdma4j.tunnel.site.TunnelReport;

import java.io.PrintWriter;

/** For people. */
final class TunnelText implements TunnelOutput {
    private final PrintWriter out;

    TunnelText(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void ready(TunnelConfig config) {
        out.printf(
                ROOT,
                "inside %s%s, MTU %d; outside %s%s, cells of %d bytes, shape %s%n",
                config.device(),
                config.namespace().map(ns -> " of " + ns).orElse(""),
                config.mtu(),
                new Endpoint(config.local(), config.port()),
                config.remote()
                        .map(remote -> " to " + new Endpoint(remote, config.port()))
                        .orElse(""),
                config.cellBytes(),
                new Shape(config.rateBps()));
        out.println("ready");
        out.flush();
    }

    @Override
    public void interval(double seconds, Progress progress) {
        TunnelReport total = progress.total();
        out.printf(
                ROOT,
                "%8.1f s  Mbit/s inside %.1f, %.1f, outside %.1f, %.1f;  dropped %d, lost %d%n",
                seconds,
                progress.goodputOutBps() / 1e6,
                progress.goodputInBps() / 1e6,
                progress.outBps() / 1e6,
                progress.inBps() / 1e6,
                total.framesDropped(),
                total.cellsLost());
        out.flush();
    }

    @Override
    public void end(double seconds, Progress progress) {
        TunnelReport total = progress.total();
        out.printf(ROOT, "ran %.1f s%n", seconds);
        row("frames", "in", total.framesIn(), "out", total.framesOut());
        row("", "dropped", total.framesDropped(), "lost", total.framesLost());
        row("cells", "sent", total.cellsSent(), "received", total.cellsReceived());
        row("", "padding", total.paddingSent(), "padding", total.paddingReceived());
        row("", "missed", total.cellsMissed(), "lost", total.cellsLost());
        row("", "unsent", total.cellsUnsent(), "late", total.cellsLate());
        row("", "malformed", total.malformed(), "refused", total.framesRefused());
        out.printf(
                ROOT,
                "dropped  %d not genuine, %d replayed, %d of unknown keys%n",
                total.droppedAuth(),
                total.droppedReplay(),
                total.droppedEpoch());
        out.flush();
    }

    private void row(String what, String first, long one, String second, long other) {
        out.printf(ROOT, "%-8s %-9s %14d   %-8s %14d%n", what, first, one, second, other);
    }
}

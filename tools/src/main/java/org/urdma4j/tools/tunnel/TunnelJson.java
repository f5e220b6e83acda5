package org.urdma4j.tools.tunnel;

import org.urdma4j.tools.terminal.EventLines;
import org.urdma4j.tunnel.site.TunnelConfig;
import org.urdma4j.tunnel.site.TunnelReport;

import java.io.PrintWriter;

/** For programs: one object a line, {@code {"event": …, "data": …}}. */
final class TunnelJson implements TunnelOutput {
    private final EventLines lines;

    TunnelJson(PrintWriter out) {
        lines = new EventLines(out);
    }

    private record Ready(
            String local,
            String remote,
            String namespace,
            String tap,
            int mtu,
            String shape,
            int cellBytes,
            int queueBytes) {}

    private record Counts(
            double seconds,
            boolean connected,
            double outsideSentBps,
            double outsideRcvdBps,
            double insideSentBps,
            double insideRcvdBps,
            long cellsSent,
            long cellsRcvd,
            long paddingSent,
            long paddingRcvd,
            long framesIn,
            long framesOut,
            long bytesIn,
            long bytesOut,
            long framesDropped,
            long framesLost,
            long framesRefused,
            long cellsLost,
            long cellsLate,
            long cellsMissed,
            long cellsUnsent,
            long malformed,
            long droppedAuth,
            long droppedReplay,
            long droppedEpoch) {}

    @Override
    public void ready(TunnelConfig config) {
        lines.print(
                "ready",
                new Ready(
                        new Endpoint(config.local(), config.port()).toString(),
                        config.remote()
                                .map(remote -> new Endpoint(remote, config.port()).toString())
                                .orElse(null),
                        config.namespace().orElse(null),
                        config.device(),
                        config.mtu(),
                        new Shape(config.rateBps()).toString(),
                        config.cellBytes(),
                        config.queueBytes()));
    }

    @Override
    public void interval(double seconds, Progress progress) {
        lines.print("interval", counts(seconds, progress));
    }

    @Override
    public void end(double seconds, Progress progress) {
        lines.print("end", counts(seconds, progress));
    }

    private static Counts counts(double seconds, Progress progress) {
        TunnelReport total = progress.total();
        return new Counts(
                seconds,
                total.connected(),
                progress.outBps(),
                progress.inBps(),
                progress.goodputOutBps(),
                progress.goodputInBps(),
                total.cellsSent(),
                total.cellsReceived(),
                total.paddingSent(),
                total.paddingReceived(),
                total.framesIn(),
                total.framesOut(),
                total.bytesIn(),
                total.bytesOut(),
                total.framesDropped(),
                total.framesLost(),
                total.framesRefused(),
                total.cellsLost(),
                total.cellsLate(),
                total.cellsMissed(),
                total.cellsUnsent(),
                total.malformed(),
                total.droppedAuth(),
                total.droppedReplay(),
                total.droppedEpoch());
    }
}

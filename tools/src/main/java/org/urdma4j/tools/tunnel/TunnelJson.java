package org.urdma4j.tools.tunnel;

import org.urdma4j.measure.json.JsonObject;
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

    @Override
    public void ready(TunnelConfig config) {
        lines.print(
                "ready",
                new JsonObject()
                        .put("local", new Endpoint(config.local(), config.port()).toString())
                        .put(
                                "remote",
                                config.remote()
                                        .map(remote -> new Endpoint(remote, config.port()))
                                        .map(Endpoint::toString)
                                        .orElse(null))
                        .put("namespace", config.namespace().orElse(null))
                        .put("tap", config.device())
                        .put("mtu", config.mtu())
                        .put("shape", new Shape(config.rateBps()).toString())
                        .put("cell_bytes", config.cellBytes())
                        .put("queue_bytes", config.queueBytes()));
    }

    @Override
    public void interval(double seconds, Progress progress) {
        lines.print("interval", counts(seconds, progress));
    }

    @Override
    public void end(double seconds, Progress progress) {
        lines.print("end", counts(seconds, progress));
    }

    private static JsonObject counts(double seconds, Progress progress) {
        TunnelReport total = progress.total();
        return new JsonObject()
                .put("seconds", seconds)
                .put("connected", total.connected())
                .put("outside_sent_bps", progress.outBps())
                .put("outside_rcvd_bps", progress.inBps())
                .put("inside_sent_bps", progress.goodputOutBps())
                .put("inside_rcvd_bps", progress.goodputInBps())
                .put("cells_sent", total.cellsSent())
                .put("cells_rcvd", total.cellsReceived())
                .put("padding_sent", total.paddingSent())
                .put("padding_rcvd", total.paddingReceived())
                .put("frames_in", total.framesIn())
                .put("frames_out", total.framesOut())
                .put("bytes_in", total.bytesIn())
                .put("bytes_out", total.bytesOut())
                .put("frames_dropped", total.framesDropped())
                .put("frames_lost", total.framesLost())
                .put("frames_refused", total.framesRefused())
                .put("cells_lost", total.cellsLost())
                .put("cells_late", total.cellsLate())
                .put("cells_missed", total.cellsMissed())
                .put("cells_unsent", total.cellsUnsent())
                .put("malformed", total.malformed())
                .put("dropped_auth", total.droppedAuth())
                .put("dropped_replay", total.droppedReplay())
                .put("dropped_epoch", total.droppedEpoch());
    }
}

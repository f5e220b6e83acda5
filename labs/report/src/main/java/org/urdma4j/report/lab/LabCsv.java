package org.urdma4j.report.lab;

import org.urdma4j.lab.FlowResult;
import org.urdma4j.lab.LabCell;
import org.urdma4j.lab.LabResults;
import org.urdma4j.lab.Trial;
import org.urdma4j.lab.TrialResult;
import org.urdma4j.report.chart.Numbers;
import org.urdma4j.simulation.loss.LossSpec;

import java.io.IOException;

/**
 * All runs as CSV (RFC 4180, lines ending in LF): a line for each flow of each run, after one with
 * names. What was not measured is an empty field.
 */
public final class LabCsv {
    private static final String NAMES =
            "rtt_ms,loss,rate_bps,mtu,queue_ms,repeat,protocols,flow,protocol,goodput_bps,"
                    + "run_goodput_bps,bound_bps,run_share_of_bound,run_ratio_to_tcp_bbr,"
                    + "share_of_run,retransmits,rtt_seen_ms,min_rtt_seen_ms,cpu_s_per_gb_sender,"
                    + "cpu_s_per_gb_receiver,socket_drops,lateness_p99_us,attempts,void,failure,"
                    + "machine_cpu_s_per_gb\n";

    private LabCsv() {}

    /** Writes them in the order in which they ran. */
    public static void write(LabResults results, Appendable out) throws IOException {
        out.append(NAMES);
        for (TrialResult result : results.trials()) {
            if (result.ran()) {
                for (int flow = 0; flow < result.flows().size(); flow++) {
                    out.append(before(result)).append(figures(results, result, flow));
                }
            } else {
                out.append(before(result)).append(",,,,");
                out.append(Numbers.plain(result.trial().cell().boundBps()));
                out.append(",,,,,,,,,,,").append(String.valueOf(result.attempts())).append(",,");
                out.append(quoted(result.failure())).append(",\n");
            }
        }
    }

    private static String before(TrialResult result) {
        Trial trial = result.trial();
        LabCell cell = trial.cell();
        return String.join(
                ",",
                Numbers.plain(cell.rttNs() / 1e6),
                loss(cell.loss()),
                String.valueOf(cell.rateBps()),
                String.valueOf(cell.mtu()),
                Numbers.plain(cell.queueNs() / 1e6),
                String.valueOf(trial.repeat() + 1),
                trial.mix().name(),
                "");
    }

    private static String loss(LossSpec loss) {
        String text = loss.text();
        return LossSpec.namesModel(text) ? quoted(text) : Numbers.plain(loss.meanLoss());
    }

    private static String figures(LabResults results, TrialResult result, int place) {
        FlowResult flow = result.flows().get(place);
        return String.join(
                        ",",
                        String.valueOf(place + 1),
                        flow.kind().name(),
                        number(flow.goodputBps()),
                        number(result.goodputBps()),
                        number(result.trial().cell().boundBps()),
                        number(result.shareOfBound()),
                        number(results.ratioToBbr(result)),
                        number(result.shareOf(place)),
                        String.valueOf(flow.retransmits()),
                        number(flow.rttMs()),
                        number(flow.minRttMs()),
                        number(flow.cpuSender()),
                        number(flow.cpuReceiver()),
                        String.valueOf(flow.socketDrops()),
                        number(result.path().latenessP99Us()),
                        String.valueOf(result.attempts()),
                        quoted(result.path().reason()),
                        "",
                        number(result.machineCpu()))
                + "\n";
    }

    private static String number(double value) {
        return Double.isFinite(value) ? Numbers.plain(value) : "";
    }

    private static String quoted(String text) {
        return text.isEmpty() ? "" : '"' + text.replace("\"", "\"\"") + '"';
    }
}

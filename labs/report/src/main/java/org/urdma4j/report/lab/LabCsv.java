package org.urdma4j.report.lab;

import org.urdma4j.lab.FlowResult;
import org.urdma4j.lab.LabCell;
import org.urdma4j.lab.LabResults;
import org.urdma4j.lab.Trial;
import org.urdma4j.lab.TrialResult;
import org.urdma4j.report.chart.Csv;
import org.urdma4j.report.chart.Numbers;
import org.urdma4j.simulation.loss.LossSpec;

import java.io.IOException;

/** All runs as {@link Csv}: a line for each flow of each run, after one with names. */
public final class LabCsv {
    private static final String NAMES =
            "rtt_ms,loss,rate_bps,mtu,queue_ms,repeat,protocols,flow,protocol,goodput_bps,"
                    + "run_goodput_bps,bound_bps,run_share_of_bound,run_ratio_to_tcp_bbr,"
                    + "share_of_run,retransmits,rtt_seen_ms,min_rtt_seen_ms,cpu_s_per_gb_sender,"
                    + "cpu_s_per_gb_receiver,socket_drops,lateness_p99_us,attempts,void,failure,"
                    + "machine_cpu_s_per_gb\n";

    private LabCsv() {}

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
                out.append(",,,,,,,,,,,");
                out.append(Csv.line(result.attempts(), "", Csv.quoted(result.failure()), ""));
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
        return LossSpec.namesModel(text) ? Csv.quoted(text) : Numbers.plain(loss.meanLoss());
    }

    private static String figures(LabResults results, TrialResult result, int place) {
        FlowResult flow = result.flows().get(place);
        return Csv.line(
                place + 1,
                flow.kind().name(),
                flow.goodputBps(),
                result.goodputBps(),
                result.trial().cell().boundBps(),
                result.shareOfBound(),
                results.ratioToBbr(result),
                result.shareOf(place),
                flow.retransmits(),
                flow.rttMs(),
                flow.minRttMs(),
                flow.cpuSender(),
                flow.cpuReceiver(),
                flow.socketDrops(),
                result.path().latenessP99Us(),
                result.attempts(),
                Csv.quoted(result.path().reason()),
                "",
                result.machineCpu());
    }
}

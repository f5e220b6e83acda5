package org.urdma4j.report.matrix;

import org.urdma4j.measure.matrix.MatrixResult;
import org.urdma4j.measure.sim.Measures;
import org.urdma4j.measure.sim.SimOptions;
import org.urdma4j.measure.sim.SimResult;
import org.urdma4j.report.chart.Csv;

import java.io.IOException;

/** A matrix as {@link Csv}: a line for each cell, after one with names. */
public final class CsvReport {
    private static final String NAMES =
            "profile,rate_bps,rtt_ms,loss,queue_bytes,mtu,time_ms,seed,goodput_bps_whole,"
                    + "goodput_bps_steady,bound_bps,share_of_bound,retransmitted_share,"
                    + "spurious_share,duplicate_share,repair_share,queue_delay_ms_p50,"
                    + "queue_delay_ms_p95,startup_ms,failure\n";

    private CsvReport() {}

    /** Writes the matrix; what was not measured is an empty field. */
    public static void write(MatrixResult matrix, Appendable out) throws IOException {
        out.append(NAMES);
        for (SimResult result : matrix.results()) {
            out.append(line(result));
        }
    }

    private static String line(SimResult result) {
        SimOptions options = result.options();
        Measures all = result.all();
        return Csv.line(
                Labels.profile(options.profile()),
                options.rateBps(),
                options.rttNs() / 1e6,
                options.loss().meanLoss(),
                options.queueBytes(),
                options.payloadBytes(),
                options.timeNs() / 1e6,
                options.seed(),
                all.goodputWholeBps(),
                all.goodputSteadyBps(),
                all.boundBps(),
                result.shareOfBound(),
                all.retransmittedShare(),
                all.spuriousShare(),
                all.duplicateShare(),
                all.repairShare(),
                all.queueDelayP50Ns() / 1e6,
                all.queueDelayP95Ns() / 1e6,
                all.startupNs() / 1e6,
                all.failure());
    }
}

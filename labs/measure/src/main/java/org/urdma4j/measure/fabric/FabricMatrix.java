package org.urdma4j.measure.fabric;

import org.urdma4j.leafspine.balance.LoadBalance;
import org.urdma4j.leafspine.pattern.Pattern;
import org.urdma4j.leafspine.run.FabricOptions;
import org.urdma4j.leafspine.run.RateControl;
import org.urdma4j.leafspine.run.Scheme;
import org.urdma4j.leafspine.topology.Shape;

import java.util.ArrayList;
import java.util.List;

/** The paper's figures 11 and 12: both collectives over sizes, at both speed-ups. */
public final class FabricMatrix {
    /** What runs: the baseline, what makes it better, and containers. */
    public static final List<Scheme> SCHEMES =
            List.of(
                    Scheme.BASELINE,
                    Scheme.standard(LoadBalance.ECMP, RateControl.DCQCN, true, 1),
                    Scheme.standard(LoadBalance.ECMP, RateControl.HPCC, false, 1),
                    Scheme.standard(LoadBalance.ECMP, RateControl.DCQCN, false, 4),
                    Scheme.standard(LoadBalance.ADAPTIVE, RateControl.DCQCN, false, 1),
                    Scheme.standard(LoadBalance.GSE_LEAF, RateControl.DCQCN, false, 1),
                    Scheme.urdma(LoadBalance.GSE_HOST, RateControl.GRANTS));

    /** The paper's sizes, every second one. */
    private static final long[] MEBIBYTES = {1, 4, 16, 64, 256, 512};

    private static final int[] SPINES = {3, 4};

    private FabricMatrix() {}

    /**
     * Returns the cells.
     *
     * @param shape with any number of spines
     * @param seeds at the largest size; elsewhere there is one
     * @param first the first seed
     * @param mostBytes larger sizes are left out
     */
    public static List<FabricGrid.Wanted> cells(
            Shape shape, int seeds, long first, long mostBytes) {
        List<FabricGrid.Wanted> cells = new ArrayList<>();
        for (Pattern pattern : List.of(Pattern.ALLTOALL, Pattern.ALLREDUCE)) {
            for (int spines : SPINES) {
                for (long size : MEBIBYTES) {
                    long bytes = size << 20;
                    boolean largest = size == MEBIBYTES[MEBIBYTES.length - 1];
                    if (bytes > mostBytes) {
                        continue;
                    }
                    for (Scheme scheme : SCHEMES) {
                        FabricOptions options =
                                new FabricOptions(
                                        pattern,
                                        pattern.rounded(bytes, shape.servers()),
                                        shape.withSpines(spines),
                                        scheme,
                                        null,
                                        0,
                                        first);
                        cells.add(new FabricGrid.Wanted(options, largest ? seeds : 1));
                    }
                }
            }
        }
        return cells;
    }
}

package org.urdma4j.lab.compare;

import java.util.List;

/**
 * How well the two agree.
 *
 * @param paths that were run
 * @param voids of them those that the emulator couldn't carry in time, which count for nothing
 * @param within10 of the others those that are at most 10 % apart
 * @param offByHalf those that are more than half apart
 * @param failed those of which a run failed
 * @param medianRatio of the goodputs, emulated to simulated; NaN if there is none
 * @param leastRatio of them the least
 * @param mostRatio of them the most
 */
public record Agreement(
        int paths,
        int voids,
        int within10,
        int offByHalf,
        int failed,
        double medianRatio,
        double leastRatio,
        double mostRatio) {
    private static final double TENTH = 0.1;
    private static final double HALF = 0.5;

    public static Agreement of(List<ComparedResult> results) {
        List<ComparedResult> counting = results.stream().filter(ComparedResult::counts).toList();
        double[] ratios =
                counting.stream()
                        .mapToDouble(ComparedResult::ratio)
                        .filter(Double::isFinite)
                        .sorted()
                        .toArray();
        int n = ratios.length;
        return new Agreement(
                results.size(),
                results.size() - counting.size(),
                (int) counting.stream().filter(result -> result.within(TENTH)).count(),
                (int) counting.stream().filter(result -> !result.within(HALF)).count(),
                (int) counting.stream().filter(result -> !result.failure().isEmpty()).count(),
                n == 0 ? Double.NaN : (ratios[(n - 1) / 2] + ratios[n / 2]) / 2,
                n == 0 ? Double.NaN : ratios[0],
                n == 0 ? Double.NaN : ratios[n - 1]);
    }
}

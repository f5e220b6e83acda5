package org.urdma4j.lab.latency;

import org.urdma4j.lab.Spread;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * All runs of an asker at an MTU with a time of busy polling; of those that didn't fail.
 *
 * @param p50OverEcho that of the run over the echo's, each in the same round
 * @param p99OverEcho likewise
 * @param again of all runs together
 * @param failures what runs said that failed
 */
public record LatencyRow(
        int mtu,
        int busyPollUs,
        Asker asker,
        Spread p50Us,
        Spread p50OverEcho,
        Spread p99Us,
        Spread p99OverEcho,
        Spread p999Us,
        Spread perS,
        long again,
        List<String> failures) {
    public LatencyRow {
        failures = List.copyOf(failures);
    }

    /** Returns a row for each MTU, time of busy polling and asker, in the plan's order. */
    public static List<LatencyRow> of(LatencyPlan plan, List<LatencyResult> results) {
        List<LatencyRow> rows = new ArrayList<>();
        for (LatencyTurn turn : plan.turns()) {
            if (turn.round() == 1) {
                rows.add(of(turn, results));
            }
        }
        return rows;
    }

    private static LatencyRow of(LatencyTurn first, List<LatencyResult> results) {
        List<LatencyResult> own =
                results.stream().filter(r -> sameBut(r.turn(), first, first.asker())).toList();
        return new LatencyRow(
                first.mtu(),
                first.busyPollUs(),
                first.asker(),
                spread(own, RoundTrips::p50Us),
                overEcho(own, results, RoundTrips::p50Us),
                spread(own, RoundTrips::p99Us),
                overEcho(own, results, RoundTrips::p99Us),
                spread(own, RoundTrips::p999Us),
                spread(own, RoundTrips::perS),
                own.stream()
                        .mapToDouble(result -> result.trips().again())
                        .filter(Double::isFinite)
                        .mapToLong(Math::round)
                        .sum(),
                own.stream()
                        .map(LatencyResult::failure)
                        .filter(failure -> !failure.isEmpty())
                        .toList());
    }

    private static boolean sameBut(LatencyTurn turn, LatencyTurn other, Asker asker) {
        return turn.equals(new LatencyTurn(turn.round(), other.mtu(), other.busyPollUs(), asker));
    }

    private static Spread spread(List<LatencyResult> own, ToDoubleFunction<RoundTrips> figure) {
        return Spread.of(own.stream().mapToDouble(r -> figure.applyAsDouble(r.trips())).toArray());
    }

    private static Spread overEcho(
            List<LatencyResult> own,
            List<LatencyResult> results,
            ToDoubleFunction<RoundTrips> figure) {
        return Spread.of(
                own.stream()
                        .mapToDouble(r ->
                                figure.applyAsDouble(r.trips())
                                        / figure.applyAsDouble(echo(r.turn(), results)))
                        .toArray());
    }

    private static RoundTrips echo(LatencyTurn beside, List<LatencyResult> results) {
        return results.stream()
                .filter(r -> r.turn().round() == beside.round())
                .filter(r -> sameBut(r.turn(), beside, Asker.ECHO))
                .map(LatencyResult::trips)
                .findFirst()
                .orElse(RoundTrips.NONE);
    }
}

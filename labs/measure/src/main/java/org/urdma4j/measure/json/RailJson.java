package org.urdma4j.measure.json;

import org.urdma4j.measure.rail.PathReading;
import org.urdma4j.transport.qp.RailStatistics;

import java.util.List;

/** A path of a queue pair that has several, for programs. What isn't known is null. */
public record RailJson(
        String local,
        String remote,
        List<Integer> sourcePorts,
        String state,
        Double rttMs,
        Double minRttMs,
        double lossShare,
        Double goodputBps,
        long containers,
        long resentElsewhere,
        long failovers) {
    /** Makes it of a reading. */
    public static RailJson of(PathReading reading) {
        RailStatistics path = reading.statistics();
        return new RailJson(
                reading.local(),
                reading.remote(),
                path.sourcePorts(),
                path.state(),
                ms(path.rttNs()),
                ms(path.minRttNs()),
                path.lossShare(),
                Double.isNaN(reading.goodputBps()) ? null : reading.goodputBps(),
                path.containers(),
                path.resentElsewhere(),
                path.failovers());
    }

    /** Makes them of the readings of a queue pair; null if it has but one path. */
    public static List<RailJson> of(List<PathReading> readings) {
        return readings.isEmpty() ? null : readings.stream().map(RailJson::of).toList();
    }

    private static Double ms(long ns) {
        return ns == 0 ? null : ns / 1e6;
    }
}

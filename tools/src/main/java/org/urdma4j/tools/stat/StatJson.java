package org.urdma4j.tools.stat;

import com.fasterxml.jackson.annotation.JsonUnwrapped;

import org.urdma4j.measure.json.Json;
import org.urdma4j.transport.stat.DeviceStat;
import org.urdma4j.transport.stat.QpStat;
import org.urdma4j.transport.stat.StreamsFile;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;

/** A snapshot for programs. */
final class StatJson {
    private StatJson() {}

    static void print(Snapshot now, Snapshot before, PrintWriter out) {
        List<DeviceRecord> devices =
                now.devices().stream()
                        .map(device -> record(device, new Rates(device, before)))
                        .toList();
        List<StreamRecord> streams =
                now.streams().stream()
                        .flatMap(found ->
                                found.lines().stream()
                                        .map(line -> new StreamRecord(found.pid(), line)))
                        .toList();
        Json.print(new Line(now.timeMs(), devices, streams), out);
    }

    private static DeviceRecord record(DeviceStat device, Rates rates) {
        return new DeviceRecord(
                device.process().pid(),
                device.process().isComparable(),
                device.program(),
                device.device(),
                device.publishedMs(),
                orNull(rates.sentBits()),
                orNull(rates.receivedBits()),
                device.counters(),
                device.queuePairCount(),
                device.queuePairs().stream().map(pair -> record(pair, rates)).toList());
    }

    private static PairRecord record(QpStat pair, Rates rates) {
        return new PairRecord(orNull(rates.sentBits(pair)), orNull(rates.receivedBits(pair)), pair);
    }

    private static Double orNull(double value) {
        return Double.isNaN(value) ? null : value;
    }

    private record Line(long timeMs, List<DeviceRecord> devices, List<StreamRecord> streams) {}

    private record StreamRecord(long pid, @JsonUnwrapped StreamsFile.Line line) {}

    private record DeviceRecord(
            long pid,
            boolean sameNamespace,
            String program,
            String device,
            long publishedMs,
            Double sentBps,
            Double receivedBps,
            Map<String, Long> counters,
            int queuePairCount,
            List<PairRecord> queuePairs) {}

    private record PairRecord(Double sentBps, Double receivedBps, @JsonUnwrapped QpStat pair) {}
}

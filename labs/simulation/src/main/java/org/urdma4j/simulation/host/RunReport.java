package org.urdma4j.simulation.host;

import org.urdma4j.transport.counter.Counter;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a run has counted until now: a snapshot for people and for comparison. The same program with
 * the same seed gives an equal one.
 *
 * @param virtualNs the virtual time that has passed
 * @param devices counters that are not zero, by host
 * @param links counters in words, by link
 */
public record RunReport(
        long virtualNs, Map<String, Map<Counter, Long>> devices, Map<String, String> links) {

    static RunReport of(SimulatedNetwork network) {
        Map<String, Map<Counter, Long>> devices = new LinkedHashMap<>();
        network.hosts().forEach(host -> devices.put(host.name(), host.counters().nonZero()));
        Map<String, String> links = new LinkedHashMap<>();
        network.links().forEach(link -> links.put(link.name(), link.counters().toString()));
        return new RunReport(network.time().nowNs(), devices, links);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("%.6f s%n".formatted(virtualNs / 1e9));
        devices.forEach((name, counters) ->
                text.append("device %s: %s%n".formatted(name, inWords(counters))));
        links.forEach((name, counters) -> text.append("link %s: %s%n".formatted(name, counters)));
        return text.toString();
    }

    private static String inWords(Map<Counter, Long> counters) {
        return counters.entrySet().stream()
                .map(entry -> entry.getKey().label() + " " + entry.getValue())
                .collect(Collectors.joining(", "));
    }
}

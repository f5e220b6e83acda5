package org.urdma4j.metrics;

import org.urdma4j.verbs.DeviceStatistics;
import org.urdma4j.verbs.QpStatistics;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * Snapshots in Prometheus' text format, version 0.0.4. The names begin with {@code urdma4j_};
 * counters end in {@code _total}, times are in seconds.
 */
public final class TextExposition {
    /** Of the answer to a scrape. */
    public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private static final String PREFIX = "urdma4j_";
    private static final double NS_PER_S = 1e9;

    /** Counters of single queue pairs; of all there are too many to keep for each. */
    private static final List<String> PAIR_COUNTERS =
            List.of("sent_bytes", "rcvd_bytes", "sent_pkts", "rcvd_pkts", "retransmitted_pkts");

    private final StringBuilder text = new StringBuilder();

    private TextExposition() {}

    /** A queue pair and the labels of all that is said of it. */
    private record Labelled(QpStatistics pair, String labels) {}

    /**
     * Returns the text, empty for no devices.
     *
     * @param devices of one name or of several: those after the first of a name are told apart by a
     *     number behind it
     */
    public static String of(List<DeviceStatistics> devices) {
        TextExposition exposition = new TextExposition();
        if (!devices.isEmpty()) {
            exposition.write(devices);
        }
        return exposition.text.toString();
    }

    private void write(List<DeviceStatistics> devices) {
        List<String> names = distinct(devices);
        List<Labelled> pairs = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            for (QpStatistics pair : devices.get(i).queuePairs()) {
                pairs.add(new Labelled(pair, labels(names.get(i), pair)));
            }
        }
        devices(devices, names);
        pairs(pairs);
    }

    private void devices(List<DeviceStatistics> devices, List<String> names) {
        family("queue_pairs", "gauge", "Queue pairs that there are.");
        for (int i = 0; i < names.size(); i++) {
            sample("queue_pairs", device(names.get(i)), devices.get(i).queuePairCount());
        }
        TreeSet<String> counters = new TreeSet<>();
        devices.forEach(device -> counters.addAll(device.counters().keySet()));
        for (String counter : counters) {
            String metric = counter + "_total";
            family(metric, "counter", "Counter %s of a device.".formatted(counter));
            for (int i = 0; i < names.size(); i++) {
                sample(metric, device(names.get(i)), devices.get(i).counter(counter));
            }
        }
    }

    private void pairs(List<Labelled> pairs) {
        if (pairs.isEmpty()) {
            return;
        }
        family("qp_info", "gauge", "What a queue pair is and does; always 1.");
        for (Labelled each : pairs) {
            QpStatistics pair = each.pair;
            sample(
                    "qp_info",
                    each.labels
                            + label(",type", pair.type().name())
                            + label(",state", pair.state().name())
                            + label(",profile", pair.profile())
                            + label(",congestion", pair.congestion()),
                    1);
        }
        for (String counter : PAIR_COUNTERS) {
            String metric = "qp_" + counter + "_total";
            family(metric, "counter", "Counter %s of a queue pair.".formatted(counter));
            pairs.forEach(each -> sample(metric, each.labels, each.pair.counter(counter)));
        }
        seconds(pairs, "qp_rtt_seconds", "The last round trip.", QpStatistics::rttNs);
        seconds(
                pairs,
                "qp_min_rtt_seconds",
                "Round trip of the empty path.",
                QpStatistics::minRttNs);
        seconds(
                pairs,
                "qp_queue_delay_seconds",
                "Time that packets spend in queues.",
                QpStatistics::queueDelayNs);
        gauge(
                pairs,
                "qp_in_flight_bytes",
                "Bytes on the way to the peer.",
                QpStatistics::inFlightBytes);
        gauge(
                pairs,
                "qp_window_bytes",
                "Bytes that may be on the way.",
                pair ->
                        pair.windowBytes() == Long.MAX_VALUE
                                ? Double.POSITIVE_INFINITY
                                : pair.windowBytes());
        gauge(
                pairs,
                "qp_pacing_bits_per_second",
                "Rate at which packets leave, 0 if they aren't paced.",
                QpStatistics::pacingBitsPerSecond);
        gauge(
                pairs,
                "qp_delivery_bits_per_second",
                "Rate at which the path is believed to deliver.",
                QpStatistics::deliveryBitsPerSecond);
    }

    private void seconds(
            List<Labelled> pairs, String metric, String help, ToLongFunction<QpStatistics> ns) {
        gauge(pairs, metric, help, pair -> ns.applyAsLong(pair) / NS_PER_S);
    }

    private void gauge(
            List<Labelled> pairs,
            String metric,
            String help,
            ToDoubleFunction<QpStatistics> value) {
        family(metric, "gauge", help);
        for (Labelled each : pairs) {
            line(metric, each.labels, number(value.applyAsDouble(each.pair)));
        }
    }

    private void family(String metric, String type, String help) {
        text.append("# HELP ").append(PREFIX).append(metric).append(' ').append(help).append('\n');
        text.append("# TYPE ").append(PREFIX).append(metric).append(' ').append(type).append('\n');
    }

    private void sample(String metric, String labels, long value) {
        line(metric, labels, Long.toString(value));
    }

    private void line(String metric, String labels, String value) {
        text.append(PREFIX).append(metric).append('{').append(labels).append("} ");
        text.append(value).append('\n');
    }

    /** Go's ParseFloat, which reads them, knows infinity by another name than Java. */
    private static String number(double value) {
        return value == Double.POSITIVE_INFINITY ? "+Inf" : Double.toString(value);
    }

    private static String device(String name) {
        return label("device", name);
    }

    private static String labels(String device, QpStatistics pair) {
        return device(device)
                + label(",qp", Integer.toString(pair.qpNum()))
                + label(",peer", pair.peer());
    }

    private static String label(String name, String value) {
        String escaped = value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
        return name + "=\"" + escaped + '"';
    }

    private static List<String> distinct(List<DeviceStatistics> devices) {
        Map<String, Integer> seen = new HashMap<>();
        List<String> names = new ArrayList<>();
        for (DeviceStatistics device : devices) {
            int times = seen.merge(device.device(), 1, Integer::sum);
            names.add(times == 1 ? device.device() : device.device() + "#" + times);
        }
        return names;
    }
}

package org.urdma4j.micrometer;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;

import org.urdma4j.verbs.QpStatistics;
import org.urdma4j.verbs.QueuePair;

import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/**
 * What a queue pair knows of its path, as gauges: {@code urdma4j.qp.rtt}, {@code min.rtt} and
 * {@code queue.delay} in seconds, {@code in.flight} and {@code window} in bytes, {@code pacing} and
 * {@code delivery} in bits per second. The tag {@code qp} is its number. Each is NaN once the queue
 * pair is closed. For queue pairs that live long: whoever registers them removes them. Any thread.
 */
public final class QueuePairMetrics implements MeterBinder {
    private static final String PREFIX = "urdma4j.qp.";
    private static final double NS_PER_S = 1e9;

    private final QueuePair pair;
    private final Iterable<Tag> tags;

    /** Meters of a queue pair with no further tags. */
    public QueuePairMetrics(QueuePair pair) {
        this(pair, List.of());
    }

    /** Meters of a queue pair with further tags, such as what the application uses it for. */
    public QueuePairMetrics(QueuePair pair, Iterable<Tag> tags) {
        this.pair = Objects.requireNonNull(pair, "pair");
        this.tags = Objects.requireNonNull(tags, "tags");
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Snapshots<QpStatistics> snapshots =
                new Snapshots<>(pair::statistics, registry.config().clock());
        Tags all = Tags.of(tags).and("qp", Integer.toString(pair.qpNum()));
        gauge(registry, all, snapshots, "rtt", "seconds", of -> of.rttNs() / NS_PER_S);
        gauge(registry, all, snapshots, "min.rtt", "seconds", of -> of.minRttNs() / NS_PER_S);
        gauge(
                registry,
                all,
                snapshots,
                "queue.delay",
                "seconds",
                of -> of.queueDelayNs() / NS_PER_S);
        gauge(registry, all, snapshots, "in.flight", "bytes", QpStatistics::inFlightBytes);
        gauge(registry, all, snapshots, "window", "bytes", QueuePairMetrics::window);
        gauge(registry, all, snapshots, "pacing", "bits/s", QpStatistics::pacingBitsPerSecond);
        gauge(registry, all, snapshots, "delivery", "bits/s", QpStatistics::deliveryBitsPerSecond);
    }

    private static double window(QpStatistics of) {
        return of.windowBytes() == Long.MAX_VALUE ? Double.POSITIVE_INFINITY : of.windowBytes();
    }

    private static void gauge(
            MeterRegistry registry,
            Tags tags,
            Snapshots<QpStatistics> snapshots,
            String name,
            String unit,
            ToDoubleFunction<QpStatistics> value) {
        Gauge.builder(
                        PREFIX + name,
                        snapshots,
                        each -> {
                            QpStatistics newest = each.get();
                            return newest == null || each.isOver()
                                    ? Double.NaN
                                    : value.applyAsDouble(newest);
                        })
                .tags(tags)
                .baseUnit(unit)
                .strongReference(true)
                .register(registry);
    }
}

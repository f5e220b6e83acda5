package org.urdma4j.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;

import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.DeviceStatistics;

import java.util.List;
import java.util.Objects;

/**
 * The counters of an open device: {@code urdma4j.} and the name of the counter with points for
 * underscores, such as {@code urdma4j.sent.bytes}; and {@code urdma4j.queue.pairs}. The tag {@code
 * device} is its name. Of a device that is closed the counters keep their values. Any thread.
 */
public final class DeviceMetrics implements MeterBinder {
    private static final String PREFIX = "urdma4j.";
    private static final String BYTES = "bytes";

    private final Context context;
    private final Iterable<Tag> tags;

    /** Meters of a device with no further tags. */
    public DeviceMetrics(Context context) {
        this(context, List.of());
    }

    /**
     * Meters of a device with further tags. Two contexts of one device in one registry need some:
     * they have the same name.
     */
    public DeviceMetrics(Context context, Iterable<Tag> tags) {
        this.context = Objects.requireNonNull(context, "context");
        this.tags = Objects.requireNonNull(tags, "tags");
    }

    /**
     * Registers them.
     *
     * @throws IllegalStateException if the device is closed
     */
    @Override
    public void bindTo(MeterRegistry registry) {
        DeviceStatistics first = context.statistics(0);
        Snapshots<DeviceStatistics> snapshots =
                new Snapshots<>(() -> context.statistics(0), registry.config().clock());
        Tags all = Tags.of(tags).and("device", first.device());
        for (String name : first.counters().keySet()) {
            FunctionCounter.builder(
                            PREFIX + name.replace('_', '.'),
                            snapshots,
                            each -> valueOf(each, name, first))
                    .tags(all)
                    .baseUnit(name.endsWith(BYTES) ? BYTES : null)
                    .register(registry);
        }
        Gauge.builder(
                        PREFIX + "queue.pairs",
                        snapshots,
                        each -> {
                            DeviceStatistics newest = each.get();
                            return each.isOver() ? 0 : newest.queuePairCount();
                        })
                .tags(all)
                .strongReference(true)
                .register(registry);
    }

    private static double valueOf(
            Snapshots<DeviceStatistics> snapshots, String name, DeviceStatistics first) {
        DeviceStatistics newest = snapshots.get();
        return (newest == null ? first : newest).counter(name);
    }
}

package org.urdma4j.testing;

import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.link.LinkConfigBuilder;
import org.urdma4j.simulation.link.QueueSize;
import org.urdma4j.simulation.loss.LossSpec;
import org.urdma4j.simulation.units.Units;

import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * What an {@link EmulatedPath} says.
 *
 * @param text as it is written, for people
 * @param link each way
 * @param seed empty for another one each time
 */
record PathSpec(String text, LinkConfig link, OptionalLong seed) {
    private static final String RANDOM = "random";

    /**
     * Reads an annotation.
     *
     * @throws ExtensionConfigurationException that names an attribute which isn't as it should be
     */
    static PathSpec of(EmulatedPath path) {
        LinkConfigBuilder link = LinkConfig.builder();
        read(
                "rtt",
                path.rtt(),
                "a time such as 80ms, 250us or 0, up to two days",
                () -> link.delay(delayNs(path.rtt())).build());
        read(
                "loss",
                path.loss(),
                "none, 0.1%, 0.001, ge:P,R,H or burst:GOOD,BAD,H",
                () -> link.loss(LossSpec.parse(path.loss())).build());
        LinkConfig paced =
                read(
                        "rate",
                        path.rate(),
                        "bit/s such as 100M, 2.5G or unlimited",
                        () -> link.rate(Units.rate(path.rate())).build());
        LinkConfig whole =
                read(
                        "queue",
                        path.queue(),
                        "1bdp, 0.5bdp, a time such as 20ms or bytes such as 16MiB",
                        () -> link.queue(queueBytes(path.queue(), paced)).build());
        OptionalLong seed =
                path.seed().equals(RANDOM)
                        ? OptionalLong.empty()
                        : OptionalLong.of(
                                read(
                                        "seed",
                                        path.seed(),
                                        "random or a whole number of 64 bits",
                                        () -> Long.parseLong(path.seed())));
        String text =
                "rtt %s, loss %s, rate %s, queue %s"
                        .formatted(path.rtt(), path.loss(), path.rate(), path.queue());
        return new PathSpec(text, whole, seed);
    }

    /** Returns half of a round trip, never less. */
    static long delayNs(String rtt) {
        return Math.ceilDiv(Units.timeNs(rtt), 2);
    }

    private static long queueBytes(String queue, LinkConfig link) {
        long bytes =
                QueueSize.bytes(
                        queue, link.rateBps(), 2 * link.delayNs(), LinkConfig.DEFAULT_QUEUE_BYTES);
        if (bytes == 0) {
            throw new IllegalArgumentException("nothing could wait there, and most would be lost");
        }
        return bytes;
    }

    private static <T> T read(String attribute, String value, String allowed, Supplier<T> reader) {
        try {
            return reader.get();
        } catch (IllegalArgumentException e) {
            throw new ExtensionConfigurationException(
                    "@EmulatedPath(%s = \"%s\"): %s; allowed is %s"
                            .formatted(attribute, value, e.getMessage(), allowed),
                    e);
        }
    }
}

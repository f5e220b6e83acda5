package org.urdma4j.metrics;

/** The clock of who limits how often devices are asked. */
final class MetricsClock {
    private MetricsClock() {}

    static long nowNs() {
        return System.nanoTime();
    }
}

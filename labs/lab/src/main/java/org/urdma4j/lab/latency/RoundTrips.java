package org.urdma4j.lab.latency;

import org.urdma4j.lab.FlowJson;

import tools.jackson.databind.JsonNode;

import java.io.IOException;

/**
 * What a client measured, all NaN if it didn't.
 *
 * @param p50Us median of the round trips, µs
 * @param p99Us 99 % took no longer, µs
 * @param p999Us 99.9 % took no longer, µs
 * @param perS round trips in a second
 * @param again requests that were asked or sent again, as no answer came
 */
public record RoundTrips(double p50Us, double p99Us, double p999Us, double perS, double again) {
    /** Those of a run that failed. */
    public static final RoundTrips NONE =
            new RoundTrips(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

    /**
     * Reads what {@code urdma bench client --latency --json} printed, or the client of the echo,
     * which prints as much of that as is read here.
     *
     * @param name for messages
     * @throws IOException if the run says that it failed, or nothing was timed
     */
    public static RoundTrips parse(String name, String text) throws IOException {
        JsonNode end = FlowJson.end(name, text);
        JsonNode times = end.path("latency_us");
        JsonNode sent = end.path("sum_sent");
        double seconds = sent.path("seconds").asDouble(0);
        if (times.path("count").asLong(0) == 0 || seconds <= 0) {
            throw new IOException(name + ": no request was answered while it was measured");
        }
        return new RoundTrips(
                times.path("typical").asDouble(Double.NaN),
                times.path("p99").asDouble(Double.NaN),
                times.path("p999").asDouble(Double.NaN),
                times.path("count").asLong() / seconds,
                sent.path("retransmits").asDouble(Double.NaN));
    }
}

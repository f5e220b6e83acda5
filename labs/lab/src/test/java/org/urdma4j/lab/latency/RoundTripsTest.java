package org.urdma4j.lab.latency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import org.junit.jupiter.api.Test;

import java.io.IOException;

class RoundTripsTest {
    /** What {@code bench client --latency --json} prints, cut to what is read and some more. */
    private static final String RUN =
            """
            {"start": {}, "end": {
              "sum_sent": {"seconds": 2.0, "bytes": 43584, "retransmits": 3},
              "latency_us": {"count": 704, "min": 273.92, "typical": 1040.895, "avg": 2809.38,
                             "p99": 18857.983, "p999": 45187.071, "max": 45187.071}}}
            """;

    @Test
    void shouldReadWhatBenchPrints() throws Exception {
        assertThat(RoundTrips.parse("x", RUN))
                .isEqualTo(new RoundTrips(1040.895, 18857.983, 45187.071, 352, 3));
    }

    @Test
    void shouldSayWhatIsWrongWithARun() {
        assertThatIOException()
                .isThrownBy(() -> RoundTrips.parse("x", "{\"error\":\"no server\"}"))
                .withMessage("x: no server");
        assertThatIOException()
                .isThrownBy(() -> RoundTrips.parse("x", "{\"end\":{\"sum_sent\":{\"seconds\":1}}}"))
                .withMessage("x: no request was answered while it was measured");
        assertThatIOException()
                .isThrownBy(() -> RoundTrips.parse("x", "killed"))
                .withMessage("this is no JSON object: killed");
    }

    @Test
    void shouldTakeNothingForANumber() throws IOException {
        String without = RUN.replace("\"p999\": 45187.071,", "");

        assertThat(RoundTrips.parse("x", without).p999Us()).isNaN();
    }
}

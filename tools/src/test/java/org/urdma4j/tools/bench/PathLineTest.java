package org.urdma4j.tools.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.measure.rail.PathReading;
import org.urdma4j.transport.qp.RailStatistics;

import java.util.List;

class PathLineTest {
    private static final RailStatistics PATH =
            new RailStatistics(
                    "::ffff:10.0.1.1",
                    "::ffff:10.0.1.2",
                    List.of(4791, 40_001),
                    "suspect",
                    20_500_000,
                    20_000_000,
                    0.0123,
                    1_000_000,
                    17,
                    5,
                    1);

    @Test
    void shouldSayWhatAPathDid() {
        PathReading reading = new PathReading(PATH, 482_000_000);
        String interval =
                "  10.0.1.1 > 10.0.1.2: suspect, 482.0 Mbit/s, RTT 20.50 ms, loss 1.230 %";
        assertThat(PathLine.of(reading)).isEqualTo(interval);
        assertThat(PathLine.total(reading))
                .isEqualTo(
                        interval
                                + "; 17 containers, 5 packets again elsewhere, 1 failovers,"
                                + " from port 4791 40001");
        assertThat(PathLine.of(new PathReading(PATH, Double.NaN))).contains(": suspect, -, RTT");
    }
}

package org.urdma4j.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.urdma4j.verbs.DeviceStatistics;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.QpStatistics;
import org.urdma4j.verbs.QpType;

import java.util.List;
import java.util.Map;

class TextExpositionTest {
    private static QpStatistics pair(int number, String peer, long window) {
        return new QpStatistics(
                number,
                7,
                QpType.RC,
                QpState.RTS,
                peer,
                "urdma",
                "steady",
                20_000_000,
                1,
                4096,
                window,
                1_000_000_000,
                0,
                0,
                1024,
                Map.of("sent_bytes", 5L));
    }

    private static DeviceStatistics device(String name, QpStatistics... pairs) {
        return new DeviceStatistics(
                name, Map.of("sent_pkts", 3L, "rcvd_pkts", 0L), pairs.length, List.of(pairs));
    }

    @Test
    void shouldWriteWhatAScraperReads() {
        Exposition read =
                new Exposition(
                        TextExposition.of(
                                List.of(device("udp-192.0.2.1", pair(17, "192.0.2.2:4791", 65)))));

        assertThat(read.samples)
                .containsEntry("urdma4j_queue_pairs{device=\"udp-192.0.2.1\"}", "1")
                .containsEntry("urdma4j_sent_pkts_total{device=\"udp-192.0.2.1\"}", "3")
                .containsEntry("urdma4j_rcvd_pkts_total{device=\"udp-192.0.2.1\"}", "0");
        String labels = "{device=\"udp-192.0.2.1\",qp=\"17\",peer=\"192.0.2.2:4791\"}";
        assertThat(read.samples)
                .containsEntry("urdma4j_qp_rtt_seconds" + labels, "0.02")
                .containsEntry("urdma4j_qp_min_rtt_seconds" + labels, "1.0E-9")
                .containsEntry("urdma4j_qp_window_bytes" + labels, "65.0")
                .containsEntry("urdma4j_qp_sent_bytes_total" + labels, "5");
    }

    @Test
    void shouldTellDevicesOfOneNameApart() {
        Exposition read =
                new Exposition(
                        TextExposition.of(
                                List.of(device("a", pair(1, "", 1)), device("a", pair(1, "", 1)))));

        assertThat(read.samples)
                .containsKeys(
                        "urdma4j_sent_pkts_total{device=\"a\"}",
                        "urdma4j_sent_pkts_total{device=\"a#2\"}");
    }

    @Test
    void shouldWriteAWindowWithoutALimit() {
        Exposition read =
                new Exposition(
                        TextExposition.of(List.of(device("a", pair(1, "b", Long.MAX_VALUE)))));

        assertThat(read.samples)
                .containsEntry("urdma4j_qp_window_bytes{device=\"a\",qp=\"1\",peer=\"b\"}", "+Inf");
    }

    @Test
    void shouldEscapeWhatWouldEndALabel() {
        Exposition read =
                new Exposition(TextExposition.of(List.of(device("a\"b\\c\nd}", pair(1, "\"", 1)))));

        assertThat(read.samples).containsKey("urdma4j_queue_pairs{device=\"a\\\"b\\\\c\\nd}\"}");
    }

    @Test
    void shouldWriteNothingOfNoDevices() {
        assertThat(TextExposition.of(List.of())).isEmpty();
    }

    /** The judge is judged. */
    @Test
    void shouldNoticeWhatAScraperWouldRefuse() {
        refused("a{b=\"c\"} 1\n");
        refused("# TYPE a gauge\na{b=\"c\"} 1");
        refused("# TYPE a counter\na 1\n");
        refused("# TYPE a gauge\na{b=\"c\"} Infinity\n");
        refused("# TYPE a gauge\na{b=\"c\"} 1\na{b=\"c\"} 2\n");
        refused("# TYPE a gauge\na{b=\"c\"} 1\n# TYPE b gauge\nb{} 1\n");
    }

    private static void refused(String text) {
        assertThatThrownBy(() -> new Exposition(text)).isInstanceOf(AssertionError.class);
    }
}

package org.urdma4j.lab.coexist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.urdma4j.lab.FlowKind;

import java.io.IOException;

class TraceJsonTest {
    private static final FlowKind CUBIC = new FlowKind("tcp-cubic");
    private static final String END =
            "\"end\":{\"sum_sent\":{\"retransmits\":9},"
                    + "\"sum_received\":{\"bits_per_second\":3.0}%s}}";

    private static String run(String start, String more) {
        return "{\"start\":{%s},\"intervals\":[".formatted(start)
                + "{\"sum\":{\"start\":0,\"end\":0.1,\"bits_per_second\":0.0}},"
                + "{\"sum\":{\"start\":0.1,\"end\":0.2,\"bits_per_second\":8.0e6}},"
                + "{\"sum\":{\"start\":0.2,\"end\":0.3,\"bits_per_second\":4.0e6}}],"
                + END.formatted(more);
    }

    @Test
    void shouldPlaceAFlowByTheEndOfItsProcess() throws IOException {
        String text = run("\"timestamp\":{\"timesecs\":1000}", "");

        FlowTrace trace = TraceJson.flow(CUBIC, text, 1_000_000, 1_005_300);

        assertThat(trace.startS()).isCloseTo(5.1, within(1e-6));
        assertThat(trace.endS()).isCloseTo(5.3, within(1e-6));
        assertThat(trace.retransmits()).isEqualTo(9);
        assertThat(trace.wireBps(5.15, 5.25)).isCloseTo(6e6 * 1538 / 1448, within(1.0));
        assertThat(trace.wireBps(6, 7)).isZero();
    }

    @Test
    void shouldPlaceAFlowByItsOwnClockWhereItHasOne() throws IOException {
        String start =
                "\"timestamp\":{\"timesecs\":1002,\"timemillisecs\":1002500},"
                        + "\"test_start\":{\"payload_bytes\":1024}";
        String text = run(start, ",\"urdma\":{}");

        FlowTrace trace = TraceJson.flow(FlowKind.URDMA, text, 1_000_000, 1_009_000);

        assertThat(trace.startS()).isCloseTo(2.6, within(1e-6));
        assertThat(trace.wire()).isCloseTo(1106.0 / 1024, within(1e-9));
    }

    @Test
    void shouldSayWhatARunLacks() {
        assertThatIOException()
                .isThrownBy(() -> TraceJson.flow(CUBIC, "{\"error\":\"no route\"}", 0, 1))
                .withMessage("tcp-cubic: no route");
        String none = "{\"start\":{},\"intervals\":[]," + END.formatted("");
        assertThatIOException()
                .isThrownBy(() -> TraceJson.flow(CUBIC, none, 0, 1))
                .withMessageContaining("no intervals");
        assertThatIOException()
                .isThrownBy(() -> TraceJson.flow(FlowKind.URDMA, run("", ""), 0, 1))
                .withMessageContaining("payload_bytes");
        assertThatIOException()
                .isThrownBy(() -> TraceJson.flow(CUBIC, "iperf3: interrupt", 0, 1))
                .withMessageContaining("no JSON object");
    }

    @Test
    void shouldReadTheQueueFromTheCountersOfThePath() {
        String line =
                "{\"event\":\"interval\",\"data\":{\"seconds\":%s,\"there\":{\"offered\":%d,"
                        + "\"queue_drops\":%d,\"wire_bytes\":%d,\"queued_ms\":%s},\"back\":{}}}\n";
        String text =
                "{\"event\":\"ready\",\"data\":{}}\n"
                        + line.formatted("0.1", 110, 10, 100_000, "500.0")
                        + line.formatted("0.2", 220, 20, 200_000, "1500.0")
                        + line.formatted("0.3", 220, 20, 200_000, "1500.0")
                        + "{\"event\":\"interval\",\"data\":{\"sec"; // killed

        PathTrace path = TraceJson.path(text, 8_000_000);

        assertThat(path.readings()).hasSize(3);
        assertThat(path.queues())
                .singleElement()
                .satisfies(queue -> assertThat(queue.meanMs()).isCloseTo(10, within(1e-9)));
        assertThat(path.queueMs(0.95, 0, 1)).isCloseTo(10, within(1e-9));
        assertThat(path.queueMs(0.95, 0.25, 1)).isNaN();
        assertThat(path.use(0.05, 0.25)).isCloseTo(1, within(1e-9));
        assertThat(path.use(0.05, 0.15)).isNaN();
    }
}

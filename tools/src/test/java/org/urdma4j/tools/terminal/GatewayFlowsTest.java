package org.urdma4j.tools.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.gateway.flow.Flow;
import org.urdma4j.gateway.flow.FlowKey;
import org.urdma4j.gateway.flow.FlowReport;
import org.urdma4j.measure.json.Json;
import org.urdma4j.measure.json.JsonObject;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

class GatewayFlowsTest {
    private static final FlowKey IPV4 = new FlowKey(0, 0xffff_0a00_0001L, 0, 0xffff_0a00_0002L, 17);
    private static final FlowKey IPV6 =
            new FlowKey(0xfd77_0000_0000_0000L, 1, 0xfd77_0000_0000_0000L, 2, 18);

    private static FlowReport flow(FlowKey key, int sender, long packets, boolean ended) {
        return new FlowReport(
                FlowReport.Half.SENTRY, key, sender, packets, 2, 3, 4, 5, 6, 7, 8, 900, ended);
    }

    private static List<String> printed(List<FlowReport> flows) {
        StringWriter text = new StringWriter();
        GatewayFlows.print(new PrintWriter(text, true), "flows", flows);
        return text.toString().lines().toList();
    }

    @Test
    void rowsShouldSayBetweenWhomAndHowMuchTheBusiestFirst() {
        List<JsonObject> rows =
                GatewayFlows.rows(
                        List.of(flow(IPV6, Flow.UNKNOWN, 10, true), flow(IPV4, 33, 11, false)));

        String counts =
                "\"resent\":2,\"nacks\":3,\"filtered\":4,\"held\":5,\"recovered\":6,"
                        + "\"released_again\":7,\"given_up\":8,\"pool_bytes\":900}";
        assertThat(rows)
                .extracting(Json::text)
                .containsExactly(
                        "{\"half\":\"sentry\",\"source\":\"10.0.0.1\","
                                + "\"destination\":\"10.0.0.2\",\"qpn\":17,\"source_qpn\":33,"
                                + "\"ended\":false,\"packets\":11,"
                                + counts,
                        "{\"half\":\"sentry\",\"source\":\"fd77:0:0:0:0:0:0:1\","
                                + "\"destination\":\"fd77:0:0:0:0:0:0:2\",\"qpn\":18,"
                                + "\"source_qpn\":null,\"ended\":true,\"packets\":10,"
                                + counts);
    }

    @Test
    void peopleShouldSeeTheBusiestTwenty() {
        List<FlowReport> flows = new ArrayList<>();
        IntStream.range(0, 50).forEach(i -> flows.add(flow(IPV4, i, i, false)));

        List<String> lines = printed(flows);

        assertThat(lines.get(1)).isEqualTo("flows: 50, the busiest 20");
        assertThat(lines).hasSize(3 + 20);
        assertThat(lines.get(3)).contains("10.0.0.1 > 10.0.0.2").contains(" 49 ");
        assertThat(lines.getLast()).contains(" 30 ");
    }

    @Test
    void programsShouldGetABoundedNumber() {
        FlowReport one = flow(IPV4, 1, 1, false);

        assertThat(GatewayFlows.rows(Collections.nCopies(10_001, one))).hasSize(10_000);
    }

    @Test
    void withoutFlowsNothingShouldBePrinted() {
        assertThat(printed(List.of())).isEmpty();
    }
}

package org.urdma4j.tools.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.tools.Invocation;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.util.List;

class CpuCommandTest {
    /** From the first thread of the idle class to the first interval, at most. */
    private static final double START_S = 1;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "--time 0 | --time is 0.0, must be 0.1 to 86400",
                "--time NaN | --time is NaN, must be 0.1 to 86400",
                "--time 1e9 | --time is 1.0E9, must be 0.1 to 86400",
                "--time soon | 'soon' is not a double",
                "--interval -1 | --interval is -1.0, must be 0.1 to 86400",
                "10 | Unmatched argument at index 1: '10'"
            })
    void shouldSayWhatIsWrong(String line, String message) {
        Invocation call = Invocation.of((Object[]) ("cpu " + line).split(" "));

        assertThat(call.status()).isEqualTo(2);
        assertThat(call.errLines().getFirst()).contains(message);
        assertThat(call.out()).isEmpty();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldShowIntervalsAndTheirSum() {
        Invocation call = Invocation.of("cpu", "--time", 0.3, "--interval", 0.1, "--json");

        assertThat(call.status()).as(call.err()).isZero();
        List<JsonNode> lines = call.out().lines().map(new JsonMapper()::readTree).toList();
        assertThat(lines.getLast().path("event").asString()).isEqualTo("end");
        assertThat(lines.getLast().path("data").path("until_s").asDouble())
                .isGreaterThanOrEqualTo(0.3);
        double until = 0;
        for (JsonNode line : lines) {
            JsonNode data = line.path("data");
            int processors = data.path("processors").asInt();
            // what a processor was busy in earlier intervals may be known only in a later one
            double lengthS = data.path("until_s").asDouble() - data.path("from_s").asDouble();
            double mostS = processors * (data.path("until_s").asDouble() + START_S);
            assertThat(data.path("busy_processors").asDouble() * lengthS).isBetween(0.0, mostS);
            if (line.path("event").asString().equals("interval")) {
                assertThat(data.path("from_s").asDouble()).isEqualTo(until);
                until = data.path("until_s").asDouble();
            }
        }
        assertThat(until).isPositive();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldSayItInWords() {
        Invocation call = Invocation.of("cpu", "--time", 0.1, "--interval", 5);

        assertThat(call.status()).as(call.err()).isZero();
        assertThat(call.out().lines().toList().getLast())
                .startsWith("all ")
                .contains(" processor")
                .endsWith(" busy");
    }
}

package org.urdma4j.tools.forward;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.PrintWriter;
import java.io.StringWriter;

class ForwardOutputTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private long now;

    private ForwardOutput output(boolean json) {
        return new ForwardOutput(
                new PrintWriter(out), new PrintWriter(err), json, false, () -> now);
    }

    @Test
    void shouldSayEachRefusalButNotWithoutEnd() {
        ForwardOutput output = output(false);
        for (int i = 0; i < 1000; i++) {
            output.onRefused("192.0.2.1", "db:5432", "connection refused");
        }
        assertThat(err.toString().lines())
                .hasSize(20)
                .containsOnly("urdma: refused 192.0.2.1 to db:5432: connection refused");
        now += 1_000_000_000;
        output.onRefused("192.0.2.1", null, "no");
        assertThat(err.toString().lines().toList().getLast())
                .isEqualTo("urdma: (980 more before) refused 192.0.2.1: no");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void shouldSayTheSameInJson() {
        ForwardOutput output = output(true);
        output.ready("127.0.0.1:1", "x");
        output.onOpened("a", "b");
        output.onRefused("a", null, "no");
        output.onEnded("a", "b", 1, 2, null);
        output.onListening("a", "127.0.0.1:1");
        output.onListeningEnded("a", "127.0.0.1:1", "it vanished");
        assertThat(out.toString().lines())
                .containsExactly(
                        "{\"event\":\"ready\",\"address\":\"127.0.0.1:1\"}",
                        "{\"event\":\"opened\",\"peer\":\"a\",\"target\":\"b\"}",
                        "{\"event\":\"refused\",\"peer\":\"a\",\"target\":null,\"error\":\"no\",\"unsaid\":0}",
                        "{\"event\":\"ended\",\"peer\":\"a\",\"target\":\"b\",\"sent\":1,\"received\":2,\"error\":null}",
                        "{\"event\":\"listening\",\"peer\":\"a\",\"address\":\"127.0.0.1:1\"}",
                        "{\"event\":\"unlistened\",\"peer\":\"a\",\"address\":\"127.0.0.1:1\",\"error\":\"it vanished\"}");
        assertThat(err.toString()).isEmpty();
    }
}

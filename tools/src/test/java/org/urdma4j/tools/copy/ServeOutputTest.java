package org.urdma4j.tools.copy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;

/** However many are refused, a line a minute says so. */
class ServeOutputTest {
    private static final String WHY = "no memory for another channel";

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private long now = Long.MAX_VALUE - 5;

    private ServeOutput output(boolean json) {
        return new ServeOutput(new PrintWriter(out), new PrintWriter(err), json, () -> now);
    }

    private void refuse(ServeOutput output) {
        for (int i = 0; i < 1000; i++) {
            output.onRefused(WHY);
        }
        now += Duration.ofMinutes(1).toNanos() - 1;
        output.onRefused(WHY);
        now++;
        output.onRefused(WHY);
    }

    @Test
    void peopleShouldBeToldOfThoseRefusedOnceAMinute() {
        refuse(output(false));
        assertThat(err.toString().lines())
                .containsExactly(
                        "urdma: 1 so far were refused: " + WHY,
                        "urdma: 1002 so far were refused: " + WHY);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void programsShouldBeToldOfThem() {
        refuse(output(true));
        assertThat(out.toString().lines())
                .containsExactly(
                        "{\"event\":\"refused\",\"peers\":1,\"error\":\"" + WHY + "\"}",
                        "{\"event\":\"refused\",\"peers\":1002,\"error\":\"" + WHY + "\"}");
        assertThat(err.toString()).isEmpty();
    }
}

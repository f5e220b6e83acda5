package org.urdma4j.tools.forward;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.forward.relay.OpenStream;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

class ForwardOutputTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private long now;

    private ForwardOutput output(boolean json) {
        return output(json, false);
    }

    private ForwardOutput output(boolean json, boolean verbose) {
        return new ForwardOutput(
                new PrintWriter(out), new PrintWriter(err), json, verbose, () -> now);
    }

    @Test
    void shouldSayWhatASecondHadIfItHadAnything() {
        for (boolean json : new boolean[] {false, true}) {
            ForwardOutput output = output(json, true);
            now += 1_000_000_000;
            output.onSecond(List.of());
            output.onOpened("a", "b");
            output.onEnded("c", "d", 1000, 0, null);
            now += 2_000_000_000;
            output.onSecond(List.of(new OpenStream("a", "b", 1500, 500)));
            now += 1_000_000_000;
            output.onSecond(List.of(new OpenStream("a", "b", 1500, 625)));
            output.onEnded("a", "b", 1500, 625, null);
            now += 1_000_000_000;
            output.onSecond(List.of());
        }
        assertThat(out.toString().lines().filter(line -> line.contains("refused")))
                .containsExactly(
                        "1 streams, 1 opened, 0 refused; sent 10 kbit/s, received 2 kbit/s",
                        "1 streams, 0 opened, 0 refused; sent 0 bit/s, received 1 kbit/s",
                        "{\"event\":\"second\",\"streams\":1,\"opened\":1,\"refused\":0,\"sent_bps\":10000.0,\"received_bps\":2000.0}",
                        "{\"event\":\"second\",\"streams\":1,\"opened\":0,\"refused\":0,\"sent_bps\":0.0,\"received_bps\":1000.0}");
        assertThat(err.toString()).isEmpty();
        ForwardOutput quiet = output(false);
        quiet.onSecond(List.of(new OpenStream("quiet", "b", 1, 1)));
        assertThat(out.toString()).doesNotContain("quiet");
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

package org.urdma4j.tools.tunnel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.tunnel.site.TunnelReport;

/** A second each. */
class SilenceTest {
    private static TunnelReport report(boolean connected, long received) {
        return new TunnelReport(
                connected, 0, received, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    @Test
    void shouldSayOnceThatNothingComesAndThatItDoesAgain() {
        Silence silence = new Silence(true);
        for (int second = 0; second < 10; second++) {
            assertThat(silence.news(report(false, 0))).isEmpty();
        }
        assertThat(silence.news(report(true, 7))).isEmpty();
        for (int second = 1; second < 5; second++) {
            assertThat(silence.news(report(true, 7))).isEmpty();
        }
        assertThat(silence.news(report(true, 7))).get().asString().contains("for 5 s");
        assertThat(silence.news(report(true, 7))).isEmpty();
        assertThat(silence.news(report(true, 8))).contains("cells come again");
        assertThat(silence.news(report(true, 9))).isEmpty();
    }

    @Test
    void shouldNotMissCellsThatNobodyHasToSend() {
        Silence silence = new Silence(false);
        for (int second = 0; second < 20; second++) {
            assertThat(silence.news(report(true, 0))).isEmpty();
        }
    }
}

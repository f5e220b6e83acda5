package org.urdma4j.tools.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.gateway.packet.GatewayCounters;

class PeerWatchTest {
    private final GatewayCounters counters = new GatewayCounters();
    private final PeerWatch watch = new PeerWatch();

    @Test
    void shouldSayEachOnce() {
        counters.otherKey = 3;
        assertThat(watch.news(counters)).singleElement().asString().contains("another key");
        counters.otherKey = 5;
        assertThat(watch.news(counters)).isEmpty();
        counters.withoutKey = 1;
        counters.otherVersion = 1;
        assertThat(watch.news(counters)).hasSize(2);
    }

    @Test
    void shouldSayThatNobodyAnswersOnlyAfterSomeTries() {
        counters.marks = 15;
        assertThat(watch.news(counters)).isEmpty();
        counters.marks = 16;
        assertThat(watch.news(counters)).singleElement().asString().contains("does not answer");
    }

    @Test
    void shouldSayNothingOfAPeerThatAnswers() {
        counters.marks = 1000;
        counters.messages = 1;
        assertThat(watch.news(counters)).isEmpty();
    }

    @Test
    void shouldNotCallAPeerWithAnotherKeyNobody() {
        counters.marks = 1000;
        counters.otherKey = 1;
        assertThat(watch.news(counters)).hasSize(1);
    }
}

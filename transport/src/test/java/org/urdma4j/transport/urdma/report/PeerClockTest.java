package org.urdma4j.transport.urdma.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.codec.urdma.Timestamp;

class PeerClockTest {
    private static final long NOW = 70_000_000_000L;
    private final PeerClock clock = new PeerClock();

    @Test
    void shouldKnowNoDelayAtFirst() {
        assertThat(clock.delay()).isEqualTo(PeerClock.UNKNOWN);
    }

    @Test
    void shouldMeasureTheDelayWithTheDifferenceOfTheClocks() {
        clock.onArrival(Timestamp.of(NOW) + 500, NOW + 100L * Timestamp.UNIT_NS);
        assertThat(clock.delay()).isEqualTo(-400);
    }

    /** It would be taken for that of a peer that knows nothing yet, and its packets be dropped. */
    @Test
    void shouldNeverSayThatAMeasuredDelayIsUnknown() {
        clock.onArrival(Timestamp.of(NOW), NOW);
        assertThat(clock.delay()).isEqualTo(1);
        clock.reset();
        assertThat(clock.delay()).isEqualTo(PeerClock.UNKNOWN);
    }
}

package org.urdma4j.tools.copy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.copy.client.Tally;
import org.urdma4j.copy.pass.PassListener;
import org.urdma4j.copy.rate.RateLimit;
import org.urdma4j.copy.schedule.Windows;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;

class TurnTest {
    /** As of files that grew since, or are sent again. */
    @Test
    void shouldHaveNoPlanForMoreThanWasPlanned() {
        Instant now = Instant.now();
        Instant deadline = now.plus(Duration.ofHours(1));
        Schedule schedule =
                new Schedule("host", Windows.ALWAYS, now, deadline, null, ZoneOffset.UTC);
        RateLimit rate = new RateLimit(0, () -> 0);
        Tally tally = new Tally(PassListener.NONE);
        try (Turn turn = new Turn(schedule, rate, _ -> {})) {
            turn.begins(tally);
            turn.plan(1_000_000_000);
            assertThat(rate.bitsPerSecond()).isBetween(2_222_222L, 3_000_000L);
            tally.onMoved(1_000_000_000);
            turn.plan(1_000_000_000);
            assertThat(rate.bitsPerSecond()).isZero();
        }
    }
}

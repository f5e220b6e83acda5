package org.urdma4j.retransmit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RetryTest {
    @Test
    void shouldRunOutAndBeRestoredByProgress() {
        RetryBudget budget = new RetryBudget();
        budget.limit(2);

        assertThat(budget.take()).isTrue();
        assertThat(budget.take()).isTrue();
        assertThat(budget.take()).isFalse();

        budget.onProgress();
        assertThat(budget.take()).isTrue();
        assertThat(budget.used()).isEqualTo(1);
    }

    @Test
    void shouldNeverRunOutWithoutLimit() {
        RetryBudget budget = new RetryBudget();
        budget.limit(RetryBudget.UNLIMITED);

        for (int i = 0; i < 100_000; i++) {
            assertThat(budget.take()).isTrue();
        }
    }

    @Test
    void shouldExpireAtItsDeadlineAcrossTheClocksWrap() {
        RetransmitTimer timer = new RetransmitTimer();
        long now = Long.MAX_VALUE - 5;
        timer.start(now, 10);

        assertThat(timer.expired(now + 9)).isFalse();
        assertThat(timer.expired(now + 10)).isTrue();

        timer.stop();
        assertThat(timer.expired(now + 10)).isFalse();
        assertThat(timer.deadlineNs()).isEqualTo(RetransmitTimer.NEVER);
    }

    @Test
    void shouldNeverExpireWithoutADuration() {
        RetransmitTimer timer = new RetransmitTimer();
        timer.start(0, 0);

        assertThat(timer.running()).isFalse();
        assertThat(timer.expired(Long.MAX_VALUE)).isFalse();
    }
}

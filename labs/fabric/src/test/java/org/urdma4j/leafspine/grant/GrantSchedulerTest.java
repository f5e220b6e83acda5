package org.urdma4j.leafspine.grant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.urdma4j.leafspine.event.EventQueue;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;

class GrantSchedulerTest {
    private static final double PS_PER_BYTE = 80;
    private static final long QUANTUM = 1000;
    private static final long RECLAIM_PS = 10_000_000;

    private final EventQueue events = new EventQueue();
    private final Map<Integer, Long> granted = new HashMap<>();
    private final TreeSet<Long> times = new TreeSet<>();

    private GrantScheduler scheduler(long portBytes, long senderBytes) {
        GrantConfig config =
                new GrantConfig(0.5, QUANTUM, portBytes, senderBytes, QUANTUM, RECLAIM_PS, 1000);
        return new GrantScheduler(
                config,
                events,
                PS_PER_BYTE,
                (sender, total) -> {
                    granted.put(sender, total);
                    times.add(events.nowPs());
                });
    }

    private void runUntil(long ps) {
        events.schedule(ps, () -> {});
        while (events.nowPs() < ps) {
            events.runNext();
        }
    }

    @Test
    void shouldPaceByItsShareOfThePort() {
        GrantScheduler grants = scheduler(1 << 20, 1 << 20);
        grants.onDemand(1, 11 * QUANTUM);

        runUntil(2_000_000);

        // ten quanta beyond the first, which needs no grant, at half of the port's rate
        assertThat(granted).containsEntry(1, 11 * QUANTUM);
        assertThat(times).hasSize(10);
        assertThat(times.last() - times.first()).isEqualTo(9 * 2 * 80 * QUANTUM);
    }

    @Test
    void sendersShouldTakeTurns() {
        GrantScheduler grants = scheduler(1 << 20, 1 << 20);
        grants.onDemand(1, 100 * QUANTUM);
        grants.onDemand(2, 100 * QUANTUM);
        grants.onDemand(3, 100 * QUANTUM);

        runUntil(30 * 160 * QUANTUM);

        assertThat(granted.values())
                .allSatisfy(total ->
                        assertThat((double) total)
                                .isCloseTo(11.0 * QUANTUM, within(1.0 * QUANTUM)));
    }

    @Test
    void whatIsOutShouldBeBounded() {
        GrantScheduler grants = scheduler(5 * QUANTUM, 3 * QUANTUM);
        grants.onDemand(1, 100 * QUANTUM);
        runUntil(900_000);
        assertThat(granted).containsEntry(1, 3 * QUANTUM);

        grants.onDemand(2, 100 * QUANTUM);
        runUntil(1_500_000);
        assertThat(grants.outBytes()).isEqualTo(5 * QUANTUM);

        grants.onArrived(1, QUANTUM);
        runUntil(1_900_000);
        assertThat(grants.outBytes()).isEqualTo(5 * QUANTUM);
    }

    @Test
    void aDemandDoubledShouldGrantNothingMoreAndSayAgainWhatWas() {
        GrantScheduler grants = scheduler(1 << 20, 1 << 20);
        grants.onDemand(1, 5 * QUANTUM);
        runUntil(900_000);
        granted.clear();

        grants.onDemand(1, 5 * QUANTUM);
        grants.onDemand(1, 2 * QUANTUM);

        assertThat(granted).containsEntry(1, 5 * QUANTUM);
        assertThat(grants.grantedBytes()).isEqualTo(4 * QUANTUM);
    }

    @Test
    void whatASilentSenderDoesNotUseShouldGoToOthers() {
        GrantScheduler grants = scheduler(3 * QUANTUM, 3 * QUANTUM);
        grants.onDemand(1, 100 * QUANTUM);
        runUntil(700_000);
        grants.onDemand(2, 100 * QUANTUM);
        assertThat(granted.getOrDefault(2, 0L)).isZero();

        runUntil(RECLAIM_PS - 1);
        assertThat(granted).doesNotContainKey(2);
        grants.onDemand(2, 100 * QUANTUM);
        runUntil(2 * RECLAIM_PS);

        assertThat(grants.reclaimedBytes()).isEqualTo(3 * QUANTUM);
        assertThat(granted).containsEntry(1, 3 * QUANTUM).containsEntry(2, 3 * QUANTUM);
        grants.onArrived(1, 3 * QUANTUM);
        assertThat(grants.outBytes()).isEqualTo(3 * QUANTUM);
    }

    /** It asks for as much as before, since nothing has come meanwhile. */
    @Test
    void whoAsksAgainShouldGetWhatWasTakenBackWhileItWasSilent() {
        GrantScheduler grants = scheduler(3 * QUANTUM, 3 * QUANTUM);
        grants.onDemand(1, 100 * QUANTUM);
        runUntil(3 * RECLAIM_PS);
        assertThat(grants.outBytes()).isZero();
        granted.clear();

        grants.onDemand(1, 100 * QUANTUM);
        runUntil(3 * RECLAIM_PS + 1_000_000);

        assertThat(granted).containsEntry(1, 3 * QUANTUM);
    }

    @Test
    void whatIsLostShouldBeOutNoMoreEvenIfItArrivesLate() {
        GrantScheduler grants = scheduler(3 * QUANTUM, 3 * QUANTUM);
        grants.onDemand(1, 100 * QUANTUM);
        runUntil(700_000);
        assertThat(granted).containsEntry(1, 3 * QUANTUM);

        grants.onReturned(1, 2 * QUANTUM);
        grants.onReturned(1, QUANTUM);
        runUntil(990_000);
        assertThat(granted.get(1)).isEqualTo(5 * QUANTUM);

        grants.onArrived(1, 5 * QUANTUM);
        assertThat(grants.outBytes()).isZero();
    }

    @Test
    void shouldGrantNoMoreThanThePort() {
        assertThatThrownBy(() -> GrantConfig.of(1.01, 1000, 1000, 1000))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> GrantConfig.of(0, 1000, 1000, 1000))
                .isInstanceOf(IllegalArgumentException.class);
    }
}

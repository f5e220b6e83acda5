package org.urdma4j.congestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.congestion.Bottleneck.MS;

import org.junit.jupiter.api.Test;

class QueueReferenceTest {
    private final QueueReference reference = new QueueReference(RrccConfig.DEFAULT);

    private long ownNs(double gbps, long rttMs) {
        reference.update((long) (gbps * 1e9), rttMs * MS);
        return reference.ownNs();
    }

    @Test
    void isTheSameForAllRoundTripsAndLongerForSlowerFlows() {
        assertThat(ownNs(1, 10)).isEqualTo(ownNs(1, 80)).isEqualTo(300_000);
        assertThat(ownNs(0.5, 80)).isBetween(500_000L, 510_000L);
    }

    @Test
    void isNeitherMoreThanAShareOfTheRoundTripNorLess() {
        assertThat(ownNs(0.01, 20)).isEqualTo(MS);
        assertThat(ownNs(800, 64)).isEqualTo(125_000);
    }

    @Test
    void aQueueThatStandsWhateverOneDoesIsLeftAlone() {
        ownNs(1, 40);
        assertThat(reference.endCycle(4 * MS, true, 0)).isFalse();
        assertThat(reference.endCycle(3 * MS, true, 0)).isTrue();
        assertThat(reference.ns()).isEqualTo(3 * MS);
        assertThat(reference.isFilled(0)).isFalse();
        assertThat(reference.endCycle(2 * MS, false, 0)).isTrue();
        assertThat(reference.ns()).isEqualTo(3 * MS);
        assertThat(reference.endCycle(MS, false, 0)).isTrue();
        assertThat(reference.ns()).isEqualTo(300_000);
    }

    @Test
    void aQueueThatFallsIsOnesOwn() {
        ownNs(1, 40);
        assertThat(reference.endCycle(4 * MS, true, 0)).isFalse();
        assertThat(reference.endCycle(MS, true, 0)).isFalse();
        assertThat(reference.ns()).isEqualTo(300_000);
    }

    @Test
    void aLongQueueThatOthersFillMayGrow() {
        ownNs(1, 40);
        assertThat(reference.endCycle(20 * MS, true, 0.001)).isFalse();
        assertThat(reference.endCycle(24 * MS, true, 0.001)).isTrue();
        assertThat(reference.ns()).isEqualTo(36 * MS);
        assertThat(reference.endCycle(30 * MS, false, 0.001)).isTrue();
        assertThat(reference.foreignNs()).isEqualTo(36 * MS);
        assertThat(reference.isFilled(0.001)).isTrue();
        assertThat(reference.isFilled(0.01)).isFalse();
    }

    @Test
    void aLongQueueThatOverflowsIsLeftAsItIs() {
        ownNs(1, 40);
        assertThat(reference.endCycle(20 * MS, true, 0.01)).isFalse();
        assertThat(reference.endCycle(24 * MS, true, 0.01)).isTrue();
        assertThat(reference.ns()).isEqualTo(24 * MS);
    }
}

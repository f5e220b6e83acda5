package org.urdma4j.leafspine.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.HashSet;
import java.util.Set;

class SenderPathsTest {
    private static final double PS_PER_BYTE = 80;
    private static final int CONTAINER = 16_792;

    private final SenderPaths paths = new SenderPaths(4, 77, PS_PER_BYTE);

    @Test
    void equalPathsShouldTakeTurns() {
        Set<SenderPath> chosen = new HashSet<>();
        for (int i = 0; i < 4; i++) {
            chosen.add(paths.choose(0));
        }

        assertThat(chosen).hasSize(4);
    }

    @Test
    void shouldTakeTheOneOnWhichItIsThereFirst() {
        SenderPath[] all = paths.all();
        for (SenderPath path : all) {
            paths.onDelay(path, 0, 5_000_000);
        }
        paths.onDelay(all[1], 0, 8_000_000);
        all[2].onSent(CONTAINER);
        all[3].onSent(2 * CONTAINER);
        all[0].rest(10_000_000);
        // 3 us of queue, 1.3 us of a container, 2.7 us of two
        assertThat(paths.choose(0)).isSameAs(all[2]);
        all[2].onSent(CONTAINER);
        all[2].onSent(CONTAINER);
        assertThat(paths.choose(0)).isSameAs(all[3]);

        // the queue has drained since
        assertThat(paths.choose(2_000_000)).isSameAs(all[1]);
        assertThat(paths.choose(20_000_000)).isIn(all[0], all[1]);
    }

    @Test
    void aLongQueueShouldBeLeftOnceNothingIsOut() {
        SenderPath[] all = paths.all();
        paths.onDelay(all[1], 0, 5_000_000);
        long before = all[0].entropy();
        Container out = new Container(0, all[0], 4);
        all[0].out.add(out);
        paths.onDelay(all[0], 0, 10_000_000);

        var _ = paths.choose(0);
        assertThat(all[0].entropy()).isEqualTo(before);

        all[0].out.clear();
        var _ = paths.choose(0);
        assertThat(all[0].entropy()).isNotEqualTo(before);
    }

    @Test
    void ifAllRestOneShouldBeTriedAnyway() {
        for (SenderPath path : paths.all()) {
            path.rest(1000);
        }

        assertThat(paths.choose(0)).isNotNull();
    }

    @Test
    void theOnlyPathShouldKeepTheEntropyOfTheQueuePair() {
        SenderPaths one = new SenderPaths(1, 77, PS_PER_BYTE);
        one.onDelay(one.all()[0], 0, 1);
        one.onDelay(one.all()[0], 0, 50_000_000);

        assertThat(one.choose(0).entropy()).isEqualTo(77);
    }
}

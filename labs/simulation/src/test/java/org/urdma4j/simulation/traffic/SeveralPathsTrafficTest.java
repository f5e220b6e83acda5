package org.urdma4j.simulation.traffic;

import org.junit.jupiter.api.Test;

import java.io.IOException;

/**
 * Over two to four rails, whose round trips and rates differ by up to 100 times, that fail and come
 * back, some in one direction alone.
 */
class SeveralPathsTrafficTest extends MixedTraffic {
    SeveralPathsTrafficTest() {
        super("paths-", TrafficConfig::severalPaths, URDMA_RECOVERIES, 40, 200);
    }

    /** What was lost with a path filled its rail's window, and no report was to come. */
    @Test
    void shouldOpenAWindowThatWhatIsLostHasFilled() throws IOException {
        shouldPlaceEveryByteOnceAndCompleteInOrder(308_303_482_681L);
    }
}

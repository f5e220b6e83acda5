package org.urdma4j.simulation.traffic;

/**
 * Over two to four rails, whose round trips and rates differ by up to 100 times, that fail and come
 * back, some in one direction alone.
 */
class SeveralPathsTrafficTest extends MixedTraffic {
    SeveralPathsTrafficTest() {
        super("paths-", TrafficConfig::severalPaths, URDMA_RECOVERIES, 40, 200);
    }
}

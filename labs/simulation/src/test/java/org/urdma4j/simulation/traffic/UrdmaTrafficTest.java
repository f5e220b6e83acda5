package org.urdma4j.simulation.traffic;

/** Under the URDMA profile. */
class UrdmaTrafficTest extends MixedTraffic {
    UrdmaTrafficTest() {
        super("urdma-", TrafficConfig::urdma, URDMA_RECOVERIES, 40, 200);
    }
}

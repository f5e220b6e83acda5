package org.urdma4j.simulation.traffic;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.urdma4j.simulation.Seeds;
import org.urdma4j.simulation.host.DuplexLink;
import org.urdma4j.simulation.host.SimulatedLink;
import org.urdma4j.simulation.host.SimulatedPacket;
import org.urdma4j.simulation.loss.Occurrence;
import org.urdma4j.simulation.loss.Script;

import java.io.IOException;
import java.util.stream.LongStream;

/**
 * Over two to four rails, whose round trips and rates differ by up to 100 times, that fail and come
 * back, some in one direction alone.
 */
class SeveralPathsTrafficTest extends MixedTraffic {
    private static final long LOST_NS = 200_000_000L;

    SeveralPathsTrafficTest() {
        super("paths-", TrafficConfig::severalPaths, URDMA_RECOVERIES, 40, 200);
    }

    /** What was lost with a path filled its rail's window, and no report was to come. */
    @Test
    void shouldOpenAWindowThatWhatIsLostHasFilled() throws IOException {
        shouldPlaceEveryByteOnceAndCompleteInOrder(308_303_482_681L);
    }

    /** No rail goes both ways any more: requests take one, and all that is said of them another. */
    @ParameterizedTest
    @MethodSource("seedsOfOneWay")
    void shouldGoOnWhereEachRailHasLostOneWay(long seed) {
        TrafficRun run = new TrafficRun(TrafficConfig.random(seed).severalPaths());
        lose(run, run.rails.getFirst().back());
        for (DuplexLink rail : run.rails.subList(1, run.rails.size())) {
            lose(run, rail.there());
        }

        run.run();
    }

    /** One where an end has nothing to send by a rail that the other can't hear, and others. */
    static LongStream seedsOfOneWay() {
        return LongStream.concat(LongStream.of(4713), Seeds.of(3, 100));
    }

    /** For good, whatever comes back. */
    private static void lose(TrafficRun run, SimulatedLink link) {
        Script<SimulatedPacket> script = new Script<>();
        script.drop(
                "everything",
                Occurrence.upTo(1_000_000_000),
                _ -> run.network.time().nowNs() >= LOST_NS);
        link.script(script);
    }
}

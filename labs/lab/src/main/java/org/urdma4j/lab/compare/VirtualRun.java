package org.urdma4j.lab.compare;

import org.urdma4j.measure.sim.BulkLoad;
import org.urdma4j.measure.sim.Profile;
import org.urdma4j.measure.sim.SimOptions;
import org.urdma4j.transport.qp.EngineConfig;

/** A path in virtual time, with hosts as those of {@code urdma bench} are. */
final class VirtualRun {
    private static final long NS_PER_S = 1_000_000_000;

    /** What bench posts: 512 MiB in messages of 1 MiB. */
    private static final long MESSAGE = 1 << 20;

    private static final int DEPTH = 512;

    /** Two sevenths of what Linux grants for the 64 MiB that bench asks for, twice as much. */
    private static final EngineConfig ENGINE =
            EngineConfig.builder().maxInFlightBytes((128L << 20) / 7 * 2).build();

    private VirtualRun() {}

    /** Returns what is run: as long as in real time, of which the last half counts. */
    static SimOptions options(ComparedPath path, int timeS) {
        return SimOptions.builder()
                .profile(Profile.URDMA)
                .rateBps(path.rateBps())
                .rttNs(path.rttNs())
                .queueBytes(path.queueBytes())
                .loss(path.loss())
                .impairments(path.impairments())
                .bulk(new BulkLoad(path.operation(), MESSAGE, DEPTH, ENGINE))
                .payloadBytes(path.payload())
                .timeNs(2L * timeS * NS_PER_S)
                .seed(path.seed())
                .build();
    }
}

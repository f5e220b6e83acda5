package org.urdma4j.measure.beside;

import org.urdma4j.measure.sim.Profile;
import org.urdma4j.measure.sim.SimOptions;
import org.urdma4j.measure.sim.SimRun;
import org.urdma4j.simulation.host.SimulatedHost;
import org.urdma4j.simulation.host.SimulatedNetwork;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.loss.LossSpec;
import org.urdma4j.simulation.tcp.Bbr;
import org.urdma4j.simulation.tcp.Cubic;
import org.urdma4j.simulation.tcp.TcpControl;
import org.urdma4j.simulation.tcp.TcpFlow;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.qp.EngineConfig;

import java.util.SplittableRandom;
import java.util.function.DoubleConsumer;

/**
 * One flow alone on the path, with data without end.
 *
 * @param loss of the way there; nothing is lost on the way back
 * @param timeNs how long it runs; the last half counts
 */
record LossRun(
        Contender contender, long rateBps, long rttNs, LossSpec loss, long timeNs, long seed) {
    /** Of both profiles: what an MTU of 1500 carries of the sizes that RoCE knows. */
    private static final int PAYLOAD = 1024;

    private static final int STEPS = 100;
    private static final double NS_PER_SECOND = 1e9;

    /** Returns the bits that the receiver got in a second of the last half. */
    double goodputBps(DoubleConsumer progress) {
        return switch (contender) {
            case URDMA -> ours(Profile.URDMA, progress);
            case STANDARD -> ours(Profile.STANDARD, progress);
            case TCP_BBR -> tcp(new Bbr(new SplittableRandom(seed)), progress);
            case TCP_CUBIC -> tcp(new Cubic(true), progress);
        };
    }

    /** As {@code bench sim} with the same options has it. */
    SimOptions options(Profile profile) {
        return SimOptions.builder()
                .profile(profile)
                .rateBps(rateBps)
                .rttNs(rttNs)
                .loss(loss)
                .payloadBytes(PAYLOAD)
                .timeNs(timeNs)
                .seed(seed)
                .build();
    }

    private double ours(Profile profile, DoubleConsumer progress) {
        return SimRun.run(options(profile), progress).all().goodputSteadyBps();
    }

    private double tcp(TcpControl control, DoubleConsumer progress) {
        SimulatedNetwork network = new SimulatedNetwork(seed, PayloadMover.BY_REFERENCE);
        LinkConfig back =
                LinkConfig.builder()
                        .rate(rateBps)
                        .delay(rttNs / 2)
                        .queue(options(Profile.URDMA).queueBytes())
                        .build();
        SimulatedHost source = network.host("source", EngineConfig.DEFAULT);
        SimulatedHost sink = network.host("sink", EngineConfig.DEFAULT);
        network.route(source, sink, network.link("there", back.toBuilder().loss(loss).build()));
        network.route(sink, source, network.link("back", back));
        TcpFlow flow = new TcpFlow(network, source, sink, control).start();
        long before = 0;
        for (int step = 1; step <= STEPS; step++) {
            network.time().runUntil(timeNs / STEPS * step);
            progress.accept((double) step / STEPS);
            before = step == STEPS / 2 ? flow.arrived() : before;
        }
        double seconds = timeNs / STEPS * (STEPS - STEPS / 2) / NS_PER_SECOND;
        return 8.0 * TcpFlow.SEGMENT * (flow.arrived() - before) / seconds;
    }
}

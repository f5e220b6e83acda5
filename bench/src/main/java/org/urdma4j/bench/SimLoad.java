package org.urdma4j.bench;

import org.urdma4j.measure.sim.Profile;
import org.urdma4j.measure.sim.SimOptions;
import org.urdma4j.measure.sim.SimResult;
import org.urdma4j.measure.sim.SimRun;
import org.urdma4j.simulation.loss.LossSpec;

import java.lang.management.ManagementFactory;
import java.util.Locale;

/** A program that prints how many packets one core simulates in a second of its time. */
final class SimLoad {
    private SimLoad() {}

    public static void main(String[] args) {
        String loss = args.length > 0 ? args[0] : "none";
        Profile profile =
                Profile.valueOf((args.length > 1 ? args[1] : "standard").toUpperCase(Locale.ROOT));
        long roundTripMs = args.length > 2 ? Long.parseLong(args[2]) : 20;
        var threads = ManagementFactory.getThreadMXBean();
        for (int round = 0; round < 4; round++) {
            SimOptions options =
                    SimOptions.builder()
                            .profile(profile)
                            .loss(LossSpec.parse(loss))
                            .rttNs(roundTripMs * 1_000_000)
                            .timeNs(2_000_000_000L)
                            .seed(round)
                            .build();
            long start = threads.getCurrentThreadCpuTime();
            SimResult result = SimRun.run(options, _ -> {});
            double ns = threads.getCurrentThreadCpuTime() - start;
            System.out.printf(
                    "%d packets, %.2f million/s, %.0f ns each, %.3f of the bound%n",
                    result.packets(),
                    result.packets() * 1e3 / ns,
                    ns / result.packets(),
                    result.shareOfBound());
        }
    }
}

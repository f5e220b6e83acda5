package org.urdma4j.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.lab.host.Commands;
import org.urdma4j.lab.host.Ends;
import org.urdma4j.measure.sim.Impairments;
import org.urdma4j.measure.sim.SimOptions;
import org.urdma4j.measure.sim.SimRun;
import org.urdma4j.measure.spec.Operation;
import org.urdma4j.simulation.loss.Bernoulli;
import org.urdma4j.simulation.loss.Bursts;
import org.urdma4j.simulation.loss.LossSpec;

import java.util.List;

/** The two runs of a path are told the same. */
class RealRunTest {
    private static final long MS = 1_000_000;
    private static final Commands COMMANDS =
            new Commands(List.of("urdma"), List.of(), List.of(), false);

    private static ComparedPath path(Operation operation, Impairments with) {
        return new ComparedPath(
                1,
                operation,
                100_000_000,
                20 * MS,
                100_000,
                new Bursts(100 * MS, 5 * MS, 0.8),
                with,
                9);
    }

    @Test
    void shouldWriteThePath() {
        Impairments with = new Impairments(MS, 0.01, 2 * MS, new Bernoulli(0.001));

        assertThat(String.join(" ", RealRun.wan(COMMANDS, path(Operation.SEND, with))))
                .isEqualTo(
                        "urdma wan --rate 100000000 --delay 10000000ns --queue 100000"
                                + " --loss burst:100ms,5ms,0.8 --reverse-loss 0.001"
                                + " --jitter 1000000ns --reorder 0.01,2000000ns --mtu 1500"
                                + " --seed 9 --json");
    }

    @Test
    void shouldSendThePayloadThereWhateverTheOperation() {
        Ends write = RealRun.ends(COMMANDS, path(Operation.WRITE, Impairments.NONE), 4);
        Ends read = RealRun.ends(COMMANDS, path(Operation.READ, Impairments.NONE), 4);

        assertThat(write.clientReceives()).isFalse();
        assertThat(write.client()).contains(Commands.RECEIVER, "write", "1024");
        assertThat(read.clientReceives()).isTrue();
        assertThat(read.client()).contains(Commands.SENDER, "read", "--omit", "4");
    }

    /** Data that went the other way would meet no loss. */
    @Test
    void shouldLoseTheDataOfEachOperationInVirtualTime() {
        for (Operation operation : List.of(Operation.WRITE, Operation.SEND, Operation.READ)) {
            ComparedPath clean = path(operation, Impairments.NONE);
            ComparedPath lossy =
                    new ComparedPath(
                            1,
                            operation,
                            clean.rateBps(),
                            clean.rttNs(),
                            clean.queueBytes(),
                            new Bernoulli(0.05),
                            new Impairments(0, 0, 0, LossSpec.NONE),
                            9);
            SimOptions options = VirtualRun.options(lossy, 1);
            var all = SimRun.run(options, _ -> {}).all();

            assertThat(all.retransmittedShare()).as(operation.label()).isBetween(0.03, 0.2);
            assertThat(all.goodputSteadyBps() / options.boundBps())
                    .as(operation.label())
                    .isBetween(0.85, 1.0);
        }
    }
}
